"""The menu of actions on the screen: a line for all targets of one action, with its chances."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from rich.containers import Lines
from rich.text import Text

from affray.cli import locale
from affray.cli.odds_chart import is_flag, percent
from affray.core.act import Act, Offer
from affray.core.message import Message, Verbatim, figure, joined, msg
from affray.core.ruleset import Ruleset
from affray.pricing import ActionOdds, helped

MEANINGS = {
    "%": "percentages: the chance that it succeeds, such as hitting",
    "~": "with ~: the average, such as damage",
}
"""What the figures in a menu mean, by the sign that shows which they are."""

HELPED = "*"
"""The sign of figures with help in them, such as a prayer; the game says which, below the menu."""


class MenuNames(Protocol):
    """What a menu is put into words with: a session, or the first round of a scene."""

    @property
    def ruleset(self) -> Ruleset:
        """The game."""

    @property
    def names(self) -> Sequence[str]:
        """What the fighters are called."""


BLANK, STANDS = "\N{NO-BREAK SPACE}", "\N{BRAILLE PATTERN BLANK}"
"""A blank at which no line is broken, and what stands for it while lines are made: rich breaks at any."""


class Unbroken(Text):
    """A text that is broken at blanks, but not at no-break ones; printed as blanks."""

    def blank_copy(self, plain: str = "") -> Text:
        """An empty text of the same kind."""
        copy = super().blank_copy(plain)
        return Unbroken(copy.plain, copy.style, justify=copy.justify, overflow=copy.overflow, end=copy.end)

    def wrap(self, *arguments: Any, **how: Any) -> Lines:
        """Its lines, at a width."""
        self.plain = self.plain.replace(BLANK, STANDS)
        lines = super().wrap(*arguments, **how)
        for line in lines:
            line.plain = line.plain.replace(STANDS, " ")
        return lines


def labels(options: Sequence[object]) -> list[int]:
    """The number to type for each option: itself for plain numbers, else 1, 2, 3 …"""
    if options and all(type(o) is int for o in options):
        return [o for o in options if isinstance(o, int)]
    return list(range(1, len(options) + 1))


class MenuLine(NamedTuple):
    """Offers that differ by their target alone."""

    title: str
    cost: int
    offers: list[Offer]


def menu_lines(fight: MenuNames, offers: Sequence[Offer]) -> list[MenuLine]:
    """The lines of a menu: offers that differ by their target alone share one."""
    by_title: dict[tuple[str, int], MenuLine] = {}
    alone = {(_in_words(fight, offer.act), offer.cost) for offer in offers if offer.act.at is None}
    for offer in offers:
        title = _in_words(fight, offer.act._replace(at=None))
        if offer.act.at is not None and (title, offer.cost) in alone:
            title = _untargeted(_in_words(fight, offer.act), fight.names[offer.act.at])
        by_title.setdefault((title, offer.cost), MenuLine(title, offer.cost, [])).offers.append(offer)
    return list(by_title.values())


def _in_words(fight: MenuNames, act: Act) -> str:
    return fight.ruleset.words.option(fight.names, "action", act)


def _untargeted(action: str, target: str) -> str:
    """An action in words without its target, where that stands at the end."""
    if not isinstance(action, Message):
        return action.removesuffix(target)
    if not action.ends_with(target):
        return action
    return action.retold(lambda value, _: Verbatim() if value == target else value)


def closed_up(text: str) -> str:
    """A text in the language without the gap that an action has where its target would stand."""
    return re.sub(" {2,}", " ", locale.say(text)).strip(" ")


def menu_cell(
    fight: MenuNames, offer: Offer, numbers: Mapping[object, int], chances: dict[Act, ActionOdds]
) -> Text:
    """The number to type for an offer, its target, and the chance if it is known.

    Without numbers nothing is to be typed.
    """
    target = target_name(fight, offer.act).replace(" ", BLANK)
    number = Text(f"{numbers[offer.act]:>2}{BLANK}", "cyan") if numbers else Text()
    cell = number + Text(target)
    odds = chances.get(offer.act)
    told = locale.say(chance_in_words(odds)) if odds is not None else ""
    between = BLANK if cell.plain else ""
    return cell + Text(f"{between}{told.replace(' ', BLANK)}", "green") if told else cell


def chance_in_words(odds: ActionOdds) -> str:
    """The chance of what an action is for, or how much of it, with a sign where help is in it."""
    told = _headline(odds)
    return told + HELPED if told and helped(odds) else told


def _headline(odds: ActionOdds) -> str:
    """The chance of what an action is for, or how much of it; empty if certain."""
    measure = odds.headline
    if measure is None:
        return ""
    if not is_flag(measure):
        return msg("~{mean}", mean=figure(float(measure.mean), ".1f"))
    return percent(float(measure.chance)) if measure.chance != 1 else ""


def meanings(chances: Iterable[ActionOdds]) -> list[str]:
    """What the signs in these chances mean, a line each."""
    told = [chance_in_words(odds) for odds in chances]
    return [meaning for sign, meaning in MEANINGS.items() if any(sign in text for text in told)]


def target_name(fight: MenuNames, act: Act) -> str:
    """The name of an action's target; empty where it has none."""
    return fight.names[act.at] if act.at is not None else ""


def refusals(fight: MenuNames, offers: Sequence[Offer]) -> Iterator[str]:
    """The actions that are not allowed, a line for each reason."""
    grouped: dict[str, list[str]] = {}
    allowed = {row.title for row in menu_lines(fight, [o for o in offers if not o.refused])}
    for row in menu_lines(fight, [o for o in offers if o.refused]):
        by_reason: dict[str, list[str]] = {}
        for offer in row.offers:
            why = joined("; ", map(str, offer.refused))
            by_reason.setdefault(why, []).append(target_name(fight, offer.act))
        for reason, targets in by_reason.items():
            some = len(by_reason) > 1 or row.title in allowed
            title = msg("{action} ({targets})", action=row.title, targets=joined(", ", targets))
            grouped.setdefault(reason, []).append(title if some else row.title)
    for reason, titles in grouped.items():
        yield msg("{actions}: {reason}", actions=joined(", ", titles), reason=reason)
