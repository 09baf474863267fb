"""Logs without names: the same fight, entered again with letters for its fighters.

Nothing stays that people wrote.  What is left are the rules' part of it, so that it opens and replays
anywhere: the fighters and where they stood, every answer and every die.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from string import ascii_uppercase
from typing import Any, NamedTuple

from affray.balancing.toml import written
from affray.core.effect import Effect, pack, unpack
from affray.core.errors import AffrayError, LogError
from affray.core.fight import AnyFight
from affray.core.live import Answer, Concealed, Departed, Joined, Override
from affray.core.message import Verbatim, msg
from affray.core.ruleset import names_of as fighters_of
from affray.core.scene import Scene
from affray.session import Session, log
from affray.session.entries import Amend, FreeRoll, Handed, Logged, Sealed, SessionLine, Upgraded
from affray.table.own_words import own_words

AS_THEY_ARE = frozenset(
    {"kind", "archetype", "person", "ruleset", "options", "run_by", "level", "skills", "characteristics"}
)
"""Fields of a scene that hold words of the game, and no names."""
WRITTEN = frozenset({"title", "about"})
"""Fields that somebody has written."""
RECORDS = frozenset({"is", "effect"})
"""Fields of packed values that say of what kind they are."""
WORDS = frozenset({"examples", "enum"})
"""Parts of a schema that hold words of the game."""
NAME = frozenset({"name"})
"""Fields that hold the name of something."""
GUARDS = "guards "
SAID = "…"
"""What stands for what people said in words of their own, and for names that nobody sees any more."""
PLAYED_ANEW = "it was played with an older version of the rules"


class Names(NamedTuple):
    """What stands for each name: letters for fighters, numbers for sides and whatever else has one."""

    known: Mapping[str, str]

    def of(self, text: str) -> str:
        """A text that is a name, or has one behind `guards`; any other as it is."""
        before, guards, ward = text.rpartition(GUARDS)
        return f"{before}{guards}{self.known.get(ward, 'somebody')}" if guards else self.known.get(text, text)

    def within(self, plain: Any) -> Any:
        """Plain data in which names are told so."""
        if isinstance(plain, str):
            return self.of(plain)
        if isinstance(plain, Mapping):
            return {key: v if key in RECORDS else self.within(v) for key, v in plain.items()}
        return [self.within(each) for each in plain] if isinstance(plain, list | tuple) else plain


def letters(number: int) -> str:
    """What the fighter of a number is called.

    >>> [letters(n) for n in (0, 25, 26, 27)]
    ['A', 'Z', 'AA', 'AB']
    """
    before, last = divmod(number, len(ascii_uppercase))
    return (letters(before - 1) if before else "") + ascii_uppercase[last]


def names_of(session: Session) -> Names:
    """What stands for the names of a fight: those of its scene, and of who came later."""
    scene = tomllib.loads(session.header.scene)
    fighters = [each for each in scene.get("fighters", ()) if isinstance(each, dict)]
    known: dict[str, str] = {}
    for n, fighter in enumerate(fighters):
        base, count = str(fighter.get("name", "")), int(fighter.get("count", 1))
        known[base] = letters(n)
        if count > 1:
            known |= {f"{base} {nth}": f"{letters(n)} {nth}" for nth in range(1, count + 1)}
    for name in (*session.names, *_came(session)):
        known.setdefault(str(name), letters(len(known)))
    sides = dict.fromkeys(str(body.side) for body in session.fight.fighters)
    known |= {side: f"side {n}" for n, side in enumerate(sides, 1) if side not in known}
    first, words = session.at(0).fight, words_of(session)
    known |= things_in([scene, *_brought(session, first)], known, words)
    own = (text for text in own_words(session, first, SAID) if text not in known and text not in words)
    return Names(known | dict.fromkeys(own, SAID))


def words_of(session: Session) -> frozenset[str]:
    """The words that a game and its packs have for things: nobody at the table wrote them."""
    packs = session.header.content.get("tables", {}).values()
    return _words(session.ruleset.scene) | {str(row.get("name")) for rows in packs for row in rows}


@cache
def _words(scene: type[Scene]) -> frozenset[str]:
    tables = [name for kind in scene.kinds.values() for name in kind.names()]
    return frozenset([*tables, *_within(scene.model_json_schema(), WORDS)])


def _within(plain: Any, keys: frozenset[str]) -> Iterator[str]:
    """Every text that stands under one of these keys, by itself or in a list."""
    if isinstance(plain, dict):
        for key, value in plain.items():
            if key in keys:
                found = value if isinstance(value, list) else [value]
                yield from (each for each in found if isinstance(each, str))
            yield from _within(value, keys)
    elif isinstance(plain, list):
        for value in plain:
            yield from _within(value, keys)


def _joined(session: Session) -> list[Any]:
    """The bodies of who came later, those too whose coming was taken back."""
    return [line.entry.body for line in session.log.lines if isinstance(line.entry, Joined)]


def _came(session: Session) -> Iterator[str]:
    """What they are called."""
    fight = session.fight
    for body in _joined(session):
        yield from fighters_of(session.ruleset, fight._replace(bodies=(body, fight.bodies[-1])))


def _brought(session: Session, first: AnyFight) -> list[dict[str, str]]:
    """What they have that nobody had at first, by name."""
    theirs = frozenset(_within(pack(first.bodies), NAME))
    brought = (name for body in _joined(session) for name in _within(pack(body), NAME))
    return [{"name": name} for name in brought if name not in theirs]


def things_in(plain: Any, known: Mapping[str, str], words: frozenset[str] = frozenset()) -> dict[str, str]:
    """What stands for all other names in plain data, but for these words."""
    things = dict.fromkeys(name for name in _within(plain, NAME) if name not in known and name not in words)
    return {name: f"thing {n}" for n, name in enumerate(things, 1)}


def nameless(session: Session, lines: Iterable[SessionLine], names: Names) -> Session:
    """The same fight, of which these are the entries, entered again; raises LogError where it cannot be."""
    header = session.header
    if header.version != session.ruleset.version or session.versions.aged:
        raise LogError(PLAYED_ANEW, code="log/version")
    try:
        again = _begun(session, names)
        for line in lines:
            if not isinstance(line.entry, Sealed | FreeRoll):
                again.enter(SessionLine(_told(line.entry, names), line.by))
    except (AffrayError, ValueError, TypeError, KeyError, LookupError) as e:
        raise LogError(
            msg("it does not replay without names ({name})", name=Verbatim(type(e).__name__)),
            code="log/diverged",
        ) from None
    return again


def _begun(session: Session, names: Names) -> Session:
    """The fight as it opens; its dice come from the entries."""
    old = session.header
    carried = old.carried and log.CarriedFighters(
        campaign="",
        table=names.within(old.carried.table),
        fighters={names.of(name): names.within(body) for name, body in old.carried.fighters.items()},
    )
    header = log.Header(
        affray=log.FORMAT,
        ruleset=old.ruleset,
        version=old.version,
        source="report",
        scene=written(_scene(tomllib.loads(old.scene), names)),
        options=old.options,
        seed=0,
        content=old.content,
        carried=carried,
        effects=[],
        hash="",
    )
    again = Session(session.ruleset, header)
    log.begun(header, again.timeline.course.effects, again.state_hash)
    return again


def _scene(plain: Any, names: Names, key: str = "") -> Any:
    """A scene without what people wrote."""
    if key in WRITTEN:
        return "a fight" if key == "title" else ""
    if key in AS_THEY_ARE:
        return plain
    if isinstance(plain, dict):
        return {each: _scene(value, names, each) for each, value in plain.items()}
    if isinstance(plain, list):
        return [_scene(value, names) for value in plain]
    return names.of(plain) if isinstance(plain, str) else plain


def _told(entry: Logged, names: Names) -> Logged:
    """An entry without names and reasons."""
    if isinstance(entry, Override | Joined | Departed | Concealed | Amend):
        entry = entry._replace(why="")
    match entry:
        case Answer():
            return entry._replace(value=unpack(names.within(pack(entry.value))))
        case Override():
            effect = Effect.unpacked(names.within(entry.effect.packed()))
            return entry._replace(effect=effect)
        case Joined():
            return entry._replace(body=unpack(names.within(pack(entry.body))))
        case Handed():
            return Handed(tuple((names.of(name), names.of(hand)) for name, hand in entry.given))
        case Amend():
            answer = _told(entry.answer, names)
            assert isinstance(answer, Answer | Departed)
            added = tuple((n, each._replace(entry=_told(each.entry, names))) for n, each in entry.added)
            return entry._replace(answer=answer, added=added)
        case Upgraded():
            raise LogError(PLAYED_ANEW, code="log/version")
        case _:
            if getattr(entry, "why", ""):
                raise TypeError(type(entry))
            return entry


def masked(plain: Any, names: Names, texts: Mapping[str, str]) -> Any:
    """Plain data, such as a view, in which every name and text is told as something else.

    `texts` are what stands for what people wrote; the longest are looked for first.
    """
    known = {**names.known, **texts}
    wanted = sorted(filter(None, known), key=len, reverse=True)
    if not wanted:
        return plain
    every = re.compile("|".join(rf"(?<!\w){re.escape(each)}(?!\w)" for each in wanted))

    def mask(value: Any) -> Any:
        if isinstance(value, str):
            return every.sub(lambda found: known[found[0]], value)
        if isinstance(value, dict):
            return {mask(key): mask(each) for key, each in value.items()}
        return [mask(each) for each in value] if isinstance(value, list) else value

    return mask(plain)
