"""Declarations and the order of the round: most skilled first, advantage, ties."""

from __future__ import annotations

from affray.core.act import Act
from affray.core.effect import TABLE, Who
from affray.core.errors import Refusal
from affray.core.message import msg
from affray.core.play import Play
from affray.core.tally import Mod, tally
from affray.core.turns import TurnOrder
from affray.rulesets.d6 import advantage, suppression
from affray.rulesets.d6 import effects as fx
from affray.rulesets.d6.codes import thrown
from affray.rulesets.d6.declare import Action, unconditional
from affray.rulesets.d6.dice import d6
from affray.rulesets.d6.fighter import Fighter, acting, equal, finished, on_hold, table, waiting
from affray.rulesets.d6.house import House
from affray.rulesets.d6.state import Game, State
from affray.sheet import Item
from affray.tabletop import UNLISTED
from affray.tabletop.question import Question, YesNo

COUNTS = tuple(range(7))
"""Numbers of actions that are listed; more are admitted."""

ACTIONS: Question[tuple[()], int] = Question(
    name="actions",
    asks=(
        "{who}: how many actions this round? Each after the first costs 1D on every roll "
        "and 3 points of every defence"
    ),
    rules=("DSX-R7",),
    says=lambda _, n: msg("{n, plural, =0 {none} one {# action} other {# actions}}", n=n),
)
FIRST_SKILL: Question[tuple[()], str] = Question(
    name="first skill",
    asks="{who}: which skill first? It sets the place in the turn order",
    rules=("DSX-INIT-01", "DSX-R3"),
)
HOLD_BACK = YesNo(
    name="hold back",
    asks="{who} acts at the same moment as others. Hold back and let them go first?",
    rules=("DSX-INIT-04",),
    listed=lambda _: Item("hold back", ("DSX-INIT-05",), "among equals, to let the other go first"),
)


def declare(play: Game, one: Fighter) -> None:
    """Say how many actions, and the place in the order (DSX-ACT-01, -03, DSX-R7)."""
    if play.house.actions_declared == "round":
        count(play, one)
    place(play, one)


def count(play: Game, one: Fighter) -> None:
    """The number of actions for the round; it sets the penalty of all of them.

    See DSX-MULTI-01.
    """
    most = play.house.actions_most
    listed = COUNTS[: most + 1] if most else COUNTS
    actions = ACTIONS.put(
        play, one, (), lambda: listed, admits=lambda n: _no_count(n, most), read_by=_price_of
    )
    play.do(fx.Declared(one.who, actions, lead(play, one, actions)), "DSX-R7", *_price_of(actions))


def _price_of(actions: int) -> tuple[str, ...]:
    """The rule of so many actions: one is free, more have their price (DSX-ACT-01, -03)."""
    return ("DSX-ACT-03",) if actions > 1 else ("DSX-ACT-01",) if actions else ()


def _no_count(n: object, most: int) -> tuple[Refusal, ...]:
    whole = isinstance(n, int) and not isinstance(n, bool) and n >= 0
    fits = whole and (not most or n <= most)  # type: ignore[operator]
    return (
        ()
        if fits
        else (Refusal("DSX-R8", msg("expected a whole number from 0 to {most}", most=most or "any")),)
    )


def lead(play: Game, one: Fighter, actions: int) -> str:
    """The skill of the first declared action (DSX-R3)."""
    skills = one.skills_at_hand
    if play.house.order_skill != "first_action" or not actions or len(skills) < 2:
        return skills[0]
    return FIRST_SKILL.put(play, one, (), lambda: skills)


def place(play: Game, one: Fighter) -> None:
    """The place in the order: skill, and what an advantage adds (DSX-INIT-01, -02)."""
    if play.house.order_skill == "perception":
        pool = tally(Mod("DSX-R3", one.perception, "perception"))
        number = thrown(play, one, "initiative", "one", pool, "DSX-R3")
        skill = Mod("DSX-R3", number, "perception")
    else:
        name = one.lead or one.skills_at_hand[0]
        skill = Mod("DSX-INIT-01", one.code(name), name)
    mods = tally(skill, advantage.in_order(play, one))
    play.do(fx.Ordered(one.who, tuple(mods)), "DSX-INIT-06", *[mod.rule for mod in mods])


def open_turns(play: Game) -> None:
    """The next in order; equals go together unless somebody holds back.

    See DSX-INIT-04, -05.
    """
    following = table(play).first(waiting)
    if following is None:
        return
    group = following.ranked(equal)
    if len(group) > 1 and play.house.order_tie == "coin":
        for one in group:
            play.do(fx.Tossed(one.who, play.roll(one, "toss", d6, tally(), "DSX-R5")), "DSX-R5")
        return
    if len(group) > 1 and any(one.waits == 0 for one in group):
        for one in group:
            play.call(hold_back, one)
        return
    together = ("DSX-INIT-04",) if len(group) > 1 else ("DSX-INIT-01",)
    for one in group:
        begin(play, one, together)


def hold_back(play: Game, one: Fighter) -> None:
    """One of several equals may let the others go first (DSX-INIT-05)."""
    back = HOLD_BACK.put(play, one, (), read_by=_lets_go_first)
    play.do(fx.Waited(one.who, back), "DSX-INIT-05" if back else "DSX-INIT-04")


def _lets_go_first(back: bool) -> tuple[str, ...]:
    return ("DSX-INIT-05",) if back else ()


def begin(play: Game, one: Fighter, rules: tuple[str, ...]) -> None:
    """A turn begins: by the option with the declaration of actions (DSX-R7)."""
    play.do(fx.TurnBegan(one.who), *rules)
    if play.house.actions_declared == "turn":
        count(play, one)


def end(play: Game, actor: Fighter, _: Fighter, __: Act) -> None:
    """The turn is over (DSX-RND-01)."""
    suppression.lingered(play, actor)
    play.do(fx.TurnEnded(actor.who), "DSX-RND-01")


def to_end(_: Act) -> str:
    """In words that say of what it is the end."""
    return "end the turn"


END = Action(
    name="end",
    conditions=unconditional,
    cost=0,
    run=end,
    event="",
    tags={"end"},
    called=to_end,
    sheet=UNLISTED,
)


def up(fight: State) -> list[Who]:
    """Those whose turn it is, all at the same moment (DSX-INIT-04)."""
    return Play(fight).ranked(acting, TABLE)


def by_dice(house: House) -> bool:
    """Whether the places are thrown: else they are codes, which no foe tells."""
    return house.order_skill == "perception"


TURNS = TurnOrder(waiting=waiting, up=up, acted=finished, held=on_hold, thrown=by_dice)
"""The most skilled first, equals together; who holds an action has left the order (DSX-INIT-01..05)."""
