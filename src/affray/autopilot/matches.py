"""Mirrored matches: equal sides, and each player on either of them."""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import Any, NamedTuple, TypeAlias, TypeVar

from affray.autopilot.pilot import Pilot
from affray.autopilot.policies import WHIM, by_side
from affray.core.effect import Who
from affray.core.fight import AnyFight
from affray.core.live import Answer, AnyLive, Asked, Moment, Pending
from affray.core.message import msg
from affray.core.play import Policy
from affray.core.profile import Profile
from affray.core.request import ChanceRequest, Request
from affray.core.ruleset import Ruleset
from affray.core.scene import FighterRecord, Scene
from affray.core.stream import Stream, mixed
from affray.simulation.bulk import plain
from affray.simulation.estimate import Estimate, estimate
from affray.simulation.playouts import longest

A = TypeVar("A")
O = TypeVar("O")  # noqa: E741 (an option)
State = AnyFight

UNEQUAL = (
    "cover", "facing", "unseen", "hidden", "aware", "surprises", "opens", "works", "task", "stance",
)  # fmt: skip
"""What a scene can say of a fighter that gives one side an advantage or belongs to one place."""
BEFORE = ("ambushers", "opens", "before", "charges", "mines", "projects")
"""What a scene can say of a whole fight that favours one side."""


def sides_of(scene: Scene) -> list[str]:
    """The sides of a scene, in its order."""
    fighters: tuple[FighterRecord, ...] = getattr(scene, "fighters")  # noqa: B009 (each game's scene has it)
    return list(dict.fromkeys(f.side for f in fighters))


def mirrored(scene: Scene, model: str = "") -> tuple[Scene, tuple[str, str]]:
    """A scene with the fighters of one side on both, and the names of the two sides.

    The copies stand where the other side stood.  By default the model is the first side.  Nobody
    lies in wait or has anything to do but to fight.
    """
    fighters: tuple[FighterRecord, ...] = getattr(scene, "fighters")  # noqa: B009 (each game's scene has it)
    sides = sides_of(scene)
    one = model or sides[0]
    other = next(side for side in sides if side != one)
    ours = [_plain(f) for f in fighters if f.side == one]
    spots = [f.at for f in fighters if f.side == other]
    theirs = []
    for n, f in enumerate(ours):
        x, y = spots[n % len(spots)]
        theirs.append(
            f.model_copy(
                update={
                    "name": msg("{name} again", name=f.name),
                    "side": other,
                    "at": (x, y + 1.5 * (n // len(spots))),
                }
            )
        )
    changes: dict[str, Any] = {"fighters": (*ours, *theirs), **_defaults(scene, BEFORE)}
    return scene.model_copy(update=changes), (one, other)


def _plain(fighter: FighterRecord) -> FighterRecord:
    return fighter.model_copy(update=_defaults(fighter, UNEQUAL))


def _defaults(record: Any, names: tuple[str, ...]) -> dict[str, Any]:
    fields = type(record).model_fields
    return {n: fields[n].get_default(call_default_factory=True) for n in names if n in fields}


class Score(NamedTuple):
    """Fights that the first policy won and lost; those undecided count for neither."""

    won: int
    lost: int
    undecided: int

    @property
    def share(self) -> Estimate:
        """The part of the decided fights that it won; raises ValueError for none."""
        return estimate(self.won, self.won + self.lost)


Player: TypeAlias = Policy | Profile
"""A policy, or an autopilot of this profile."""


def match(
    ruleset: Ruleset, scene: Scene, one: Player, other: Player, pairs: int, seed: int = 0, model: str = ""
) -> Score:
    """Two players against each other in a mirrored scene, on either side.

    Fights 2 n and 2 n + 1 have the same dice; the players have changed sides.
    """
    twin, sides = mirrored(scene, model)
    start, pilot = ruleset.start(twin), Pilot(ruleset)
    won = lost = undecided = 0
    for n in range(pairs):
        for mine, theirs in (sides, sides[::-1]):
            end = fought(pilot, start, {mine: one, theirs: other}, seed, n)
            winner = ruleset.winner(end)
            won += winner == mine
            lost += winner == theirs
            undecided += winner not in sides
    return Score(won, lost, undecided)


def fought(pilot: Pilot, start: State, players: Mapping[str, Player], seed: int, n: int) -> State:
    """The end of fight n of a seed, between the players of these sides."""
    policies = {side: player for side, player in players.items() if not isinstance(player, Profile)}
    if len(policies) == len(players):
        return plain(pilot.ruleset, start, seed, n, by_side(policies, pilot.usual))
    return _answered(pilot, start, players, by_side(policies, pilot.usual), Stream(seed, n))


def _answered(
    pilot: Pilot, start: State, players: Mapping[str, Player], policy: Policy, source: Stream
) -> State:
    """A fight in which each answer is given by itself, as in a live one."""
    ruleset, moment, steps = pilot.ruleset, Moment(start), 0
    sides = {one: ruleset.words.card(start, one).side for one in start.everyone}
    while steps < longest(start):
        play, goes = (
            MatchPlay(
                moment, source, policy, {w for w, s in sides.items() if isinstance(players[s], Profile)}
            ),
            False,
        )
        try:
            goes = play.call(ruleset.step)
        except Pending as pending:
            profile = players[sides[pending.asked.who]]
            assert isinstance(profile, Profile)
            verdict = pilot.judge(
                Moment(moment.fight, tuple(play.given), 0), pending, profile, mixed(source.state)
            )
            moment = Moment(moment.fight, (*play.given, pending.answer(verdict.value)), 0)
            continue
        if not goes:
            return play.fight
        moment, steps = Moment(play.fight), steps + 1
    return moment.fight


class MatchPlay(AnyLive):
    """A live play that waits for some fighters alone, and notes all other answers."""

    def __init__(self, moment: Moment, source: Stream, policy: Policy, awaited: Set[Who]) -> None:
        self.source, self.policy, self.awaited = source, policy, awaited
        self.given: list[Answer] = [e for e in moment.entries if isinstance(e, Answer)]
        super().__init__(moment.fight, moment.entries, moment.effects)

    def answer(self, request: Request) -> Any:
        """The answer of the next entry; after the last one drawn, the policy's, or Pending."""
        dice = type(request) is ChanceRequest
        if self.at < len(self.entries) or (not dice and request.who.who in self.awaited):
            return super().answer(request)
        if type(request) is ChanceRequest:
            value = request.chance.sample(self.source)
        else:
            value = request.answered_by(self.policy, self)
        if not dice or request.question != WHIM:
            self.given.append(Answer(Asked.of(request), value))
        return value
