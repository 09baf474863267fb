"""What somebody may see: an allow-list by role, and what is shown of foes.

A game master sees everything.  Others see their own side as it is; of foes of whom nobody on their
side knows, nothing at all; of other foes what the settings say.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from threading import Lock
from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec

from affray.core.effect import TABLE, Who
from affray.core.fight import AnyFight
from affray.core.follow import stock
from affray.core.message import Message, bare, word
from affray.core.ruleset import Card, Ruleset

State: TypeAlias = AnyFight
Role: TypeAlias = Literal["gm", "player", "spectator", "display", "replay"]
ROLES: tuple[Role, ...] = ("gm", "player", "spectator", "display", "replay")


class VisibilityRules(msgspec.Struct, frozen=True):
    """What players see of foes: figures, words or nothing, dice, odds.

    `undo` lets players take back and do again.  `clock` shows everybody how long ago something was asked.
    """

    foes: Literal["numbers", "words", "nothing"] = "words"
    rolls: Literal["open", "hidden"] = "open"
    odds: bool = True
    undo: bool = True
    clock: bool = False


class Viewer(NamedTuple):
    """Who looks: a role, a seat, and the fighters that sit there, by name.

    `whole` shows everything, which a replay can be given; it lets nobody do anything.  It is told in
    `language`.
    """

    role: Role
    seat: str = ""
    name: str = ""
    fighters: tuple[str, ...] = ()
    pending: bool = False
    whole: bool = False
    language: str = "en"

    @property
    def master(self) -> bool:
        """Whether it is a game master, to whom everything is shown."""
        return self.role == "gm"


class Beginning(NamedTuple):
    """The last entry before a fight began, and who was hidden from the players then.

    They are told of all that was before as if those had been hidden all the time.
    """

    entry: int = 0
    hidden: frozenset[Who] = frozenset()


AS_IT_WAS = Beginning()
"""That of a fight at whose beginning nobody was hidden."""
LOOKS = ((1.0, "unhurt"), (0.5, "hurt"), (float("-inf"), "badly hurt"))
"""What is said of somebody who has at least so large a share of life left."""


class Awareness(NamedTuple):
    """Of whom the sides that are one's own are aware in a fight."""

    fight: State
    sides: frozenset[str]
    of: frozenset[Who]


def _same_people(a: State, b: State) -> bool:
    """Whether the same are in two fights, and have been."""
    return len(a.bodies) == len(b.bodies) and a.gone == b.gone


class FighterNumbers:
    """The numbers by which a seat tells fighters apart, in the order in which it came to know them.

    A fighter keeps its number.  Places in the scene would tell how many others there are.
    """

    def __init__(self) -> None:
        self._given: list[Who] = []
        self._giving = Lock()

    def of(self, who: Who) -> int:
        """The number of a fighter whom the seat knows."""
        with self._giving:
            if who not in self._given:
                self._given.append(who)
            return self._given.index(who)

    def who(self, number: int) -> Who:
        """The fighter of a number that was given."""
        return self._given[number]


class Visibility:
    """What one viewer may see of a fight, by the names of its fighters."""

    def __init__(
        self,
        ruleset: Ruleset,
        viewer: Viewer,
        visibility_rules: VisibilityRules,
        names: Sequence[str],
        players: frozenset[str] = frozenset(),
        most: dict[str, int] | None = None,
        numbers: FighterNumbers | None = None,
        beginning: Beginning = AS_IT_WAS,
    ) -> None:
        self.beginning = beginning
        self.numbers = numbers or FighterNumbers()
        """Those of this side; whoever sees everything goes by places in the scene."""
        self.players = players
        self.most = {} if most is None else most
        """How much life each had at first, by name."""
        self.ruleset, self.viewer, self.visibility_rules, self.names = (
            ruleset,
            viewer,
            visibility_rules,
            names,
        )
        self.all = viewer.master or viewer.whole
        self._mine = frozenset(Who(n) for n, name in enumerate(names) if name in viewer.fighters)
        self._known: tuple[State | None, frozenset[Who]] = (None, frozenset())
        self._unknown: tuple[State | None, frozenset[Who], tuple[str, ...]] = (None, frozenset(), ())
        self._sides: tuple[State | None, frozenset[str]] = (None, frozenset())
        self._last: Awareness | None = None

    def then(self, fight: State, entry: int) -> State:
        """A fight as it was after an entry, as the viewer may look back at it."""
        kept = self.beginning.hidden - fight.hidden
        if self.all or entry > self.beginning.entry or not kept:
            return fight
        return fight._replace(hidden=fight.hidden | kept)

    def number(self, who: Who) -> int:
        """By what number a fighter whom the viewer knows is called; the table has its own."""
        return int(who) if self.all or who == TABLE else self.numbers.of(who)

    def numbered(self, number: int) -> Who:
        """The fighter that is called by a number."""
        return Who(number) if self.all else self.numbers.who(number)

    def mine(self, who: Who) -> bool:
        """Whether this fighter sits here; the game master runs everybody."""
        return self.all or who in self._mine

    def sides(self, fight: State) -> frozenset[str]:
        """The sides that are one's own: without fighters that of the players, if it is one."""
        of, sides = self._sides  # at once: other threads tell of other fights
        if of is not fight:
            sides = self._own(fight)
            self._sides = fight, sides
        return sides

    def _own(self, fight: State) -> frozenset[str]:
        if not self._mine:
            return self.players if len(self.players) == 1 else frozenset()
        return frozenset(fight.fighter(who).side for who in self._mine if who < len(fight.bodies) - 1)

    def foe(self, fight: State, who: Who) -> bool:
        """Whether a fighter is of another side; to those without a side, everybody is."""
        return who != TABLE and fight.fighter(who).side not in self.sides(fight)

    def whole(self, fight: State, who: Who) -> bool:
        """Whether everything about a fighter is shown."""
        return self.all or not self.foe(fight, who)

    def figures(self, fight: State, who: Who) -> bool:
        """Whether a fighter's figures are shown."""
        return self.whole(fight, who) or self.visibility_rules.foes == "numbers"

    def dice(self, fight: State, who: Who) -> bool:
        """Whether a fighter's dice are shown, and what they come to."""
        return self.whole(fight, who) or (who != TABLE and self.visibility_rules.rolls == "open")

    @property
    def open(self) -> bool:
        """Whether both figures and dice of foes are shown."""
        return self.all or (self.visibility_rules.foes == "numbers" and self.visibility_rules.rolls == "open")

    def secret(self, fight: State, who: Who) -> bool:
        """Whether the dice of a fighter are kept from the players."""
        if self.visibility_rules.rolls == "open":
            return False
        return who == TABLE or fight.fighter(who).side not in self.players

    def health(self, fight: State, who: Who) -> str:
        """How a foe looks whose figures are not shown; empty if even that is not."""
        if self.visibility_rules.foes == "nothing":
            return ""
        if self.ruleset.follows(fight.house).out(fight.bodies[who]):
            return "out of the fight"
        left = self.life(fight, who)
        most = self.most.setdefault(self.names[who], left)
        return next(word for share, word in LOOKS if left >= share * most)

    def life(self, fight: State, who: Who) -> int:
        """How much life somebody has left, for what is told of it in words."""
        gauge = self.ruleset.follows(fight.house).gauges[0]
        return sum(n for _, n in stock(gauge, fight.bodies[who]))

    def states(self, fight: State, card: Card) -> list[str]:
        """What is out of the ordinary about a foe, without figures."""
        if self.visibility_rules.foes == "nothing":
            return []
        return [
            left for state in card.states if not self.names_unknown(fight, state) if (left := bare(state))
        ]

    def known(self, fight: State) -> frozenset[Who]:
        """Those of whom somebody on one's own side knows.

        Without a side, whom all foes know.  When it is decided, everybody is seen.  Whom the game master
        hides nobody else ever knows.
        """
        of, known = self._known
        if of is not fight:
            known = frozenset(fight.here)
            if not self.all:
                known -= fight.hidden
                if self.ruleset.winner(fight) is None:
                    known &= self._aware(fight)
            self._known = fight, known
        return known

    def knew(self, fight: State, who: Who) -> bool:
        """Whether the viewer knows of a fighter, or did when that one left the fight."""
        if who not in fight.gone:
            return who in self.known(fight)
        if who in fight.hidden and not self.all:
            return False
        return self.all or self.ruleset.winner(fight) is not None or who in self._aware(fight)

    def _aware(self, fight: State) -> frozenset[Who]:
        """Of whom one's own side is aware, those too who are gone; of the last fight only what changed."""
        last = self._last
        if last is None or last.fight is not fight:
            sides = self.sides(fight)
            anew = self._doubtful(last, fight, sides)
            of = frozenset(who for who in anew if self._knows(fight, who, sides))
            last = self._last = Awareness(fight, sides, (last.of - anew | of) if last else of)
        return last.of

    def _doubtful(self, last: Awareness | None, fight: State, sides: frozenset[str]) -> frozenset[Who]:
        """Those of whom one's side may be aware now and was not in the last fight, or the other way."""
        every = frozenset(fight.everyone)
        if last is None or last.sides != sides or not _same_people(last.fight, fight):
            return every
        pairs = tuple(zip(last.fight.fighters, fight.fighters, strict=True))
        changed = [(Who(n), a, b) for n, (a, b) in enumerate(pairs) if a is not b]
        if any(a.side != b.side for _, a, b in changed):
            return every
        knows = self.ruleset.knows_of
        seen = (
            Who(n)
            for _, old, new in changed
            for n, (was, now) in enumerate(pairs)
            if knows(old, was) != knows(new, now)
        )
        return frozenset(seen).union(who for who, _, _ in changed)

    def _knows(self, fight: State, who: Who, sides: frozenset[str]) -> bool:
        body = fight.bodies[who]
        if body.side in sides:
            return True
        others = (a for a in fight.present if (a.side in sides if sides else a.side != body.side))
        knows = (self.ruleset.knows_of(a, body) for a in others)
        return any(knows) if sides else all(knows)

    def names_unknown(self, fight: State, text: str) -> bool:
        """Whether a text speaks of somebody of whom nothing may be told."""
        hidden = self.unknown_names(fight)
        return bool(hidden) and speaks_of(text, hidden)

    def veiled(self, fight: State, text: str) -> str:
        """A text about one's own side, in which those of whom nothing may be told are somebody."""
        if not self.names_unknown(fight, text):
            return text
        hidden = self.unknown_names(fight)

        def veil(value: Any, first: bool) -> Any:
            return word("Somebody" if first else "somebody") if value in hidden else value

        return text.retold(veil) if isinstance(text, Message) and text.fields else veil(hidden[0], True)

    def unknown_names(self, fight: State) -> tuple[str, ...]:
        """The names of those of whom nothing may be told."""
        known = self.known(fight)
        of, by, hidden = self._unknown
        if of is not fight or by is not known:
            names = self.names[: len(fight.bodies) - 1]
            hidden = tuple(name for n, name in enumerate(names) if not self.knew(fight, Who(n)))
            self._unknown = fight, known, hidden
        return hidden


def speaks_of(text: str, names: Collection[str]) -> bool:
    """Whether a text speaks of one of these, by its fields.

    A plain text, such as a game of another package may tell, has none: it speaks of whoever it has in it.
    """
    if isinstance(text, Message):
        return any(value in names for value in (text.values() if text.fields else (text,)))
    return any(name in text for name in names)
