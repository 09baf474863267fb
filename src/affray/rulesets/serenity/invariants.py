"""What must hold in every fight of the game, whatever the rules and the dice do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from affray.core.effect import TABLE, Effect
from affray.core.message import Verbatim, msg
from affray.core.ruleset import Invariants
from affray.rulesets.serenity import effects as fx
from affray.rulesets.serenity.effects.arms import HANDS
from affray.rulesets.serenity.fighter import able, up
from affray.rulesets.serenity.state import ALL_OUT_ATTACK, ALL_OUT_DEFENCE, Body, State, Table


class SerenityInvariants(Invariants):
    """Figures in bounds, no weapon lost, mutual holds, nobody acts who cannot."""

    def after(self, before: State, effect: Effect, now: State) -> Iterator[str]:
        """The body that the effect changed, and whether whoever acts can."""
        if effect.who == TABLE:
            yield from _of_table(before.table, now.table)
            return
        was: Body = before.bodies[effect.who]
        body: Body = now.bodies[effect.who]
        yield from _of_body(body)
        if isinstance(effect, fx.Acted):
            yield from _of_action(was, body, now.table.current == effect.who)
        elif isinstance(effect, fx.Guarded):
            if not able(was):
                yield msg("{name} defends and cannot", name=Verbatim(body.sheet.name))
            if was.stance == ALL_OUT_ATTACK:
                yield msg("{name} defends in an all-out attack", name=Verbatim(body.sheet.name))
        elif isinstance(effect, fx.Declared) and effect.stance and was.load:
            yield msg("{name} goes all out with actions carried over", name=Verbatim(body.sheet.name))

    def at_rest(self, start: State, now: State) -> Iterator[str]:
        """What ties bodies to each other and to the table."""
        for who in now.here:
            yield from _of_ties(now, now.bodies[who], who)
        for body in now.present:
            if body.pending and not now.table.together:
                yield msg("{name} has blows that wait for nobody", name=Verbatim(body.sheet.name))
            if body.watch is not None and not up(body):
                yield msg("{name} is down and covers a spot", name=Verbatim(body.sheet.name))
        if (had := weapons(start)) != (have := weapons(now)):
            yield msg(
                "weapons lost: {lost}; weapons gained: {gained}",
                lost=dict(had - have),
                gained=dict(have - had),
            )


def weapons(fight: State) -> Counter[str]:
    """Every weapon that does not go off, carried or on the ground."""
    carried = [w for b in fight.fighters for w in b.kit]
    lying = [thing.weapon for thing in fight.table.ground]
    return Counter(w.name for w in (*carried, *lying) if not w.explosive)


def _of_table(was: Table, table: Table) -> Iterator[str]:
    if table.clock < was.clock or table.round < was.round:
        yield msg("time runs back from {before} s to {now} s", before=was.clock, now=table.clock)


def _of_action(was: Body, b: Body, in_turn: bool) -> Iterator[str]:
    name = Verbatim(b.sheet.name)
    if not able(was):
        yield msg("{name} acts and cannot", name=name)
    if not in_turn:
        yield msg("{name} acts out of turn", name=name)
    if b.used > b.acts:
        yield msg("{name} has taken {used} of {acts} actions", name=name, used=b.used, acts=b.acts)
    if was.stance == ALL_OUT_DEFENCE:
        yield msg("{name} acts in an all-out defence", name=name)


def _of_body(b: Body) -> Iterator[str]:
    name, life = Verbatim(b.sheet.name), b.sheet.life
    bounds = (
        ("stun", b.stun, 2 * life),
        ("wounds", b.wounds, 2 * life),
        ("weapons in hand", len(b.hands), HANDS),
    )
    yield from (
        msg("{name} has {n} {what}", name=name, n=n, what=what)
        for what, n, most in bounds
        if not 0 <= n <= most
    )
    counts = {
        "actions": b.acts, "used": b.used, "defences": b.guards, "carried over": b.carry, "load": b.load,
        "plot points": b.plot, "checks": b.checks, "turns of the feint": b.feint_left,
    }  # fmt: skip
    yield from (
        msg("{name}: {what} is {n}", name=name, what=what, n=n) for what, n in counts.items() if n < 0
    )
    if b.guarded > b.guards:
        yield msg(
            "{name} has used {guarded} of {guards} declared defences",
            name=name,
            guarded=b.guarded,
            guards=b.guards,
        )
    names = {w.name for w in b.kit}
    if not {*b.hands} <= names or len({*b.hands}) < len(b.hands):
        yield msg("{name} has {hands} in hand of {names}", name=name, hands=b.hands, names=sorted(names))
    magazines = {w.name: w.magazine for w in b.kit}
    for clip in b.clips:
        if not 0 <= clip.left <= magazines.get(clip.weapon, -1):
            yield msg(
                "{name} has {left} rounds in the {weapon}", name=name, left=clip.left, weapon=clip.weapon
            )


def _of_ties(fight: State, b: Body, who: int) -> Iterator[str]:
    name = Verbatim(b.sheet.name)
    pairs = (
        ("held_by", "holding"),
        ("holding", "held_by"),
        ("menaced_by", "menacing"),
        ("menacing", "menaced_by"),
    )
    for mine, theirs in pairs:
        other = getattr(b, mine)
        if other is None:
            continue
        if getattr(fight.bodies[other], theirs) != who:
            yield msg(
                "{name}: {tie} {other}, who knows nothing of it",
                name=name,
                tie=Verbatim(mine),
                other=Verbatim(fight.bodies[other].sheet.name),
            )
        if not up(b):
            yield msg(
                "{name} is down: {tie} {other}",
                name=name,
                tie=Verbatim(mine),
                other=Verbatim(fight.bodies[other].sheet.name),
            )


INVARIANTS = SerenityInvariants()
