"""The game between fights: same fighters, rules and words, another round.

`with_campaign` gives a ruleset this second game, under its own id and `/campaign`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from affray.core.act import Act, Offer
from affray.core.downtime import (
    BETWEEN,
    MOST,
    REST,
    SPANS,
    STAY,
    WAIT,
    Carried,
    Deed,
    Downtime,
    Left,
    Returned,
    clock_in_words,
    passing,
    seconds_of,
    span_in_words,
)
from affray.core.effect import TABLE, Effect, Who
from affray.core.errors import BadAnswer, Refusal
from affray.core.fight import Fight, GameFight
from affray.core.follow import Gauge, stock
from affray.core.live import Asked, Came, Chose, Happened, Told
from affray.core.message import figure, joined, msg
from affray.core.pack import NOTHING, Content
from affray.core.phrases import the_side
from affray.core.play import AnyPlay, Policy, asked_first
from affray.core.probe import Probe
from affray.core.ruleset import Card, Changed, Invariants, Measure, Ruleset, Words
from affray.core.scene import Scene
from affray.core.view import View

CAMPAIGN = "/campaign"
"""What stands behind the id of a game in that of its campaigns."""

State = GameFight


def with_campaign(ruleset: Ruleset, downtime: Downtime) -> Ruleset:
    """The game, with what it says of the time between fights."""
    return replace(ruleset, downtime=downtime, campaign=_campaign(ruleset, downtime))


def _campaign(base: Ruleset, downtime: Downtime) -> Ruleset:
    """The game between fights."""
    between = Between(base, downtime)

    class Roster(Scene):
        """A campaign as a file: title and house rules; fighters come from fights."""

        catalogue: ClassVar[Any] = base.catalogue
        kinds: ClassVar[Any] = base.scene.kinds

        def newcomer(
            self, record: Mapping[str, Any], names: Sequence[str], content: Content = NOTHING
        ) -> Any:
            """A fighter who joins, as in a scene of the game."""
            scene = base.scene.model_construct(ruleset=base.id, title=self.title, options=self.options)
            return scene.newcomer(record, names, content)

    def start(scene: Roster) -> State:
        """A campaign in which nobody is yet."""
        house = base.start(_with_options(base, scene)).house
        return Fight((downtime.table(house),), house)

    return replace(
        base,
        id=f"{base.id}{CAMPAIGN}",
        title=msg("{title}, between fights", title=base.title),
        scene=Roster,
        start=start,
        step=between.step,
        perform=between.perform,
        take=None,
        menu=no_menu,
        winner=nobody_yet,
        policies={name: _waiting(policy) for name, policy in base.policies.items()},
        measures=between.measures,
        words=CampaignWords(base.words, downtime),
        corrected=between.corrected,
        left=stays,
        scenes={},
        invariants=Invariants(),
        downtime=downtime,
    )


def stays(_: GameFight, __: Who) -> GameFight:
    """Refuse: a fighter can be taken out of a fight, but not out of a campaign."""
    raise BadAnswer("fighters cannot leave a campaign", code="answer/no-correction")


def _with_options(base: Ruleset, scene: Scene) -> Any:
    """A scene of the game without anybody in it, under the same house rules."""
    return base.scene.model_construct(ruleset=base.id, title=scene.title, options=scene.options, fighters=())


def no_menu(_: State, __: Who) -> Sequence[Offer]:
    """An empty menu: deeds between fights are not actions of a turn."""
    return ()


def nobody_yet(_: State) -> None:
    """Nobody ever wins a campaign."""
    return


def _waiting(policy: Policy) -> Policy:
    """The policy, for which the game master lets the least time pass."""
    return asked_first(lambda asked: asked.options()[:1] if asked.question == BETWEEN else (), policy)


class Between:
    """The round of a campaign, and what can be done in it."""

    def __init__(self, base: Ruleset, downtime: Downtime) -> None:
        self.base, self.downtime = base, downtime

    def step(self, play: AnyPlay) -> bool:
        """Settle what is due; if nothing is, ask the game master what to do next."""
        if not play.call(self.downtime.due):
            master = View[Any](play, TABLE)
            deed: Deed = play.choose(
                master, BETWEEN, lambda: self.deeds(play.fight), admits=lambda d: self.refusals(play.fight, d)
            )
            play.call(self.perform, self.base.view(play, deed.by), deed.act)
        return True

    def perform(self, play: AnyPlay, actor: View[Any], act: Act) -> None:
        """Carry out one deed."""
        if actor.who != TABLE:
            self.downtime.perform(play, actor, act)
        elif act.name == REST and self.downtime.rested is not None:
            self.downtime.rested(play, act.n)
        elif act.name == STAY and self.downtime.stays is not None:
            self.downtime.stays(play, act.item)
        else:
            self.downtime.passes(play, seconds_of(act))

    def deeds(self, fight: State) -> list[Deed]:
        """What can be done: let time pass, or a deed that the rules allow."""
        waits = [Deed(TABLE, Act(WAIT, item=span, n=1)) for span in SPANS]
        rests = [Deed(TABLE, Act(REST, item="day", n=1))] if self.downtime.rested else []
        stays = [Deed(TABLE, Act(STAY, item=place)) for place in self.downtime.places]
        return [
            *waits,
            *rests,
            *stays,
            *[d for d in self.downtime.deeds(fight) if not self._why_not(fight, d)],
        ]

    def refusals(self, fight: State, deed: object) -> Sequence[Refusal]:
        """Why something that is not in the list cannot be done."""
        if not isinstance(deed, Deed) or (deed.by != TABLE and deed not in [*self.downtime.deeds(fight)]):
            return (Refusal("", "nobody here can do that"),)
        if deed.by != TABLE:
            return self._why_not(fight, deed)
        act, rests = deed.act, self.downtime.rested is not None
        if act.name == STAY and act.item in self.downtime.places:
            return ()
        if act.name not in (WAIT, REST) or (act.name == REST and not rests):
            return (
                Refusal(
                    "", msg("{title} has no {name} between fights", title=self.base.title, name=act.name)
                ),
            )
        if act.item not in SPANS or (act.name == REST and act.item != "day"):
            return (
                Refusal(
                    "",
                    msg(
                        "expected {rest, select, true {days} other {minutes, hours or days}}",
                        rest=act.name == REST,
                    ),
                ),
            )
        return (
            ()
            if 1 <= act.n <= MOST
            else (Refusal("", msg("expected 1 to {most} of them", most=figure(MOST, ","))),)
        )

    def _why_not(self, fight: State, deed: Deed) -> tuple[Refusal, ...]:
        probe: Probe[Any, Any, Any] = Probe(fight)
        return probe.why_not(self.downtime.perform, self.base.view(probe, deed.by), deed.act)

    def measures(self, fight: State, who: Who, act: Act) -> Sequence[Measure]:
        """What people ask of a deed: who gets what back, and who dies."""
        follows = self.base.follows(fight.house)
        names = [self.base.words.card(fight, one).name for one in fight.everyone]
        measured = []
        for one in fight.everyone if who == TABLE or act.at is None else (act.at,):
            for gauge in follows.gauges:
                if gauge.kind == "life":
                    said = msg("{whom} recovers {name}", name=gauge.name, whom=names[one])
                    measured.append(Measure(said, Changed(one, _gained(gauge)), aside=who == TABLE))
            measured.append(
                Measure(msg("{whom} dies", whom=names[one]), Changed(one, _newly(follows.dead)), aside=True)
            )
            measured.append(
                Measure(
                    msg("{whom} is up again", whom=names[one]),
                    Changed(one, _no_longer(follows.out)),
                    aside=True,
                )
            )
        return measured

    def corrected(self, play: AnyPlay, effect: Effect) -> None:
        """Apply a correction, or bring back the fighters of a fight."""
        if isinstance(effect, Returned):
            play.do(effect)
            for who, body in effect.fighters:
                play.do(Carried(who, body))
        elif isinstance(effect, Left | Carried):
            play.do(effect)
        else:
            self.base.corrected(play, effect)


def _gained(gauge: Gauge) -> Callable[[Any, Any], int]:
    def gained(before: Any, after: Any) -> int:
        return sum(n for _, n in stock(gauge, after)) - sum(n for _, n in stock(gauge, before))

    return gained


def _newly(test: Callable[[Any], bool]) -> Callable[[Any, Any], bool]:
    return lambda before, after: bool(test(after)) and not test(before)


def _no_longer(test: Callable[[Any], bool]) -> Callable[[Any, Any], bool]:
    return lambda before, after: bool(test(before)) and not test(after)


class CampaignWords:
    """The game's own words, and those that only a campaign needs."""

    def __init__(self, base: Words, downtime: Downtime) -> None:
        self.base, self.downtime = base, downtime

    def told(self, fight: State, names: Sequence[str], told: Told) -> str:
        """One part of the story, in one line."""
        match told:
            case Chose(asked, value, _) if asked.question == BETWEEN:
                at = clock_in_words(self.downtime.clock(fight.table))
                return msg("{at}: {option}", at=at, option=self.option(names, BETWEEN, value))
            case Happened(Returned() as back, _, _):
                title = back.title
                return (
                    msg("Back from {title}: victory for {winner}", title=title, winner=the_side(back.winner))
                    if back.winner
                    else msg("Back from {title}", title=title)
                )
            case Happened(Left() as gone, _, _):
                return msg("Off to {title}", title=gone.title)
            case Happened(Carried(who), _, _):
                return msg("{whom}: {fighter}", whom=names[who], fighter=self.fighter(fight, who) or "well")
            case Came(who, ""):
                return msg("{whom} joins", whom=names[who])
            case Came(who, why):
                return msg("{whom} joins ({why})", whom=names[who], why=why)
            case Happened(effect, _, "") if hasattr(effect, "seconds"):
                return msg("{passing} later", passing=passing(effect.seconds))
        return self.base.told(fight, names, told)

    def asked(self, names: Sequence[str], asked: Asked, about: tuple[Any, ...]) -> str:
        """A question, as it is put to a person."""
        if asked.question == BETWEEN:
            return "What now?"
        return self.base.asked(names, asked, about)

    def option(self, names: Sequence[str], question: str, value: object) -> str:
        """One option of a question."""
        if not isinstance(value, Deed):
            return self.base.option(names, question, value)
        by, act = value
        if by == TABLE:
            return joined(" ", (act.name, act.item if act.name == STAY else span_in_words(act)))
        return self.downtime.in_words(names[by], "" if act.at is None else names[act.at], act)

    def card(self, fight: State, who: Who) -> Card:
        """A fighter's card, without a turn."""
        return self.base.card(fight, who)._replace(turn="")

    def apart(self, fight: State, one: Who, other: Who) -> str:
        """Nothing: between fights there are no distances."""
        return ""

    def fighter(self, fight: State, who: Who) -> str:
        """A fighter's present state, short."""
        return self.base.fighter(fight, who)

    def table(self, fight: State) -> str:
        """Day and hour."""
        return clock_in_words(self.downtime.clock(fight.table))
