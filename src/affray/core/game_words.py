"""How games say what happened and what is asked: the frame of a game's words, with what all say alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, TypeAlias

from affray.core.act import Act
from affray.core.dice import alone
from affray.core.effect import Effect, Who
from affray.core.live import Asked, Came, Chose, Happened, Hid, Rolled, Told, Went
from affray.core.message import filled, msg
from affray.core.phrases import GAME_MASTER, comes_or_goes, correction, decision, ends_turn, roll_name

Names: TypeAlias = Sequence[str]
EffectForm: TypeAlias = str | Callable[[Names, Any], str]
"""How an effect is told: a form that names its fields, or a function that gives one, or the words."""
EffectForms: TypeAlias = Mapping[type[Effect], EffectForm]
"""How each kind of effect is told; what goes without saying is not in it."""
ChoiceForms: TypeAlias = Mapping[str, Callable[[str, str], str]]
"""How an answer to each question is told: of who answered, and what."""
QuestionForms: TypeAlias = Mapping[str, Callable[[str, str, tuple[Any, ...]], str]]
"""How each question is put: of who is asked, against whom, and what it is about."""


@dataclass(frozen=True, slots=True)
class GameWords:
    """What a game says to people, by its tables; its class adds options, cards and places."""

    effects: EffectForms
    corrected: EffectForms = field(default_factory=dict)
    """How a correction is told where its effect goes without saying."""
    choices: ChoiceForms = field(default_factory=dict)
    questions: QuestionForms = field(default_factory=dict)
    rolls: ClassVar[Mapping[str, str]] = {}
    """Rolls that people call otherwise than by their question."""
    deeds: ClassVar[Mapping[str, str]] = {}
    """What is done by whoever answers a question with yes, where the question is no verb."""
    acting: ClassVar[frozenset[str]] = frozenset({"action"})
    """The questions that are answered with what one does, which is told as it is."""
    master: ClassVar[str] = GAME_MASTER

    def told(self, fight: Any, names: Names, told: Told) -> str:
        """One part of the story in one line; empty when it is not worth one."""
        match told:
            case Rolled():
                return self.rolled(names, told)
            case Chose(asked, value, _):
                return self.chose(names, asked, value)
            case Happened(effect, _, typed):
                line = self.outcome(fight, names, effect)
                if typed and not line:
                    form = self.corrected.get(type(effect))
                    line = self.in_form(form, names, effect) if form else effect.kind()
                return correction(typed, line) if typed else line
            case Came(who) | Went(who) | Hid(who):
                return comes_or_goes(self.name(names, who), told)

    def rolled(self, names: Names, told: Rolled) -> str:
        """A roll: whose, what for, its result, and the dice where they are something else."""
        return msg(
            "{name}'s {question}: {value}{shown}",
            name=self.name(names, told.asked.who),
            question=roll_name(self, told.asked.question),
            value=self.result(told.asked, told.value),
            shown=faces(told.dice, told.value),
        )

    def result(self, asked: Asked, value: object) -> object:
        """What came of a roll."""
        return value

    def chose(self, names: Names, asked: Asked, value: object) -> str:
        """What somebody decided; empty where nothing comes of it."""
        if asked.question not in self.acting and not self.worth_telling(asked.question, value):
            return ""
        who, said = self.name(names, asked.who), self.option(names, asked.question, value)
        if asked.question in self.acting:
            ends = isinstance(value, Act) and value.name == "end"
            return ends_turn(who) if ends else msg("{who}: {said}", who=who, said=said)
        if form := self.choices.get(asked.question):
            return form(who, said)
        if value is True:
            return decision(self, who, asked.question, True)
        return msg("{who}, {question}: {said}", who=who, question=asked.question, said=said)

    def worth_telling(self, question: str, value: object) -> bool:
        """Whether an answer is more than no, nothing or none; the first fighter is somebody."""
        return isinstance(value, Who) or bool(value)

    def outcome(self, fight: Any, names: Names, effect: Effect) -> str:
        """An effect in one line, with what comes of it at once, such as who is down by it."""
        return self.happened(names, effect)

    def happened(self, names: Names, effect: Effect) -> str:
        """An effect in one line; empty when it goes without saying."""
        return self.in_form(self.effects.get(type(effect), ""), names, effect)

    def in_form(self, form: EffectForm, names: Names, effect: Effect) -> str:
        """An effect as this form has it, with fighters by their names."""
        said = form if isinstance(form, str) else form(names, effect)
        if type(said) is not str or "{" not in said:
            return said
        values = {each.name: getattr(effect, each.name) for each in fields(effect)}  # type: ignore[arg-type]
        return filled(said, **{key: self.part(names, key, x) for key, x in values.items()})

    def part(self, names: Names, field: str, value: object) -> object:
        """What a form says for a field of an effect: of a fighter the name, else the value as it is."""
        return self.name(names, value) if isinstance(value, Who) else value

    def asked(self, names: Names, asked: Asked, about: tuple[Any, ...]) -> str:
        """A question as it is put to a person."""
        who = self.name(names, asked.who)
        against = next((names[x.who] for x in about if hasattr(x, "who") and x.who >= 0), "")
        if form := self.questions.get(asked.question):
            return form(who, against, about)
        return msg("{who}: {question}?", who=who, question=asked.question)

    def option(self, names: Names, question: str, value: object) -> str:
        """One option of a question."""
        raise NotImplementedError

    def name(self, names: Names, who: Who) -> str:
        """What a fighter is called, or whoever runs the table."""
        return called(names, who, self.master)


def called(names: Names, who: Who, master: str = GAME_MASTER) -> str:
    """What a fighter is called; whoever runs the table is nobody in the fight."""
    return names[who] if who >= 0 else master


def faces(dice: tuple[int, ...], value: object) -> str:
    """The dice of a roll beside its result; empty where they say no more than that."""
    return "" if not dice or alone(dice, value) else msg(" ({dice})", dice=" ".join(map(str, dice)))
