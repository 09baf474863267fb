"""What a game gives the core: its round, its fighters, its words.

Games are found by entry point.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias

from affray.core.act import Act, Offer
from affray.core.act_kinds import ActKind, ActKinds
from affray.core.catalogue import Catalogue, OptionValue
from affray.core.control import Controls, nothing
from affray.core.deadlock import hope
from affray.core.downtime import Downtime
from affray.core.effect import Effect, Who
from affray.core.errors import NotFound
from affray.core.fight import Fight, GameFight
from affray.core.follow import Follows
from affray.core.foreign import Reader
from affray.core.ground import Plan
from affray.core.installed import points
from affray.core.levers import Levers
from affray.core.live import Asked, Told, alone
from affray.core.message import Verbatim
from affray.core.play import AnyPlay, Policy
from affray.core.scene import Scene
from affray.core.series import Series
from affray.core.turns import TurnOrder
from affray.core.upcasts import Upcasts
from affray.core.view import View


class Bar(NamedTuple):
    """A figure that goes up and down: its name, what is left, the most there is.

    One that `rises` counts harm: nothing is best.  A `grave` one looks bad however much is left, such as
    the life of somebody who bleeds.
    """

    name: str
    now: int
    most: int
    rises: bool = False
    grave: bool = False


class Card(NamedTuple):
    """A fighter as everybody sees it; `states` are out of the ordinary.

    `run_by` is what the scene says: a person, a person with real dice, or the autopilot.  It and `name` go by
    the fighter's own body alone.
    `turn_open` says that everybody at the table sees `turn`, foes too.  `life` is what is left before one
    is out, where no bar says that alone.  `idle` are those of the states by which one does not act.
    """

    name: str
    side: str
    run_by: str
    bars: tuple[Bar, ...]
    turn: str
    gear: str
    states: tuple[str, ...]
    out: bool
    turn_open: bool = False
    life: Bar | None = None
    idle: tuple[str, ...] = ()


class Words(Protocol):
    """How a game says things to people."""

    def told(self, fight: GameFight, names: Sequence[str], told: Told) -> str:
        """One part of the story, in one line; empty when it is not worth a line."""

    def asked(self, names: Sequence[str], asked: Asked, about: tuple[Any, ...]) -> str:
        """A question, as it is put to a person."""

    def option(self, names: Sequence[str], question: str, value: object) -> str:
        """One option of a question."""

    def card(self, fight: GameFight, who: Who) -> Card:
        """A fighter's card."""

    def apart(self, fight: GameFight, one: Who, other: Who) -> str:
        """How far two fighters are from each other."""

    def fighter(self, fight: GameFight, who: Who) -> str:
        """A fighter's present state, short."""

    def table(self, fight: GameFight) -> str:
        """What belongs to no fighter, short."""


class Invariants:
    """What must hold in a game whatever happens, each fault in a sentence; by default nothing."""

    def after(self, before: GameFight, effect: Effect, now: GameFight) -> Iterable[str]:
        """What is wrong after one effect, in the body it changed.

        What ties bodies to each other may be half done here; see `at_rest`.
        """
        return ()

    def at_rest(self, start: GameFight, now: GameFight) -> Iterable[str]:
        """What is wrong whenever somebody is asked, in this fight that began at `start`."""
        return ()


@dataclass(frozen=True, slots=True)
class Changed:
    """What has become of one body: a value of it before and after."""

    who: Who
    value: Callable[[Any, Any], Any]


@dataclass(frozen=True, slots=True)
class UnitRan:
    """Whether a unit was run through `play.call` with this fighter.

    The fighter is its argument number `place`, from 0.
    """

    unit: Callable[..., Any]
    place: int
    who: Who


@dataclass(frozen=True, slots=True)
class EffectHappened:
    """Whether an effect of this kind happened that passes the test."""

    kind: type[Effect]
    test: Callable[[Any], bool]


NOBODY: Literal["nobody"] = "nobody"
"""What `Ruleset.winner` gives where a fight is over and no side has won it."""

FightEnd: TypeAlias = Literal["", "won", "nobody"]
"""Whether a side has won a fight, or nobody has; empty while it is open."""


def end_of(winner: str | None, over: bool) -> FightEnd:
    """How a fight has ended, whatever the sides are called.

    >>> end_of("crew", True), end_of("nobody", True), end_of(None, False)
    ('won', 'nobody', '')
    """
    if winner is None:
        return NOBODY if over else ""
    return NOBODY if winner == NOBODY else "won"


MeasureKind: TypeAlias = Literal["", "hit", "harm", "out", "death", "arrival", "unaided"]
"""What a measure is to programs.

Somebody is hit, loses what makes up a life, is put out of the fight, dies; a movement ends where it was to;
what an action is for without the help that is in it, such as a prayer.  Empty for any other.
"""


@dataclass(frozen=True, slots=True)
class Measure:
    """A thing people ask of an action: its name, and what it is measured by.

    Values sort, and nothing is 0.  A `headline` is what the action is for, such as to hit: its
    chance stands in menus.  An `aside` is left out where nothing can come of it.  The name is for
    people; programs go by the `kind` and by `whom` it is about.
    """

    name: str
    by: Changed | UnitRan | EffectHappened
    headline: bool = False
    aside: bool = False
    kind: MeasureKind = ""

    @property
    def whom(self) -> Who | None:
        """The fighter that it is about; None where that is nobody in particular."""
        return None if isinstance(self.by, EffectHappened) else self.by.who


def always(_: Any, __: Any) -> bool:
    """Everybody knows where everybody is."""
    return True


def every_option(_: Any, __: str, options: Sequence[Any]) -> Sequence[Any]:
    """Any option of any question can be the best."""
    return options


def as_it_is(fight: GameFight) -> GameFight:
    """The fight, with nothing left out."""
    return fight


def as_it_opens(fight: GameFight, _: Who) -> GameFight:
    """The fight as the scene opens: the first round changes nothing that an action reads."""
    return fight


def hands_of(body: Any) -> tuple[str, ...]:
    """What a body has in its hands; nothing if it has none."""
    held: tuple[str, ...] = getattr(body, "hands", ())
    return held


def decided_at_once(_: GameFight) -> bool:
    """A fight that has a winner keeps it."""
    return True


def uncounted(_: GameFight) -> int:
    """Zero, for a game without rounds."""
    return 0


@dataclass(frozen=True, slots=True)
class Solving:
    """What makes whole fights solvable: which states come to the same.

    `settled` leaves out what can no longer matter for who wins and for how many more rounds it
    takes, such as the time of day; it holds between steps and between the units of a step.
    `decided` says whether one who has won between two steps cannot lose that any more.  `rounds`
    is the number of the round, which goes up by one as each begins; it is read before `settled`.
    """

    settled: Callable[[GameFight], GameFight] = as_it_is
    decided: Callable[[GameFight], bool] = decided_at_once
    rounds: Callable[[GameFight], int] = uncounted
    longest: int = 10_000
    """Rounds for which that holds; no fight is followed for longer."""
    unsolved: frozenset[str] = frozenset()
    """Actions after which it does not hold: the best is not looked for there."""


class Unaided(NamedTuple):
    """What of a chance is help from outside the action, such as a prayer.

    `fight` is the same fight without that help; `called` names a measure there.  `said` is how a
    menu says that the help is in a chance.
    """

    fight: Callable[[GameFight], GameFight]
    called: Callable[[str], str]
    said: Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A game.

    `step` plays the next piece of the round and says whether the fight goes on; whose turn it is
    is state, so that any piece can be resumed.  `perform` is one action of one fighter, with all
    that may interrupt it, by that fighter's `view`; `menu` offers every action with its refusals.
    `take` is what the round does with an action that was chosen, with what is lost or gained by
    having chosen it; where a game does not say, it is performed.  `price` is the same with all that
    is still to come of it where something waits for others: this is what is priced.
    `loss` is how much worse off a fighter is after than before, for choices that are left to the
    best one.  `corrections` are what a game master can put right, and `corrected` does it, with all
    that follows from it; it asks nothing.  `left` is a fight without a fighter who is taken out of it, to
    whom nobody refers any more.  `controls` are those that a fighter's card offers.  `knows_of`
    says whether a fighter of one body knows where the fighter of another is.  `follows` says what can be
    followed through a fight under its house rules: who is out, injuries, figures that are used up.  `levers`
    are what can be changed in its scenes; `solving` is which states of a fight come to the same; `plan` is
    what lies on the map; `foreign` reads characters of other programs.  `downtime` is what it says of
    the time between fights, and `campaign` the game that this makes (see `with_campaign`).  `questions`
    are the names of all that people are asked to choose; empty where a game does not say.  `upcasts` says
    what has become of what older versions wrote.  `hopeless` says whether nobody can hurt anybody any more
    whatever anybody does, and only reads (`core.deadlock`).  `unaided` says what of a chance is help, which
    odds then tell apart.  `in_combat` brings a fight from where its scene opens to a fighter's turn in the
    first round, without any dice: what prices a scene prices its actions there.  `in_hand` names what
    everybody sees in the hands of a body; `idle` are the actions that do nothing; `turns` is in which order
    fighters act; `outside` are the fields of a fighter's sheet that everybody can see: how far it reaches and
    moves, how large it is.  `dice` are what people of this game throw beside a fight, as they write it
    (`core.notation`).  `kinds` says which actions attack, which move and which end a turn (`kind_of`).
    `worthwhile` gives, of what a fighter's view is asked and its options, those that can be worth taking;
    where that is one, no person is asked.  `series` are rolls that people may read off in a row.
    `page` gives the printed page (`affray.sheet.PageOf`) of a game that has no module `reference`.
    """

    id: str
    title: str
    version: str
    catalogue: Catalogue
    scene: type[Scene]
    start: Callable[[Any], GameFight]
    step: Callable[[AnyPlay], bool]
    perform: Callable[[AnyPlay, Any, Act], None]
    menu: Callable[[GameFight, Who], Sequence[Offer]]
    winner: Callable[[GameFight], str | None]
    policies: dict[str, Policy]
    measures: Callable[[GameFight, Who, Act], Sequence[Measure]]
    loss: Callable[[Any, Any], int]
    words: Words
    corrections: dict[str, type[Effect]]
    scenes: dict[str, str]
    joining: Callable[[GameFight, Any], Any]
    follows: Callable[[Any], Follows]
    corrected: Callable[[AnyPlay, Effect], None] = alone
    left: Callable[[Any, Who], GameFight] = Fight.left
    controls: Controls = nothing
    invariants: Invariants = field(default_factory=Invariants)
    view: type[View[Any]] = View
    knows_of: Callable[[Any, Any], bool] = always
    levers: Levers = field(default_factory=Levers)
    solving: Solving = field(default_factory=Solving)
    plan: Plan = field(default_factory=Plan)
    downtime: Downtime | None = None
    campaign: Ruleset | None = None
    foreign: tuple[Reader, ...] = ()
    questions: frozenset[str] = frozenset()
    upcasts: Upcasts = field(default_factory=Upcasts)
    hopeless: Callable[[AnyPlay], bool] = hope
    unaided: Unaided | None = None
    take: Callable[[AnyPlay, Any, Act], None] | None = None
    price: Callable[[AnyPlay, Any, Act], None] | None = None
    in_combat: Callable[[GameFight, Who], GameFight] = as_it_opens
    in_hand: Callable[[Any], tuple[str, ...]] = hands_of
    idle: frozenset[str] = frozenset({"end", "done", "pass", "wait"})
    turns: TurnOrder = field(default_factory=TurnOrder)
    outside: frozenset[str] = frozenset({"edges", "size", "movement"})
    dice: tuple[str, ...] = ("d6", "2d6", "3d6", "d20", "d66")
    kinds: ActKinds = field(default_factory=ActKinds)
    worthwhile: Callable[[Any, str, Sequence[Any]], Sequence[Any]] = every_option
    series: tuple[Series, ...] = ()
    page: Callable[[Mapping[str, OptionValue]], Any] | None = None

    def kind_of(self, fight: GameFight, who: Who, act: Act) -> ActKind:
        """What an action is to a menu; where a game does not say, what it is measured by tells."""
        kind, declared = self.kinds.of(act.name), self.kinds.attacks or self.kinds.moves
        if kind != "other" or declared or act.at is None:
            return kind
        asked = {measure.kind for measure in self.measures(fight, who, act) if measure.whom in (act.at, None)}
        return "attack" if asked & {"hit", "harm"} else "move" if "arrival" in asked else "other"

    @property
    def taken(self) -> Callable[[AnyPlay, Any, Act], None]:
        """What the round does when an action has been chosen."""
        return self.take or self.perform

    @property
    def priced(self) -> Callable[[AnyPlay, Any, Act], None]:
        """What is priced when an action has been chosen."""
        return self.price or self.taken


def names_of(ruleset: Ruleset, fight: GameFight) -> tuple[str, ...]:
    """What the fighters are called, by `Who`."""
    return tuple(Verbatim(ruleset.words.card(fight, who).name) for who in fight.everyone)


def fight_out(play: AnyPlay, ruleset: Ruleset) -> None:
    """Play steps until the fight is over."""
    while play.call(ruleset.step):
        pass


@cache
def rulesets() -> dict[str, Ruleset]:
    """All games that are installed, by id, in the order of their ids."""
    games = [point.load() for point in points()]
    # In an order of our own: that of entry points is the installer's, and lists are printed from this.
    return {ruleset.id: ruleset for ruleset in sorted(games, key=lambda r: r.id)}


def _called(name: str) -> Ruleset | None:
    """The game whose entry point is called by its id; no other is loaded."""
    games: list[Ruleset] = [point.load() for point in points() if point.name == name]
    return next((game for game in reversed(games) if game.id == name), None)


def ruleset(name: str) -> Ruleset:
    """The game of this id, with `/campaign` between its fights; raises NotFound."""
    # A campaign is no entry point: it comes with its game and goes by its name.
    own, slash, part = name.partition("/")
    game = _called(own) or rulesets().get(own)
    if game is not None and slash:
        game = game.campaign if part == "campaign" else None
    if game is None:
        raise NotFound("ruleset", name, rulesets())
    return game
