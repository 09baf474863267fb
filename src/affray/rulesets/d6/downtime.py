"""Between fights: weapons are loaded; the sheet says nothing of healing."""

from __future__ import annotations

from collections.abc import Iterator

from affray.core.act import Act
from affray.core.downtime import Carry, Deed, Downtime
from affray.core.message import msg
from affray.core.view import View
from affray.rulesets.d6 import effects as fx
from affray.rulesets.d6 import gear
from affray.rulesets.d6.fighter import Fighter, able
from affray.rulesets.d6.house import House
from affray.rulesets.d6.state import Body, Game, State, Table


def opened(_: House) -> Table:
    """The table of a campaign that begins."""
    return Table()


def carried(c: Carry) -> Body:
    """Hit points, being bloodied, what is loaded in what one has, loads to spare."""
    old: Body = c.old
    fresh: Body = c.fresh
    shots = dict(zip([w.name for w in old.kit], old.shots, strict=True))
    lost = old.sheet.hit_points - old.hp
    return fresh._replace(
        hp=min(fresh.sheet.hit_points, fresh.sheet.hit_points - lost),
        bloodied=old.bloodied,
        shots=tuple(min(n, shots.get(w.name, n)) for w, n in zip(fresh.kit, fresh.shots, strict=True)),
        spares=old.spares,
    )


def passes(play: Game, seconds: int) -> None:
    """Time passes, and brings nothing."""
    play.do(fx.TimePassed(seconds), "DSX-BLOOD-04")


def deeds(fight: State) -> Iterator[Deed]:
    """Loading what can be loaded."""
    for by in fight.everyone:
        b: Body = fight.bodies[by]
        spent = [w.name for w, n in zip(b.kit, b.shots, strict=True) if w.load and n < w.shots]
        if able(b):
            yield from (Deed(by, gear.LOAD.act(item=name)) for name in dict.fromkeys(spent))


def perform(play: Game, actor: View[Body], act: Act) -> None:
    """Load a weapon with all the actions it takes (DSX-ITEM-04, -05)."""
    one = Fighter(play, actor.who)
    play.need(one.about(able), "DSX-ITEM-04", "is out of action")
    for holds, rule, why in gear.can_be_loaded(one, act.item):
        play.need(holds, rule, why)
    slow = ("DSX-ITEM-05",) if gear.to_load(play, one, act.item) > 1 else ()
    play.do(fx.Loaded(one.who, act.item), "DSX-ITEM-04", *slow)


def in_words(by: str, whom: str, act: Act) -> str:
    """A deed as a player says it."""
    return msg("{by} loads the {weapon}", by=by, weapon=act.item)


DOWNTIME = Downtime(
    table=opened,
    carried=carried,
    passes=passes,
    deeds=deeds,
    perform=perform,
    in_words=in_words,
    of_scene=(
        "cover",
        "more",
        "prone",
        "unseen",
        "aware",
        "aboard",
        "drives",
        "facing",
        "bound",
        "dropped",
        "lying",
    ),
    silent=(
        "Hit points do not come back: the sheet says nothing of healing but that it ends being bloodied "
        "(DSX-BLOOD-04); the game master gives them back.",
        "Loads to spare are not refilled.",
    ),
)
"""What D6 Skirmish says of the time between fights."""
