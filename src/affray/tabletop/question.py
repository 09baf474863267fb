"""One question of a game, beside the rule that asks it: its name, its words, its options, its rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any, Generic, NamedTuple, TypeVar

from affray.core.catalogue import Catalogue
from affray.core.errors import Refusal
from affray.core.game_words import ChoiceForms, QuestionForms
from affray.core.message import filled
from affray.core.play import AnyPlay, Policy, PolicyQuestion, answering
from affray.core.view import View
from affray.sheet import Item
from affray.tabletop.action import Names
from affray.tabletop.checks import refuse, unknown_rules
from affray.tabletop.place import declared_at

A = TypeVar("A", bound=tuple[Any, ...])
O = TypeVar("O")  # noqa: E741 (an option)
P = TypeVar("P")
V = TypeVar("V")

NO_YES = (False, True)
"""The options of whoever may do a thing or let it be."""


def untold(_: str, __: str) -> str:
    """A decision of which the story has nothing to say: what comes of it is told."""
    return ""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Question(Generic[A, O]):
    """A question, about what `A` holds, whose options are `O`.

    `asks` puts it to a person: who is asked, whom it is against, what it is about.  `tells` is what is told
    of an answer: who gave it, and the option in words.
    """

    name: str
    asks: str | Callable[[str, str, A], str]
    """A form of `who` and `foe`, or a function."""
    tells: str | Callable[[str, str], str] | None = None
    """A form of `who` and `what`; without any, it is told what was asked, and the option."""
    rules: tuple[str, ...] = ()
    options: tuple[O, ...] = ()
    """Those that it always has; else they are given as it is put."""
    says: Callable[[Names, O], str | None] | None = None
    """An option in words, where the game says it otherwise in other questions."""
    reads: Callable[[str], object] | None = None
    """What somebody means who types more than is listed; None where it is nothing."""
    deed: str = ""
    """What is done by whoever says yes, where the name is no verb."""
    listed: Callable[[Any], Item | tuple[Item, ...]] | None = None
    """How a reaction stands on the printed sheet, under these house rules; or each option that is one."""
    place: str = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "place", declared_at())

    def put(
        self,
        play: AnyPlay,
        who: View[Any],
        about: A,
        options: Callable[[], Sequence[O]] | None = None,
        *,
        by: tuple[str, ...] = (),
        admits: Callable[[O], Sequence[Refusal]] | None = None,
        read_by: Callable[[O], tuple[str, ...]] | None = None,
    ) -> O:
        """Ask it: from the rules, nowhere else.  `by` are rules of this time alone, behind its own."""
        offered = options or self.always
        rules = (*self.rules, *by)
        return play.choose(who, self.name, offered, *rules, about=about, admits=admits, read_by=read_by)

    def always(self) -> tuple[O, ...]:
        """The options that it always has."""
        return self.options

    def by(self, answer: Callable[[P, V, A], O]) -> Answering:
        """That it is answered so."""
        return Answering(self, answer)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class YesNo(Question[tuple[Any, ...], bool]):
    """A question to which the answer is no or yes."""

    options: tuple[bool, ...] = NO_YES


class Answering(NamedTuple):
    """A question, and what an autopilot says to it."""

    question: Question[Any, Any]
    answer: Callable[..., Any]


@dataclass(frozen=True, slots=True, eq=False)
class Questions:
    """The questions of a game."""

    order: tuple[Question[Any, Any], ...]
    catalogue: Catalogue
    by_name: dict[str, Question[Any, Any]] = field(init=False)

    def __post_init__(self) -> None:
        refuse(self.order, lambda question: unknown_rules(question.rules, self.catalogue))
        object.__setattr__(self, "by_name", {question.name: question for question in self.order})

    @classmethod
    def of(cls, parts: Iterable[ModuleType | Question[Any, Any]], catalogue: Catalogue) -> Questions:
        """Those that chapters of the rules declare, as they stand there, and single ones."""
        declared = (
            each
            for part in parts
            for each in (vars(part).values() if isinstance(part, ModuleType) else (part,))
        )
        return cls(tuple(dict.fromkeys(each for each in declared if isinstance(each, Question))), catalogue)

    def listed(self, house: object) -> tuple[Item, ...]:
        """The reactions that stand on the printed sheet."""
        listed = (each.listed(house) for each in self.order if each.listed is not None)
        return tuple(item for one in listed for item in ((one,) if isinstance(one, Item) else one))

    @property
    def deeds(self) -> dict[str, str]:
        """What is done by whoever says yes, by question, where its name is no verb."""
        return {name: question.deed for name, question in self.by_name.items() if question.deed}

    @property
    def asked(self) -> QuestionForms:
        """How each is put to a person."""
        return {name: _asking(question.asks) for name, question in self.by_name.items()}

    @property
    def told(self) -> ChoiceForms:
        """How an answer to each is told, where its question says."""
        return {name: _telling(q.tells) for name, q in self.by_name.items() if q.tells is not None}

    def option(self, name: str, names: Names, option: object) -> str | None:
        """An option in words, where its question has its own."""
        question = self.by_name.get(name)
        return question.says(names, option) if question is not None and question.says is not None else None

    @property
    def own_words(self) -> frozenset[str]:
        """The questions that people may answer in words of their own."""
        return frozenset(name for name, question in self.by_name.items() if question.reads is not None)

    def typed(self, name: str, text: str) -> object:
        """What is meant by an answer in words of one's own."""
        question = self.by_name.get(name)
        return question.reads(text) if question is not None and question.reads is not None else None


def _asking(asks: str | Callable[[str, str, Any], str]) -> Callable[[str, str, Any], str]:
    return asks if callable(asks) else lambda who, foe, _: filled(asks, who=who, foe=foe)


def _telling(tells: str | Callable[[str, str], str]) -> Callable[[str, str], str]:
    return tells if callable(tells) else lambda who, what: filled(tells, who=who, what=what)


def policy(answers: tuple[Answering, ...]) -> Policy:
    """An autopilot that answers so, and else takes the first option, which does least."""
    by_name: Mapping[str, Callable[..., Any]] = {each.question.name: each.answer for each in answers}

    def answer(asked: PolicyQuestion) -> Any:
        own = by_name.get(asked.question)
        return own(asked.play, asked.who, asked.about) if own else asked.options()[0]

    return answering(answer)
