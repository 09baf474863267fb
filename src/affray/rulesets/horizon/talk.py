"""Talking and looking about: free, and at any time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from affray.core.act import Act
from affray.core.message import msg
from affray.core.view import View
from affray.rulesets.horizon import effects as fx
from affray.rulesets.horizon.declare import Action, Lines, SheetLine
from affray.rulesets.horizon.fighter import Fighter, table
from affray.rulesets.horizon.phrases import Said
from affray.rulesets.horizon.sight import worse_hidden
from affray.rulesets.horizon.skill import AWARENESS, tested
from affray.rulesets.horizon.state import Game
from affray.tabletop.question import YesNo

WORDS = 20
"""Words a round (HZN-COM-01)."""
LET_SAY = YesNo(
    name="let it be said",
    asks=lambda who, one, about: msg(
        "{one} says {n, plural, one {# word} other {# words}}. Let {one} finish?", one=one, n=about[1]
    ),
    rules=("HZN-COM-03",),
    deed="let it all be said",
)
SEARCH_AGAIN = YesNo(
    name="allow another search",
    asks="May {foe} search this scene again?",
    tells="{who} allows another search",
    rules=("HZN-AWR-03",),
)


def speaks(play: Game, actor: Fighter, _: Fighter, act: Act) -> None:
    """Say so many words; what is too long the Director cuts or lets pass.

    See HZN-COM-01..03, HZN-RUL-59.  Who hides and speaks gives itself away.
    """
    play.need(act.n > 0, "HZN-COM-01", "says nothing")
    words, counted = act.n, play.house.words_counted
    long = counted and actor.words + words > WORDS
    play.do(fx.Spoke(actor.who, words, counted), "HZN-COM-02" if act.name == SOUND.name else "HZN-COM-01")
    if long:
        allowed = LET_SAY.put(play, table(play), (actor, words))
        said = "is heard out" if allowed else msg("is cut short: over {words} words this round", words=WORDS)
        play.do(fx.Narrated(actor.who, said), "HZN-COM-03", "HZN-RUL-59")
    if actor.hidden:
        play.do(fx.Revealed(actor.who), "HZN-STL-04", "HZN-COM-01")


def stays_alert(play: Game, actor: Fighter, *_: object) -> None:
    """Ask to be asked at every moment for what can be done out of turn (HZN-RUL-69)."""
    play.need(not actor.poised, "HZN-RUL-69", "is on the alert")
    play.do(fx.Poised(actor.who), "HZN-RUL-69")
    play.do(fx.Heeded(), "HZN-RUL-69")


def stands_easy(play: Game, actor: Fighter, *_: object) -> None:
    """Ask to be asked no more."""
    play.need(actor.poised, "HZN-RUL-69", "is not on the alert")
    play.do(fx.Poised(actor.who, False), "HZN-RUL-69")


def worthwhile(one: View[Any], _: str, options: Sequence[Any]) -> Sequence[Any]:
    """Who has searched the scene searches it again only if the Director wishes (HZN-AWR-03)."""
    done = isinstance(one, Fighter) and one.searched
    return [option for option in options if option != LOOK.act()] if done else options


def looks_about(play: Game, actor: Fighter, *_: object) -> None:
    """Search with all natural senses, once a scene unless the Director allows more.

    See HZN-AWR-01..03.  It finds those in sight who hid worse than that.
    """
    if actor.searched and not SEARCH_AGAIN.put(play, table(play), (actor,)):
        play.do(fx.Narrated(actor.who, "has already searched this scene"), "HZN-AWR-03")
        return
    score = tested(play, actor, "look about", AWARENESS, "HZN-AWR-01")
    play.do(fx.Searched(actor.who, score), "HZN-AWR-01", "HZN-AWR-02", "HZN-AWR-03")
    for sneaker in actor.ranked(worse_hidden(score + (play.house.ties == "changed"))):
        play.do(fx.Watched(sneaker.who, actor.who, True), "HZN-AWR-01")


LOOK = Action(
    name="look about",
    run=looks_about,
    rules=("HZN-AWR-02",),
    says=Said(called="look around"),
    sheet=SheetLine(("HZN-AWR-02", "HZN-AWR-03"), "an Awareness test, once a scene", called="look around"),
)
ALERT = Action(
    name="stay alert",
    lines=Lines(when=lambda fight, who: not fight.bodies[who].poised),
    run=stays_alert,
    sheet=SheetLine(("HZN-RUL-69",), "be asked what you do at every moment out of turn"),
)
EASY = Action(
    name="stand easy",
    lines=Lines(when=lambda fight, who: fight.bodies[who].poised),
    run=stands_easy,
    sheet=SheetLine(("HZN-RUL-69",), "be asked no more"),
)
SPEAK = Action(
    name="speak",
    lines=lambda name, fight, who: (Act(name, n=5),),
    run=speaks,
    rules=("HZN-COM-01",),
    wants="n",
    says=Said("speak ({n, plural, one {# word} other {# words}})"),
    sheet=SheetLine(note="20 words a round"),
)
SOUND = Action(
    name="make a sound",
    lines=lambda name, fight, who: (Act(name, n=1),),
    run=speaks,
    rules=("HZN-COM-02",),
    sheet=SheetLine(note="counted like words"),
)
