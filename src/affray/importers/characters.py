"""Characters of other programs: read, checked as in a scene, and put into one."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import ValidationError

from affray.balancing.toml import written
from affray.core.errors import BadData, Fault, unknown
from affray.core.foreign import Note, Taking, typed
from affray.core.message import Verbatim, joined, msg
from affray.core.pack import NOTHING, Content, Contents, content_for
from affray.core.places import Loc
from affray.core.record import faults_of, parsed, placed, read_text
from affray.core.ruleset import Ruleset, ruleset
from affray.core.scene import FighterRecord, Scene, read_scene
from affray.importers import foundry, spreadsheets

LARGEST = 5_000_000
"""No file is longer, in bytes: exports hold pictures and life stories."""
TABLES = (".csv", ".tsv")
MOST = 60
"""So many fighters at once, as in a scene."""
PLACES = "in whose place"
"""Where faults are said to be that lie in the names of `instead`."""
APART = 2
"""How far from each other those are put of whom no place is known: metres, or feet."""


class ImportOptions(NamedTuple):
    """How characters are imported: for which game, on which side, where they stand, who runs them.

    The game is needed only for files that do not say.  With `own`, arms keep the figures of the file even
    if the game knows them by name.  Fighters named in `instead` give their places in a scene to those who
    come, the first to the first and so on.
    """

    game: str = ""
    side: str = "crew"
    at: tuple[float, float] = (0, 0)
    run_by: str = ""
    own: bool = False
    instead: tuple[str, ...] = ()


AS_THEY_COME = ImportOptions()


class ImportedCharacter(NamedTuple):
    """A fighter as in a scene, from which place of which file, and what came of it.

    `instead` is the fighter of a scene whose place it takes; empty for nobody's.
    """

    record: dict[str, Any]
    source: str
    told: str
    notes: tuple[Note, ...]
    instead: str = ""


OfGame = tuple[Ruleset, ImportedCharacter]
"""A character, and the game that it is of."""


@dataclass(frozen=True)
class ImportedCharacters:
    """Characters from elsewhere: fighters of a game, without faults."""

    ruleset: Ruleset
    fighters: tuple[ImportedCharacter, ...]

    @property
    def text(self) -> str:
        """The fighters as TOML, as a scene holds them."""
        return _written(self.fighters)


def _written(fighters: Iterable[ImportedCharacter]) -> str:
    return written({"fighters": [fighter.record for fighter in fighters]})


def read_characters(
    files: Sequence[str | Path],
    wanted: ImportOptions = AS_THEY_COME,
    content: Content | Contents = NOTHING,
    scene: Scene | None = None,
) -> ImportedCharacters:
    """The characters of files, each an export of Foundry or a table of fighters.

    All of them or none: raises BadData with every fault of every file.  `content` is what packs bring,
    to their game or by game; covers and the like that a table names are looked for in `scene`.

    >>> read_characters([])
    Traceback (most recent call last):
    ...
    affray.core.errors.BadData: files: expected at least one
    """
    if not files:
        raise BadData([Fault("files", "expected at least one")])
    characters: list[OfGame] = []
    faults: list[Fault] = []
    for file in files:
        try:
            characters += _read(Path(file), wanted, content)
        except BadData as e:
            faults += e.faults
    if faults:
        raise BadData(faults)
    game = _one_game([(each, arrived.source) for each, arrived in characters])
    own = content_for(content, game.id)
    return _together(game, [arrived for _, arrived in characters], wanted, own, scene)


NO_GAME = "import/no-game"
"""The code of a fault: a table for which no game was named."""


def _read(path: Path, wanted: ImportOptions, content: Content | Contents) -> list[OfGame]:
    text, source = read_text(path, LARGEST), str(path)
    if path.suffix.casefold() in TABLES or not text.lstrip().startswith(("{", "[")):
        if not wanted.game:
            told = "a table does not say which game it is for; add --game"
            raise BadData([Fault(source, told, code=NO_GAME)])
        taking = Taking(content_for(content, wanted.game), wanted.own)
        return list(_of_table(text, source, ruleset(wanted.game), taking))
    return [_of_export(text, source, wanted, content)]


def _of_table(text: str, source: str, game: Ruleset, taking: Taking) -> Iterator[OfGame]:
    for row in spreadsheets.rows(text, source, game, taking):
        told = msg("a row for {title}", title=game.title)
        yield game, ImportedCharacter(row.record, f"{source}:{row.line}", told, tuple(row.notes))


def _of_export(text: str, source: str, wanted: ImportOptions, content: Content | Contents) -> OfGame:
    actor = foundry.actor(text, source)
    if wanted.game and wanted.game != actor.ruleset.id:
        ruleset(wanted.game)
        said = msg(
            "is a {game} character; expected one for {wanted}",
            game=actor.ruleset.title,
            wanted=typed(wanted.game),
        )
        raise BadData([Fault(source, said)])
    try:
        taking = Taking(content_for(content, actor.ruleset.id), wanted.own)
        record = actor.reader.read(actor.data, taking)
    except RecursionError:
        raise BadData([Fault(source, "records are nested too deeply")]) from None
    report = actor.data.report
    if report.faults:
        raise BadData([Fault(f"{source}: {f.place}", f.message) for f in dict.fromkeys(report.faults)])
    if wanted.run_by or not record.get("npc"):
        record["run_by"] = wanted.run_by or "person"
    kind, system = typed(actor.data.at("type").text()), typed(actor.version)
    told = msg("{kind} of {system}", kind=kind, system=system)
    return actor.ruleset, ImportedCharacter(record, source, told, tuple(dict.fromkeys(report.notes)))


def _one_game(characters: list[tuple[Ruleset, str]]) -> Ruleset:
    first = characters[0][0]
    other = next(((game, source) for game, source in characters if game is not first), None)
    if other is not None:
        said = msg(
            "is a {game} character, but the first is from {other}; expected one game",
            game=other[0].title,
            other=first.title,
        )
        raise BadData([Fault(other[1], said)])
    return first


# --- as fighters of a scene -------------------------------------------------------------------------


def _together(
    game: Ruleset,
    characters: list[ImportedCharacter],
    wanted: ImportOptions,
    content: Content,
    scene: Scene | None,
) -> ImportedCharacters:
    """All of them with sides, places and names of their own; raises BadData."""
    if len(characters) > MOST:
        raise BadData(
            [
                Fault(
                    "files",
                    msg("expected at most {most} fighters, got {n}", most=MOST, n=len(characters)),
                )
            ]
        )
    theirs = list(getattr(scene, "fighters", ()))
    characters = _instead(characters, wanted.instead, theirs)
    names = [name for each in theirs if each.name not in wanted.instead for name in each.called]
    whole = []
    for n, arrived in enumerate(characters):
        whole.append(_placed(_named(arrived, names), wanted, n))
        names.append(whole[-1].record.get("name", ""))
    there = scene or _bare(game)
    faults = [fault for arrived in whole for fault in _faults(game, arrived, there, content)]
    if faults:
        raise BadData(faults)
    return ImportedCharacters(game, tuple(whole))


def _instead(
    characters: list[ImportedCharacter], names: Sequence[str], theirs: Sequence[FighterRecord]
) -> list[ImportedCharacter]:
    """The first of them in the places of these fighters of a scene; raises BadData."""
    alone = {each.name: each for each in theirs if each.count == 1}
    there = {called for each in theirs for called in (each.name, *each.called)}
    faults = [Fault(PLACES, _no_place(name, there, alone)) for name in names if name not in alone]
    if len(names) > len(characters) or len(set(names)) < len(names):
        faults.append(Fault(PLACES, msg("expected at most {n} fighters, each once", n=len(characters))))
    if faults:
        raise BadData(faults)
    return [*map(_in_place, characters, [alone[name] for name in names]), *characters[len(names) :]]


def _no_place(name: str, there: Collection[str], alone: Iterable[str]) -> str:
    """Why nobody can come in the place of this one."""
    if name in there:
        return msg(
            "{name} is one of several alike; expected a single fighter: {alone}",
            name=Verbatim(repr(name)),
            alone=joined(", ", map(Verbatim, alone)) or "none",
        )
    return unknown("fighter", name, alone)


def _in_place(arrived: ImportedCharacter, other: FighterRecord) -> ImportedCharacter:
    """A fighter where another one stands, run by whoever runs that one."""
    at = [_short(metres) for metres in other.at]
    record = {**arrived.record, "side": other.side, "at": at, "run_by": other.run_by}
    note = Note(
        "understood",
        "at",
        msg(
            "{at}, side {side}, played by {run_by}: taken over from {who}",
            at=at,
            side=other.side,
            run_by=other.run_by,
            who=Verbatim(other.name),
        ),
    )
    return arrived._replace(record=record, notes=(*arrived.notes, note), instead=other.name)


def _named(arrived: ImportedCharacter, names: list[str]) -> ImportedCharacter:
    """With a name that none of these has."""
    name = str(arrived.record.get("name", ""))
    numbered = (f"{name[:36]} {n}" for n in range(2, MOST + 2))
    free = next(each for each in (name, *numbered) if each not in names)
    if free == name:
        return arrived
    there = msg("{name}: there is already a {other}", name=Verbatim(free), other=Verbatim(name))
    note = Note("guessed", "name", there)
    return arrived._replace(record={**arrived.record, "name": free}, notes=(*arrived.notes, note))


def _placed(arrived: ImportedCharacter, wanted: ImportOptions, n: int) -> ImportedCharacter:
    """With a side and a place, the keys in the order of scenes."""
    record, notes = dict(arrived.record), list(arrived.notes)
    x, y = wanted.at
    usual: dict[str, Any] = {"side": wanted.side, "at": [_short(x), _short(y + APART * n)]}
    for key, value in usual.items():
        if key not in record:
            notes.append(Note("guessed", key, msg("{value}: not in the file", value=value)))
    first = {key: record.get(key, usual.get(key)) for key in ("name", "side", "at", "run_by")}
    whole = {key: value for key, value in (first | record).items() if value is not None}
    return arrived._replace(record=whole, notes=tuple(notes))


def _short(metres: float) -> float:
    return int(metres) if metres == int(metres) else metres


def _faults(game: Ruleset, arrived: ImportedCharacter, scene: Scene, content: Content) -> Iterator[Fault]:
    """What is wrong with a fighter, each fault with its file and line."""
    kind = spreadsheets.SpreadsheetColumns(game).kind
    faults: list[tuple[Loc, str]] = []
    try:
        fighter = kind.model_validate(arrived.record, context=content)
        there = scene.model_copy(update={"fighters": (fighter,)})
        faults = [(loc[2:], message) for loc, message in there.faults() if loc[:2] == ("fighters", 0)]
    except ValidationError as e:
        faults = faults_of(e, kind, arrived.record)
    for loc, message in dict.fromkeys(faults):
        yield placed(arrived.source, {}, loc, message)


def _bare(game: Ruleset) -> Scene:
    """A scene with nothing in it."""
    return game.scene.model_construct(ruleset=game.id, title="arrivals", fighters=())


def fits(game: Ruleset, record: dict[str, Any]) -> bool:
    """Whether this is a fighter that needs nothing of a scene."""
    return not any(_faults(game, ImportedCharacter(record, "", "", ()), _bare(game), NOTHING))


def into(scene: str, source: str, imported: ImportedCharacters, content: Content = NOTHING) -> str:
    """The text of a scene with these fighters behind its own, or in their places.

    Everything else in the scene stays, comments too.  Raises BadData with every fault.
    """
    text = scene
    for each in imported.fighters:
        if each.instead:
            text = _exchanged(text, source, each)
    more = [each for each in imported.fighters if not each.instead]
    text = f"{text.rstrip()}\n" + (f"\n{_written(more)}" if more else "")
    read_scene(text, imported.ruleset.scene, source, content)
    return text


def _exchanged(text: str, source: str, arrived: ImportedCharacter) -> str:
    """The text with the lines of one fighter in place of another's."""
    data, places = parsed(text, source)
    n = [fighter["name"] for fighter in data["fighters"]].index(arrived.instead)
    lines, here = text.splitlines(keepends=True), ("fighters", n)
    first = places[here]
    if not lines[first - 1].lstrip().startswith("[["):
        raise BadData([Fault(f"{source}:{first}", "expected each fighter under [[fighters]]")])
    own = [loc[:2] == here or loc == here[:1] for loc in places]
    later = [at for at, mine in zip(places.values(), own, strict=True) if not mine and at > first]
    last = min(later, default=len(lines) + 1) - 1
    while not lines[last - 1].strip() or lines[last - 1].lstrip().startswith("#"):
        last -= 1
    return "".join([*lines[: first - 1], _written([arrived]), *lines[last:]])


def as_data(imported: ImportedCharacters) -> Mapping[str, Any]:
    """All of it as plain data, for programs."""
    fighters = [
        {
            "fighter": each.record,
            "source": each.source,
            "notes": [note._asdict() for note in each.notes],
        }
        for each in imported.fighters
    ]
    return {"ruleset": imported.ruleset.id, "fighters": fighters}
