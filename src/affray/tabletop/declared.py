"""What a ruleset has of its declarations, and the declarations that most games would make alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, ClassVar, Literal

from pydantic import Field, create_model

from affray.core.act import Act
from affray.core.catalogue import Catalogue
from affray.core.errors import BadData, Fault, unknown
from affray.core.fight import Fight, GameFight
from affray.core.message import msg
from affray.core.scene import FighterRecord, Scene
from affray.tabletop.action import Action, SheetLine, anything_goes
from affray.tabletop.actions import Actions
from affray.tabletop.page import declared_page
from affray.tabletop.question import Question, Questions
from affray.tabletop.rotation import Rotation, Rounds

AnyActions = Actions[Any, Any, Any, Any, Any]


def idle(name: str, *rules: str) -> Action[Any, Any, Any, Any]:
    """An action that does nothing and ends the turn."""
    ends: SheetLine[Any] = SheetLine(note="does nothing and ends the turn")
    return Action(name=name, run=anything_goes, rules=rules, tags=frozenset({"end"}), sheet=ends)


def what_now(*rules: str) -> Question[tuple[()], Act]:
    """The question which action to take."""
    return Question(name="action", asks=_what_now, rules=rules)


def _what_now(who: str, _: str, __: tuple[()]) -> str:
    return msg("{who}: what now?", who=who)


def scene_record(book: Catalogue) -> type[Scene]:
    """The record of the scenes of a game whose fighters have what all games' have."""
    game: Any = Literal[book.id]
    kind: type[Scene] = create_model(
        "OwnScene",
        __base__=Scene,
        catalogue=(ClassVar[Catalogue], book),
        ruleset=(game, ...),
        fighters=(tuple[FighterRecord, ...], Field(min_length=2, max_length=60)),
    )
    return kind


def each_of(one: FighterRecord) -> Iterator[FighterRecord]:
    """A record for each of so many of them: numbered, a metre apart."""
    x, y = one.at
    for n, name in enumerate(one.called):
        yield one.model_copy(update={"name": name, "at": (x, y + n), "count": 1})


def declared(
    actions: AnyActions, questions: Questions, rotation: Rotation, body: Callable[[Any], Any]
) -> dict[str, Any]:
    """The arguments of a `Ruleset` that follow from declarations, and from a round that is a rotation.

    `body` makes a body of a fighter of a scene.  Raises BadData where the round asks what the game does not.
    """
    if (act := rotation.act).name not in questions.by_name:
        raise BadData([Fault(act.place, unknown("question", act.name, questions.by_name))])
    book, house = actions.catalogue, type(actions.house)

    def start(scene: Any) -> GameFight:
        bodies = [body(each) for one in scene.starting for each in each_of(one)]
        return Fight((*bodies, Rounds()), book.house(house, scene.options))

    return {
        "id": book.id, "title": book.title, "catalogue": book, "scenes": book.scenes,
        "perform": actions.perform, "menu": actions.menu, "measures": actions.measures,
        "kinds": actions.kinds(), "questions": frozenset(questions.by_name), "view": rotation.view,
        "scene": scene_record(book), "start": start, "joining": lambda _, one: body(one),
        "step": rotation.step, "take": rotation.take, "winner": rotation.winner, "solving": rotation.solving,
        "page": declared_page(actions, questions),
    }  # fmt: skip
