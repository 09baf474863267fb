"""What is asked, and the menu of actions, as one viewer may see them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Literal, NamedTuple

import msgspec

from affray.core.act import Act, Offer
from affray.core.dice import notation
from affray.core.effect import TABLE, Who
from affray.core.live import Answer, Pending
from affray.core.message import Message, english, figure, msg, word
from affray.core.phrases import roll_name
from affray.core.ruleset import MeasureKind, Ruleset
from affray.core.space import Point
from affray.languages import reader
from affray.pricing import ActionOdds, Distribution, helped, said
from affray.reference import cost_in_words
from affray.table import wire
from affray.table.bills import bills, sum_of, wire_rules
from affray.table.dice_rows import series_of
from affray.table.map_section import blast
from affray.table.position import is_action
from affray.table.redaction import Redacted
from affray.table.views import VisiblePosition, waiting_for

NOTHING_OPEN = Redacted((), (), True)


class ToldChance(NamedTuple):
    """The chance of what an action is for, in words and as figures."""

    words: str = ""
    figures: wire.WireChance | None = None


UNTOLD = ToldChance()
CERTAIN = ToldChance("", wire.WireChance("100 %", 1.0))
"""Of what cannot fail: told in figures of an attack alone."""
ToldChances = Mapping[Act, ToldChance]


def may_answer(seen: VisiblePosition, who: Who) -> bool:
    """Whether this viewer answers for a fighter; for the table only the game master does."""
    viewer = seen.visibility.viewer
    return viewer.master or (viewer.role == "player" and who != TABLE and seen.visibility.mine(who))


def ask(seen: VisiblePosition, name: int, since: int | None = None) -> wire.WireAsk | None:
    """What is asked; to others than who may answer, in general words.

    `name` tells one question from the next.  Of one that is not told the number of entries does: that
    it stays the same tells what is offered.  `since` is when it was first asked, where the table has a clock.
    """
    pending = seen.position.pending
    if pending is None:
        return None
    who, mine = pending.asked.who, may_answer(seen, pending.asked.who)
    told = mine or (seen.visibility.whole(seen.fight, who) and who != TABLE)
    names = seen.names
    known = seen.acting() is not None
    shown = seen.position.open(seen.visibility, pending) if told else NOTHING_OPEN
    return wire.WireAsk(
        id=str(name) if told else str(seen.entry(seen.session.seq)),
        who=seen.visibility.number(who) if told or known else int(TABLE),
        name=names[who] if who >= 0 and (told or known) else word("game master"),
        mine=mine,
        question=word(question(seen, pending)) if told else "",
        about=pending.asked.question if told else "",
        kind=_kind(pending) if told else "choice",
        options=_options(seen, pending) if mine and pending.chance is None else [],
        dice=_dice(seen, pending, shown.whole) if mine else None,
        receipt=bills(seen.session, shown.mods, shown.whole),
        sum=sum_of(seen.session, shown.mods, shown.whole),
        rules=wire_rules(seen.session, shown.rules),
        withheld=told and not shown.whole,
        waiting_for=waiting_for(seen),
        order=_order(seen, pending) if mine else None,
        wants=_wants(seen, pending) if mine else "",
        left=word(_left(seen, who)) if mine and is_action(pending) else "",
        meanwhile=_meanwhile(seen, who, mine),
        since=since if seen.visibility.visibility_rules.clock else None,
    )


def _left(seen: VisiblePosition, who: Who) -> str:
    """What is left of somebody's turn."""
    return "" if who == TABLE else seen.session.ruleset.kinds.left(seen.fight.fighter(who))


def _meanwhile(seen: VisiblePosition, asked: Who, mine: bool) -> wire.WireDeed | None:
    """The last action chosen in this step, as far as the viewer may know of it.

    Who is asked knows their own; where foes are told nothing of, neither it nor whom it is at is told.
    """
    moment, known = seen.session.moments.now, seen.visibility.known(seen.fight)
    chosen = [e for e in moment.entries if isinstance(e, Answer) and isinstance(e.value, Act)]
    if not chosen or (doer := chosen[-1].asked.who) not in known or (mine and doer == asked):
        return None
    untold = seen.visibility.visibility_rules.foes == "nothing" and not seen.visibility.whole(
        seen.fight, doer
    )
    if untold and not mine:
        return None
    act: Any = chosen[-1].value
    at = act.at if act.at in known else None
    kind = seen.session.ruleset.kind_of(moment.fight, doer, act)
    return wire.WireDeed(seen.names[doer], kind, "" if at is None else seen.names[at], at == asked)


def question(seen: VisiblePosition, pending: Pending) -> str:
    """A question in words."""
    session = seen.session
    if pending.chance is not None:
        who = seen.names[pending.asked.who] if pending.asked.who >= 0 else "The game master"
        roll = roll_name(session.ruleset.words, pending.asked.question)
        return msg("{who}'s {question}", who=who, question=roll)
    said = session.ruleset.words.asked(seen.names, pending.asked, pending.about)
    return seen.visibility.veiled(seen.fight, said)


def _kind(pending: Pending) -> Any:
    if pending.chance is not None:
        return "dice"
    return "action" if is_action(pending) else "choice"


def open_options(seen: VisiblePosition, pending: Pending) -> dict[int, Any]:
    """The options that a viewer may see, choose and price, by number from 1; none where dice are asked.

    Left out is what names, or is aimed at, somebody of whom nobody on the
    viewer's side knows; the numbers have no gap there, which would tell of them.
    """
    options = () if pending.chance is not None else pending.options
    return dict(enumerate((option for option in options if _is_open(seen, option)), 1))


def _is_open(seen: VisiblePosition, option: Any) -> bool:
    """Whether an option, or an action of the menu, is open to a viewer."""
    if seen.visibility.all:
        return True
    at = option.at if isinstance(option, Act) else None
    if at is not None and at >= 0 and at not in seen.visibility.known(seen.fight):
        return False
    return not seen.visibility.names_unknown(seen.fight, seen.position.words(option))


def _options(seen: VisiblePosition, pending: Pending) -> list[wire.WireOption]:
    """Each option by its number; those of `actions` are there as well.

    What the habit would say is the default; it may go by figures of foes, so it is not for all.
    """
    usual = (
        seen.position.usual
        if seen.visibility.all or seen.visibility.visibility_rules.foes == "numbers"
        else None
    )
    return [
        _option(n, option, word(seen.position.words(option)), type(option) is type(usual) and option == usual)
        for n, option in open_options(seen, pending).items()
    ]


def _option(n: int, option: object, label: Message, usual: bool) -> wire.WireOption:
    foreign = english(reader.say(label)) != label
    number = option if type(option) is int else None  # a fighter is one, too, and is no number
    return wire.WireOption(n, label, usual, english(label) if foreign else "", number)


def _dice(seen: VisiblePosition, pending: Pending, whole: bool) -> wire.DiceAsked | None:
    """The dice of a roll; how far their results go only where nothing of its sum is withheld."""
    chance = pending.chance
    if chance is None:
        return None
    sides, series = chance.sides, series_of(seen.session.ruleset, pending)
    totals: Literal["", "result", "count"] = "" if len(sides) < 2 else "count" if chance.pool else "result"
    least, most = (chance.span if totals and whole else None) or (msgspec.UNSET, msgspec.UNSET)
    told = word(chance.told) if totals else ""
    return wire.DiceAsked(
        notation(sides), list(sides), len(sides), totals, series is not None, told, least, most
    )


def _order(seen: VisiblePosition, pending: Pending) -> str | None:
    """The standing answer to this question, if there is one."""
    who = pending.asked.who
    name = seen.names[who] if who >= 0 else "game master"
    return seen.controller.orders.get((name, pending.asked.question))


def own_words(seen: VisiblePosition) -> frozenset[str]:
    """The questions that a game lets people answer in words of their own."""
    questions: frozenset[str] = getattr(seen.session.ruleset.words, "own_words", frozenset())
    return questions


def _wants(seen: VisiblePosition, pending: Pending) -> str:
    """Whether a place, or words, of one's own can be the answer."""
    if pending.chance is not None or is_action(pending):
        return ""
    if pending.admits is not None and pending.asked.question in own_words(seen):
        return "words"
    return "to" if any(isinstance(o, Point) or hasattr(o, "to") for o in pending.options) else ""


# --- actions ----------------------------------------------------------------------------------------


def actions(seen: VisiblePosition, chances: ToldChances, whole: bool = False) -> list[wire.Action]:
    """The menu of who is to act, for who may answer; what is forbidden has number 0.

    If the chances are the `whole` of what is told of it, the best come first: so nothing moves twice.
    """
    pending = seen.position.pending
    if pending is None or not may_answer(seen, pending.asked.who) or not is_action(pending):
        return []
    numbers = {option: n for n, option in open_options(seen, pending).items()}
    shown = [(offer, _action(seen, offer, numbers, chances)) for offer in open_offers(seen)]
    listed = [(offer, a) for offer, a in shown if a.n or a.why_not]
    worth = seen.session.ruleset.worthwhile(pending.view, pending.asked.question, pending.options)
    for offer, action in listed:
        if action.n and worth is not pending.options and offer.act not in worth:
            action.futile = True
    if not (whole and any(told.figures for told in chances.values())):
        return [a for _, a in listed]
    for _, action in listed:
        if (told := action.told or None) and not (told.likely or told.amount):
            action.futile = True
    return [a for _, a in sorted(listed, key=lambda pair: _place(pair[0], pair[1], pair[0].act in chances))]


def _place(offer: Offer, action: wire.Action, priced: bool) -> tuple[int, float]:
    """What is certain first, then by how much it comes to, or its chance; then what has no odds, and talk."""
    told = action.told or None
    if told is not None:
        if told.likely is not None:
            return (2, -told.likely) if told.likely < 1 else (0, 0.0)
        return (1, -(told.amount or 0.0))
    talk = action.kind == "other" and not offer.cost
    return (3 if talk or not priced else 0), 0.0


def open_offers(seen: VisiblePosition) -> list[Offer]:
    """What of the menu a viewer may see, forbidden or not."""
    return [offer for offer in seen.position.offers if _is_open(seen, offer.act)]


def _action(
    seen: VisiblePosition, offer: Offer, numbers: Mapping[Any, int], chances: ToldChances
) -> wire.Action:
    act, session, names = offer.act, seen.session, seen.names
    who = session.pending.asked.who if session.pending else TABLE
    radius, reach = blast(seen, act)
    told, group = chances.get(act, UNTOLD), seen.position.groups[act]
    kind = session.ruleset.kind_of(seen.fight, who, act)
    n = 0 if offer.refused else numbers.get(act, 0)
    return wire.Action(
        n=n,
        act=act.name,
        kind=kind,
        label=word(seen.position.words(act)),
        group=word(group.title),
        target=names[act.at] if act.at is not None and act.at >= 0 else "",
        cost=word(cost_in_words(session.ruleset, offer.cost)),
        chance=word(told.words),
        why_not=[wire.WhyNot(r.rule, word(r.why)) for r in offer.refused],
        wants=offer.wants,
        odds=bool(n) and (seen.visibility.all or seen.visibility.visibility_rules.odds),
        blast=radius,
        reach=reach,
        told=(told.figures if told != CERTAIN or kind == "attack" else None) or msgspec.UNSET,
        named=group.named or msgspec.UNSET,
    )


# --- odds -------------------------------------------------------------------------------------------


def told_chance(ruleset: Ruleset, odds: ActionOdds) -> ToldChance:
    """The chance of what an action is for, or how much of it; nothing if certain."""
    measure = odds.headline
    if measure is None:
        return UNTOLD
    flag = any(isinstance(value, bool) for value in measure.weights)
    if flag and measure.chance == 1:
        return CERTAIN
    share, mean, words = _near(measure.chance), _near(measure.mean), figure_of(measure)
    figures = wire.WireChance(words, share if flag else None, None if flag else mean, helped(odds))
    return ToldChance(said(ruleset, odds, words), figures)


def figure_of(measure: Distribution) -> str:
    """A chance as people read it, or how much it comes to on average."""
    if any(isinstance(value, bool) for value in measure.weights):
        return percent(float(measure.chance))
    return _amount(float(measure.mean), measure.measure.kind)


def _near(value: Fraction) -> float:
    """A chance or an amount to four places; only what is nothing is 0."""
    return round(float(value), 4) or (0.0001 if value > 0 else 0.0)


def _amount(mean: float, kind: MeasureKind) -> str:
    """How much it comes to on average, and of what.

    >>> _amount(8.3, "harm"), _amount(0.42, "harm"), _amount(0, "harm"), _amount(12, "")
    ('about 8 damage', 'about 0.4 damage', 'no damage', 'about 12')
    """
    n = figure(mean, ".0f" if mean >= 3 or not mean else ".1f")
    if kind != "harm":
        return msg("about {n}", n=n)
    return msg("about {n} damage", n=n) if mean else word("no damage")


def percent(share: float) -> str:
    """A chance as people read it; never 0 % or 100 % for what is not certain.

    >>> percent(0.9999), percent(0.0004), percent(0.5)
    ('>99 %', '<1 %', '50 %')
    """
    if 0 < share < 0.005:
        return "<1 %"
    if 0.995 < share < 1:
        return ">99 %"
    return msg("{share} %", share=figure(share * 100, ".0f"))
