"""All actions of a game, in the order of its menu: what is offered, what is admitted, what is played."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from affray.core.act import Act, Offer
from affray.core.act_kinds import ActKinds
from affray.core.catalogue import Catalogue
from affray.core.effect import Who
from affray.core.errors import Refusal
from affray.core.fight import Fight
from affray.core.play import Play
from affray.core.probe import Probe
from affray.core.ruleset import Measure
from affray.core.view import View
from affray.tabletop.action import Action, Measured, Names, Tag, anything_goes
from affray.tabletop.checks import check_actions
from affray.tabletop.words import Wording, in_words

B = TypeVar("B")
T = TypeVar("T")
H = TypeVar("H")
V = TypeVar("V", bound=View[Any])
D = TypeVar("D", bound=Action[Any, Any, Any, Any])
R = TypeVar("R")

Gate: TypeAlias = Callable[[Play[B, T, H], V, D, Act, int | None], None]
"""What a game needs of every action, beside its own needs: who acts, the action, the act and its price."""
Payment: TypeAlias = Callable[[Play[B, T, H], V, D, Act, int], R]
"""The same of what is paid: its price is a number."""

STRANGE, AIMLESS = Refusal("", "not an action of this game"), Refusal("", "needs a target")


@dataclass(frozen=True, slots=True)
class Mixed(Generic[B, T, H, D]):
    """Actions whose lines are mixed in the menu, such as those with one weapon; equals as declared."""

    actions: tuple[D | Mixed[B, T, H, D], ...]
    by: Callable[[Fight[B, T, H], Who], Callable[[Act], int] | None]
    """The place of each line; None where they stand as declared."""

    def in_order(self, lines: list[Act], fight: Fight[B, T, H], who: Who) -> list[Act]:
        """The lines of its actions, mixed."""
        by = self.by(fight, who)
        return lines if by is None else sorted(lines, key=by)


def each_of(order: Iterable[D | Mixed[B, T, H, D]]) -> Iterator[D]:
    """The actions of an order, the mixed ones too."""
    for each in order:
        yield from each_of(each.actions) if isinstance(each, Mixed) else (each,)


def runs(play: Play[B, T, H], action: Action[B, T, H, V], me: V, them: V, act: Act) -> None:
    """What comes of it, and nothing more."""
    action.run(play, me, them, act)


def pays_nothing(*_: object) -> bool:
    """Nothing is paid but the turn, and nobody interrupts."""
    return True


def nothing_left(_: object) -> str:
    """Nothing: a fighter has one action, and it is taken or not."""
    return ""


def always(_: object, actions: frozenset[D]) -> frozenset[D]:
    """All actions are offered as long as the fight lasts."""
    return actions


def priced(fight: Fight[Any, Any, H], _: object) -> Callable[[Action[Any, Any, H, Any], Act], int]:
    """Each its price, however the fight stands."""
    house = fight.house
    return lambda action, act: action.price(house, act) or 0


class Conduct(NamedTuple, Generic[B, T, H, V, D]):
    """What a game does with every action, whichever it is.

    `fit` refuses before its own needs, `affords` after them; `pay` says whether who acts can go on, once
    others have interrupted.  Then it takes its `course`, with what it sets off.  `view` is how a rule sees a
    fighter.  The rest is for games in which an action has a price; where one is a turn, it can be left out.
    """

    view: Callable[[Play[B, T, H], Who], V]
    fit: Gate[B, T, H, V, D] = anything_goes
    affords: Payment[B, T, H, V, D, None] = anything_goes
    pay: Payment[B, T, H, V, D, bool] = pays_nothing
    course: Callable[[Play[B, T, H], D, V, V, Act], None] = runs
    offers: Callable[[Fight[B, T, H], frozenset[D]], Set[D]] = always
    """Those of all actions that are in the menu at all, as the fight stands."""
    costs: Callable[[Fight[B, T, H], Who], Callable[[D, Act], int]] = priced
    """What tells the costs of acts in somebody's menu, as the fight stands."""

    def take(self, play: Play[B, T, H], me: V, action: D, act: Act) -> None:
        """An action, with all that may interrupt it."""
        them = me if act.at is None else self.view(play, act.at)
        price = action.price(play.house, act)
        self.fit(play, me, action, act, price)
        action.needs(play, me, them, act)
        if price is not None:
            self.affords(play, me, action, act, price)
            if not self.pay(play, me, action, act, price):
                return
        self.course(play, action, me, them, act)


@dataclass(frozen=True, slots=True, eq=False)
class Actions(Generic[B, T, H, V, D]):
    """The actions of a game; the order is that of its menu, and the first ends the turn."""

    order: tuple[D | Mixed[B, T, H, D], ...]
    conduct: Conduct[B, T, H, V, D]
    families: Mapping[str, Measured[B, T, H]]
    wording: Wording
    catalogue: Catalogue
    house: H
    """The house rules as they are where a scene changes none, which declarations are checked with."""
    by_name: dict[str, D] = field(init=False)
    declared: frozenset[D] = field(init=False)

    def __post_init__(self) -> None:
        actions = [*each_of(self.order)]
        check_actions(actions, self.catalogue, self.families, self.house)
        object.__setattr__(self, "by_name", {a.name: a for a in actions})
        object.__setattr__(self, "declared", frozenset(actions))

    # --- played -----------------------------------------------------------------------------------

    def perform(self, play: Play[B, T, H], me: V, act: Act) -> None:
        """An action by its name, with all that may interrupt it."""
        self.conduct.take(play, me, self.by_name[act.name], act)

    # --- offered ----------------------------------------------------------------------------------

    def candidates(self, fight: Fight[B, T, H], who: Who) -> list[Act]:
        """Every action of a fighter, legal or not, at whoever and with whatever it could be."""
        return self._lines(self.order, self.conduct.offers(fight, self.declared), fight, who)

    def _lines(
        self, order: Iterable[D | Mixed[B, T, H, D]], offered: Set[D], fight: Fight[B, T, H], who: Who
    ) -> list[Act]:
        lines: list[Act] = []
        for each in order:
            if isinstance(each, Mixed):
                lines += each.in_order(self._lines(each.actions, offered, fight, who), fight, who)
            elif each in offered:
                lines += each.lines(each.name, fight, who)
        return lines

    def menu(self, fight: Fight[B, T, H], who: Who) -> list[Offer]:
        """All actions worth a line, each with its cost and every reason against it."""
        probe, me = self._asked(fight, who)
        take, cost, names = self.conduct.take, self.conduct.costs(fight, who), self.by_name
        return [
            Offer(
                act,
                cost(action, act),
                probe.why_not(take, me, action, act),
                action.wants and action.wanted(fight, who, act),
            )
            for act in self.candidates(fight, who)
            for action in (names[act.name],)
        ]

    def legal(self, fight: Fight[B, T, H], who: Who) -> list[Act]:
        """The actions of the menu that are allowed."""
        probe, me = self._asked(fight, who)
        take, names = self.conduct.take, self.by_name
        return [act for act in self.candidates(fight, who) if probe.allows(take, me, names[act.name], act)]

    def why_not(self, fight: Fight[B, T, H], who: Who, act: Act) -> tuple[Refusal, ...]:
        """The rules against an action, asked from the action itself."""
        probe, me = self._asked(fight, who)
        return probe.why_not(self.conduct.take, me, self.by_name[act.name], act)

    def _asked(self, fight: Fight[B, T, H], who: Who) -> tuple[Probe[B, T, H], V]:
        """Who asks actions for their needs, and how rules see who acts: one does for a whole menu."""
        probe: Probe[B, T, H] = Probe(fight)
        return probe, self.conduct.view(probe, who)

    def admits(self, fight: Fight[B, T, H], who: Who, act: object) -> tuple[Refusal, ...]:
        """Why an action that is not in the menu, such as one to a place of one's own, cannot be taken."""
        if not isinstance(act, Act) or act.name not in self.by_name or act.at not in (None, *fight.here):
            return (STRANGE,)
        if act.at is None and "targeted" in self.by_name[act.name].tags:
            return (AIMLESS,)
        return self.why_not(fight, who, act)

    # --- told -------------------------------------------------------------------------------------

    def cost(self, act: Act, house: H) -> int:
        """What the menu and the sheet show; what is not paid costs 0."""
        return self.by_name[act.name].price(house, act) or 0

    def words(self, names: Names, act: Act) -> str:
        """An act as a player says it."""
        return in_words(self.by_name[act.name], self.wording, names, act)

    def measures(self, fight: Fight[B, T, H], who: Who, act: Act) -> list[Measure]:
        """The questions that make sense for an action, what it is for first."""
        family = self.by_name[act.name].family
        if not family:
            return []
        measured = self.families[family] if isinstance(family, str) else family
        return [*measured(fight, who, act)]

    def tagged(self, tag: Tag) -> frozenset[str]:
        """The names of the actions with a tag."""
        return frozenset(name for name, action in self.by_name.items() if tag in action.tags)

    def kinds(self, left: Callable[[B], str] = nothing_left) -> ActKinds:
        """Which actions attack, move and end a turn; `left` says what is left of one."""
        return ActKinds(self.tagged("attack"), self.tagged("move"), self.tagged("end"), left)
