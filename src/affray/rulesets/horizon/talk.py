"""Talking and looking about: free, and at any time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from affray.core.act import Act
from affray.core.message import msg
from affray.core.view import View
from affray.rulesets.horizon import declare
from affray.rulesets.horizon import effects as fx
from affray.rulesets.horizon.fighter import Fighter, table
from affray.rulesets.horizon.sight import worse_hidden
from affray.rulesets.horizon.skill import AWARENESS, tested
from affray.rulesets.horizon.state import Game

WORDS = 20
"""Words a round (HZN-COM-01)."""
SOUND = "make a sound"
SPEAK = "speak"
LOOK = Act("look about")
ALERT, EASY = "stay alert", "stand easy"


def speak(play: Game, actor: Fighter, words: int, sound: bool) -> None:
    """Say so many words; what is too long the Director cuts or lets pass.

    See HZN-COM-01..03, HZN-RUL-59.  Who hides and speaks gives itself away.
    """
    declare.fit(play, actor)
    play.need(words > 0, "HZN-COM-01", "says nothing")
    counted = play.house.words_counted
    long = counted and actor.words + words > WORDS
    rule = "HZN-COM-02" if sound else "HZN-COM-01"
    play.do(fx.Spoke(actor.who, words, counted), rule)
    if long:
        allowed = play.choose(
            table(play), "let it be said", lambda: (False, True), "HZN-COM-03", about=(actor, words)
        )
        said = "is heard out" if allowed else msg("is cut short: over {words} words this round", words=WORDS)
        play.do(fx.Narrated(actor.who, said), "HZN-COM-03", "HZN-RUL-59")
    if actor.hidden:
        play.do(fx.Revealed(actor.who), "HZN-STL-04", "HZN-COM-01")


def stay_alert(play: Game, actor: Fighter) -> None:
    """Ask to be asked at every moment for what can be done out of turn (HZN-RUL-69)."""
    declare.fit(play, actor)
    play.need(not actor.poised, "HZN-RUL-69", "is on the alert")
    play.do(fx.Poised(actor.who), "HZN-RUL-69")
    play.do(fx.Heeded(), "HZN-RUL-69")


def stand_easy(play: Game, actor: Fighter) -> None:
    """Ask to be asked no more."""
    declare.fit(play, actor)
    play.need(actor.poised, "HZN-RUL-69", "is not on the alert")
    play.do(fx.Poised(actor.who, False), "HZN-RUL-69")


def worthwhile(one: View[Any], _: str, options: Sequence[Any]) -> Sequence[Any]:
    """Who has searched the scene searches it again only if the Director wishes (HZN-AWR-03)."""
    done = isinstance(one, Fighter) and one.searched
    return [option for option in options if option != LOOK] if done else options


def look_about(play: Game, actor: Fighter) -> None:
    """Search with all natural senses, once a scene unless the Director allows more.

    See HZN-AWR-01..03.  It finds those in sight who hid worse than that.
    """
    declare.fit(play, actor)
    if actor.searched and not play.choose(
        table(play), "allow another search", lambda: (False, True), "HZN-AWR-03", about=(actor,)
    ):
        play.do(fx.Narrated(actor.who, "has already searched this scene"), "HZN-AWR-03")
        return
    score = tested(play, actor, "look about", AWARENESS, "HZN-AWR-01")
    play.do(fx.Searched(actor.who, score), "HZN-AWR-01", "HZN-AWR-02", "HZN-AWR-03")
    for sneaker in actor.ranked(worse_hidden(score + (play.house.ties == "changed"))):
        play.do(fx.Watched(sneaker.who, actor.who, True), "HZN-AWR-01")
