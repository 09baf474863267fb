"""A condition that fighters are in or are not, declared once: dazzled, prone, unaware."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from importlib import import_module
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from affray.core.catalogue import Catalogue
from affray.core.control import Control, toggle
from affray.core.effect import Effect, Who
from affray.core.errors import BadData, Fault, unknown
from affray.core.field_effect import FieldEffect
from affray.core.game_words import EffectForm, EffectForms, Names
from affray.core.message import Verbatim, msg
from affray.core.names import package_of
from affray.core.tally import Mod
from affray.core.view import View
from affray.tabletop.checks import unknown_rules
from affray.tabletop.place import declared_already, declared_at

B = TypeVar("B")
E = TypeVar("E", bound=Effect)


class Transition(NamedTuple):
    """An effect that begins or ends a condition: its kind, how it is told, its name as a correction.

    `values` are those of its fields behind `who`.
    """

    kind: type[Effect]
    told: EffectForm
    correction: str
    values: tuple[Any, ...] = ()

    def by(self, who: Who) -> Effect:
        """The effect on a fighter."""
        kind: Callable[..., Effect] = self.kind
        return kind(who, *self.values)


class Condition(Generic[B]):
    """A condition of fighters, declared beside the rule that reads it.

    A game says which effects change its bodies: `class Condition(tabletop.Condition[Body],
    effect=BodyEffect)`.  Then there is one statement to write:

    `DAZZLED = Condition("dazzled", "{who} is dazzled", "{who} sees well again", until=SlotEnded)`

    Rules begin it with `play.do(DAZZLED.begin(who))` and read it with `one.about(DAZZLED.holds)`; it ends
    with the next effect that `until` names (see `moment`).  The game master's switch and correction, the
    words told and the word on the card follow.  It stands in the body's `conditions`, and its effect is
    called `GAME.Dazzled` in logs.  One that has a field of its own gives two changes in place of words, and
    says what `holds`.  `label` is what people call it; `mods` are modifiers of whoever is in it, by what
    the game calls the roll.
    Raises BadData, with file and line, where two have one name, where bodies have no `conditions`, where
    `until` is no moment, where one with a field of its own has words or `until`, and where the words of all
    have been made already.
    """

    effect: ClassVar[type[FieldEffect]]
    known: ClassVar[dict[str, Condition[Any]]]
    """Those of the game, by name, in the order in which they are declared."""
    modifying: ClassVar[dict[str, list[Condition[Any]]]]
    """Those that modify a roll, by what it is called."""
    taken: ClassVar[bool]
    """Whether the game has taken the words of all: what is declared later would have none."""

    def __init_subclass__(cls, effect: type[FieldEffect], **kw: Any) -> None:
        super().__init_subclass__(**kw)
        cls.effect, cls.known, cls.modifying, cls.taken = effect, {}, {}, False

    def __init__(
        self,
        name: str,
        begins: str | Transition,
        ends: str | Transition,
        *,
        until: type[Effect] | tuple[type[Effect], ...] = (),
        holds: Callable[[B], bool] | None = None,
        label: str = "",
        mods: Mapping[str, Mod] | None = None,
    ) -> None:
        self.name, self.label, self.mods, self.place = name, label or name, mods or {}, declared_at()
        moments = until if isinstance(until, tuple) else (until,)
        words = isinstance(begins, str), isinstance(ends, str)
        self._refuse(moments, general=holds is None, fits=set(words) == {holds is None})
        self.known[name] = self
        for roll in self.mods:
            self.modifying.setdefault(roll, []).append(self)
        self.holds: Callable[[B], bool] = holds or _holds(name)
        kind = _effect(name, self.effect) if any(words) else Effect
        told = _told(begins, ends)
        self._begins = Transition(kind, told, name) if isinstance(begins, str) else begins
        self._ends = Transition(kind, told, name, (False,)) if isinstance(ends, str) else ends
        for each in moments:
            MOMENTS[each].add(name)

    def _refuse(self, moments: tuple[type[Effect], ...], general: bool, fits: bool) -> None:
        faults: list[str] = [
            msg("{kind} ends no conditions", kind=Verbatim(each.__name__))
            for each in moments
            if each not in MOMENTS
        ]
        if self.name in self.known:
            faults.append(declared_already(self.name, self.known[self.name].place))
        if not fits or (moments and not general):
            faults.append("expected two texts; or two transitions and what holds, which say how it ends")
        if general and FIELD not in self.effect.record._fields:
            faults.append(msg("the bodies of the game have no field {field}", field=Verbatim(FIELD)))
        if self.taken:
            faults.append("the words of the game are made already: declare it in a chapter")
        if faults:
            raise BadData([Fault(self.place, fault) for fault in faults])

    def begin(self, who: Who) -> Effect:
        """The effect by which a fighter is in it."""
        return self._begins.by(who)

    def end(self, who: Who) -> Effect:
        """The effect by which it is over."""
        return self._ends.by(who)

    @property
    def corrections(self) -> dict[str, type[Effect]]:
        """What a game master types to begin and end it, by name."""
        return {change.correction: change.kind for change in (self._begins, self._ends)}

    def toggle(self, body: B, who: Who) -> Control:
        """The game master's switch for it."""
        return toggle(self.name, self.label, self.holds(body), lambda: self.begin(who), lambda: self.end(who))

    @classmethod
    def toggles(cls, body: B, who: Who, but: Collection[Condition[B]] = ()) -> Iterator[Control]:
        """The game master's switches for all but some."""
        for each in cls.known.values():
            if each not in but:
                yield each.toggle(body, who)

    def flag(self, body: B) -> dict[str, bool]:
        """Whether a fighter is in it, by the word on the card."""
        return {self.label: self.holds(body)}

    @classmethod
    def flags(cls, body: B, but: Collection[Condition[B]] = ()) -> dict[str, bool]:
        """What a fighter is in and what not, by the words on the card; of all but some."""
        return {each.label: each.holds(body) for each in cls.known.values() if each not in but}

    @classmethod
    def all_corrections(cls, own: Mapping[str, type[Effect]]) -> dict[str, type[Effect]]:
        """What a game master types, by name: a game's own corrections, and those of its conditions.

        Raises BadData where a condition has the name of something else.
        """
        by_name = {**own}
        for each in cls.known.values():
            for name, kind in each.corrections.items():
                if by_name.setdefault(name, kind) is not kind:
                    fault = msg("there is another correction {name}", name=Verbatim(repr(name)))
                    raise BadData([Fault(each.place, fault)])
        return by_name

    @classmethod
    def check(cls, catalogue: Catalogue, rolls: Collection[str]) -> None:
        """Raises BadData where a modifier names a rule or a roll that the game does not have."""
        if faults := [
            Fault(each.place, fault)
            for each in cls.known.values()
            for fault in (
                *unknown_rules((mod.rule for mod in each.mods.values()), catalogue),
                *(unknown("roll", roll, rolls) for roll in each.mods if roll not in rolls),
            )
        ]:
            raise BadData(faults)

    @classmethod
    def modifiers(cls, one: View[B], roll: str) -> list[Mod]:
        """What the conditions that somebody is in put on a roll, in the order in which they are declared."""
        return [each.mods[roll] for each in cls.modifying.get(roll, ()) if one.about(each.holds)]

    @classmethod
    def forms(cls) -> EffectForms:
        """How the effects of all of them are told; none can be declared from then on."""
        cls.taken = True
        changes = (change for each in cls.known.values() for change in (each._begins, each._ends))
        return {change.kind: change.told for change in changes}


def conditions_of(body: object) -> list[Condition[Any]]:
    """All conditions that a body of this kind can be in."""
    kinds = [kind for kind in Condition.__subclasses__() if kind.effect.record is type(body)]
    return [condition for kind in kinds for condition in kind.known.values()]


FIELD = "conditions"
"""The field of a body in which those stand that have none of their own: their names, in order."""

MOMENTS: dict[type[Effect], set[str]] = {}
"""The names of the conditions that end with effects of each kind."""


def moment(kind: type[E]) -> type[E]:
    """Let conditions end with effects of this kind, as their `until` says."""
    happens, over = kind.on, MOMENTS.setdefault(kind, set())

    def on(self: E, body: Any, /) -> Any:
        after = happens(self, body)
        # read only where there is such a condition: bulk knows bodies apart by what was read of them
        if not over or over.isdisjoint(after.conditions):
            return after
        return after._replace(conditions=tuple(name for name in after.conditions if name not in over))

    kind.on = on  # type: ignore[assignment, method-assign]
    return kind


def _holds(name: str) -> Callable[[Any], bool]:
    return lambda body: name in body.conditions


def _told(begins: str | Transition, ends: str | Transition) -> Callable[[Names, Any], str]:
    return lambda _, effect: str(begins if effect.now else ends)


def _effect(name: str, base: type[FieldEffect]) -> type[Effect]:
    """An effect with a field `now`: whether a fighter is in the condition from now on."""

    def on(self: Any, body: Any, /) -> Any:
        if self.now == (name in body.conditions):
            return body
        others = [each for each in body.conditions if each != name]
        return body._replace(conditions=tuple(sorted([*others, name] if self.now else others)))

    def reduced(self: Any) -> tuple[Any, ...]:
        return _again, (package_of(base.__module__), self.packed())

    called = "".join(part.capitalize() for part in re.findall(r"\w+", name))
    fields = {"__annotations__": {"now": bool}, "now": True}
    made = {"__module__": base.__module__, "on": on, "__reduce__": reduced, **fields}
    kind: type[Effect] = type(called, (base,), made)
    return kind


def _again(package: str, packed: dict[str, object]) -> Effect:
    """An effect that comes from another process: no module has its class by name."""
    import_module(package)
    return Effect.unpacked(packed)
