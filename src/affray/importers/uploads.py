"""Files as a browser sends them, read as characters; plain values in and out."""

from __future__ import annotations

from email.message import Message as Part
from email.parser import BytesParser
from email.policy import HTTP
from pathlib import Path, PurePath
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from affray.core.errors import BadAnswer, BadData, Fault, NotFound
from affray.core.message import Message, Verbatim, msg
from affray.core.pack import NO_PACKS, Contents, content_for
from affray.core.record import parsed, placed
from affray.core.ruleset import ruleset, rulesets
from affray.core.scene import read_scene, ruleset_named
from affray.importers.characters import LARGEST, NO_GAME, ImportedCharacters, ImportOptions, read_characters

MOST = LARGEST + 20_000
"""No form is longer, in bytes: a file, and what is said of it."""
FILES, LONGEST = 8, 80
"""So many files at once, and so many letters of a name."""
CAME = ("understood", "guessed", "left out")


class UploadForm(NamedTuple):
    """A form that was sent: its fields, its files by name."""

    fields: dict[str, str]
    files: tuple[tuple[str, bytes], ...]


def read(kind: str, body: bytes) -> UploadForm:
    """The parts of a form of this media type; raises BadAnswer for anything else."""
    form = BytesParser(policy=HTTP).parsebytes(b"Content-Type: " + _header(kind) + b"\r\n\r\n" + body)
    if form.get_content_type() != "multipart/form-data" or not form.is_multipart():
        raise BadAnswer("expected a form with a file", code="answer/no-file")
    fields, files = {}, []
    for part in form.iter_parts():
        name, file, data = _part(part)
        if file:
            files.append((file, data))
        elif name:
            fields[name] = data.decode("utf-8", "replace")[:LONGEST]
    if len(files) > FILES:
        raise BadAnswer(
            msg("expected at most {most} files, got {n}", most=FILES, n=len(files)),
            code="answer/no-file",
        )
    return UploadForm(fields, tuple(files))


def fields(kind: str, body: bytes) -> dict[str, str]:
    """What was typed and chosen beside the files; none where it is no such form."""
    try:
        return read(kind, body).fields
    except BadAnswer:
        return {}


def _header(kind: str) -> bytes:
    return " ".join(kind.split()).encode("latin-1", "replace")


def _part(part: Part) -> tuple[str, str, bytes]:
    """What a part is called, its file's name ("" for a field), its bytes."""
    name = part.get_param("name", header="content-disposition")
    data = part.get_payload(decode=True)
    return str(name or ""), part.get_filename() or "", data if isinstance(data, bytes) else b""


def arrived(kind: str, body: bytes, contents: Contents = NO_PACKS) -> dict[str, Any]:
    """What came of the files of a form, for a page: a report, and the fighters as TOML.

    Arms are matched with those of the game, and of packs too: `contents`, by game.
    Raises BadAnswer for what is no such form, BadData with every fault of every file.
    """
    sent = read(kind, body)
    if not sent.files:
        raise BadAnswer("choose a file first", code="answer/no-file")
    game, side = sent.fields.get("game", ""), sent.fields.get("side", "").strip()
    if game and game not in rulesets():
        raise NotFound("ruleset", game, rulesets())
    imported = _characters(sent.files, ImportOptions(game, side or "crew"), contents)
    fighters = [
        {
            "name": str(each.record["name"]),
            "source": each.source,
            "told": each.told,
            "notes": {came: [(n.place, n.message) for n in each.notes if n.came == came] for came in CAME},
        }
        for each in imported.fighters
    ]
    return {"game": imported.ruleset.id, "fighters": fighters, "text": imported.text}


def _characters(
    files: tuple[tuple[str, bytes], ...], wanted: ImportOptions, contents: Contents
) -> ImportedCharacters:
    """The characters of these files, which are nowhere else."""
    with TemporaryDirectory() as folder:
        paths = []
        for n, (name, data) in enumerate(files):
            path = Path(folder, str(n), _plain(name))
            path.parent.mkdir()
            path.write_bytes(data)
            paths.append(path)
        try:
            imported = read_characters(paths, wanted, contents)
        except BadData as e:
            raise BadData([_bare(fault, folder) for fault in e.faults]) from None
        named = [each._replace(source=_without(each.source, folder)) for each in imported.fighters]
        return ImportedCharacters(imported.ruleset, tuple(named))


def _plain(name: str) -> str:
    """A name that a file may have, with the end that it had.

    >>> _plain("../../a b.json"), _plain("..")
    ('a b.json', 'file')
    """
    last = PurePath(name.replace("\\", "/")).name
    said = "".join(letter for letter in last if letter.isprintable() and letter not in ':*?"<>|')
    return said[-LONGEST // 2 :].strip(". ") or "file"


def _bare(fault: Fault, folder: str) -> Fault:
    said = CHOOSE if fault.code == NO_GAME else _without(fault.message, folder)
    return Fault(_without(fault.place, folder), said)


CHOOSE = "a table does not say which game it is for; choose the game"


def _without(text: str, folder: str) -> str:
    """Without where the files lie for the moment."""
    if isinstance(text, Message):
        return text.retold(lambda value, _: _without(value, folder) if isinstance(value, str) else value)
    before, inside, after = text.partition(folder)
    return Verbatim(before + after.lstrip("/\\").partition("/")[2]) if inside else text


FIGHTERS = "the fighters"
"""What the text of those who came is called."""


def together(scene: str, came: str, source: str, contents: Contents = NO_PACKS) -> str:
    """The text of a scene with the text of fighters behind it.

    Raises BadData with every fault; a fault of a fighter has its line in the fighters' own text.
    """
    data, _ = parsed(came, FIGHTERS)
    if not data.get("fighters") or len(data) > 1:
        raise BadData([Fault(FIGHTERS, "expected at least one, each under [[fighters]], and nothing else")])
    before = f"{scene.rstrip()}\n\n"
    text = f"{before}{came.rstrip()}\n"
    game = ruleset(ruleset_named(text, source))
    try:
        read_scene(text, game.scene, source, content_for(contents, game.id))
    except BadData as e:
        there = len(parsed(scene, source)[0].get("fighters", []))
        raise BadData([_theirs(fault, source, before.count("\n"), there) for fault in e.faults]) from None
    return text


def _theirs(fault: Fault, source: str, lines: int, there: int) -> Fault:
    """A fault behind lines and fighters of a scene, by the text of those who came."""
    at = fault.place.removeprefix(f"{source}:")
    if not at.isdecimal() or int(at) <= lines:
        return fault
    place, keys = f"{FIGHTERS}:{int(at) - lines}", fault.keys
    if len(keys) < 2 or keys[0] != "fighters" or not isinstance(keys[1], int):
        return fault._replace(place=place)
    return placed(place, {}, ("fighters", keys[1] - there, *keys[2:]), fault.bare)
