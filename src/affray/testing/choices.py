"""What people are asked, held against a table of rules that leave a choice.

A table says of each rule who decides: a question, one option of it, or the ruling that decides for
the player.

    CHOICES = {
        "GAME-INIT-13": "action: lower initiative",
        "GAME-INIT-10": "weapon for initiative",
        "GAME-INIT-08": "AMB-05",
        "GAME-MEL-04": ("defend", "AMB-16"),
    }

    def test_what_the_sheet_lets_one_choose_is_asked():
        assert not unasked(RULESET, CHOICES)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

from affray.core.act import Act
from affray.core.catalogue import OptionValue
from affray.core.fight import GameFight
from affray.core.ruleset import Ruleset, names_of
from affray.core.scene import read_scene
from affray.core.stream import Stream
from affray.testing.roaming import Stop, any_house, roam

State = GameFight
Choices = Mapping[str, str | Sequence[str]]
"""Who decides, by rule: a question, `question: option`, a ruling, or several of these.

An option is the name of an action or what the game calls it in words.
"""


def unasked(
    ruleset: Ruleset,
    choices: Choices,
    situations: Iterable[State] = (),
    houses: Iterable[Mapping[str, OptionValue]] = ({},),
    fights: int = 12,
    answers: int = 150,
) -> list[str]:
    """What of a table is not so, a sentence for each.

    Every rule has to be in the catalogue, every ruling too; every question has to be asked, and
    every option offered, in some random fight from one of these situations, from one of the game's
    scenes under one of these house rules, or under any.  So many fights are walked from each start.
    """
    wanted = {each: rule for rule, told in choices.items() for each in _several(told)}
    wrong = [f"{rule} is no rule of {ruleset.id}" for rule in choices if rule not in ruleset.catalogue.rules]
    unheard = {each for each in wanted if each not in ruleset.catalogue.rulings}
    for start, source in _starts(ruleset, situations, houses, fights):
        if not unheard:
            break
        fought = roam(ruleset, start, source, answers, checked=False)
        for stop in fought.stops:
            unheard.difference_update(_said(ruleset, stop, unheard))
    return wrong + [f"{each!r} is not asked, and {wanted[each]} leaves it open" for each in sorted(unheard)]


def _several(told: str | Sequence[str]) -> tuple[str, ...]:
    return (told,) if isinstance(told, str) else tuple(told)


def _starts(
    ruleset: Ruleset,
    situations: Iterable[State],
    houses: Iterable[Mapping[str, OptionValue]],
    fights: int,
) -> Iterator[tuple[State, Stream]]:
    """Situations first, then scenes under the given house rules, then under any."""
    scenes = [read_scene(text, ruleset.scene, name) for name, text in ruleset.scenes.items()]
    given = [
        (ruleset.start(scene.model_copy(update={"options": {**house}})))
        for house in houses
        for scene in scenes
    ]
    for n in range(fights):
        for start in chain(situations, given):
            yield start, Stream(n)
        for scene in scenes:
            options = any_house(ruleset, source := Stream(n, 1))
            yield ruleset.start(scene.model_copy(update={"options": options})), source


def _said(ruleset: Ruleset, stop: Stop, unheard: set[str]) -> Iterator[str]:
    """The question, and each option that somebody waits to hear of."""
    question = stop.asked.question
    yield question
    if not any(each.startswith(f"{question}: ") for each in unheard):
        return
    options = [*stop.options]
    if options and isinstance(options[0], Act):
        options += [o.act for o in ruleset.menu(stop.fight, stop.asked.who) if o.wants and not o.refused]
    names = names_of(ruleset, stop.fight)
    for option in options:
        if isinstance(option, Act):
            yield f"{question}: {option.name}"
        yield f"{question}: {ruleset.words.option(names, question, option)}"
        yield f"{question}: {option}"
