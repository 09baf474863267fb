"""Documents: scenes that are being made, as they come from a page and go back.

A *document* is a scene as plain data, such as JSON can hold.  It may have faults; whoever makes it
hears of all of them at once, each with its place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from pydantic import ValidationError

from affray import operations
from affray.balancing.draft import Draft
from affray.balancing.toml import written
from affray.core.errors import BadAnswer, BadData, Fault
from affray.core.message import Verbatim, english, figure, msg
from affray.core.pack import NO_PACKS, NOTHING, Content, Contents, PackRecord, content_for, content_of
from affray.core.places import Loc
from affray.core.record import faults_of, parsed, placed
from affray.core.ruleset import Ruleset
from affray.core.scene import checked

MOST = 200_000
"""No document is longer, in bytes of JSON or letters of TOML."""
DEEP = 12
"""Lists and records within each other, at most."""
PACKS = 8
"""Packs that come with a document, at most."""
NOWHERE = "builder/no-document"


class DocumentFault(NamedTuple):
    """A fault: where in the document, and what was expected there."""

    at: Loc
    say: str


class CheckedDocument(NamedTuple):
    """A document that was looked at: the scene that it makes, or its faults."""

    ruleset: Ruleset
    draft: Draft
    faults: list[DocumentFault]

    @property
    def sound(self) -> bool:
        """Whether a fight can begin from it."""
        return not self.faults


def decoded(body: bytes) -> dict[str, Any]:
    """What was sent, as a record; raises BadAnswer for anything else."""
    if len(body) > MOST:
        raise BadAnswer(
            msg("expected at most {most} bytes, got {n}", most=figure(MOST, ","), n=figure(len(body), ",")),
            code="builder/too-large",
        )
    try:
        record = msgspec.json.decode(body)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        raise BadAnswer("expected a record as JSON", code=NOWHERE) from None
    if not isinstance(record, dict):
        raise BadAnswer("expected a record as JSON", code=NOWHERE)
    return record


def document(sent: Mapping[str, Any]) -> dict[str, Any]:
    """The scene that was sent as `data`, without what is nothing; raises BadAnswer.

    >>> document({"data": {"ruleset": "coriolis", "darkness": None}})
    {'ruleset': 'coriolis'}
    """
    data = sent.get("data")
    if not isinstance(data, dict):
        raise BadAnswer("expected a scene under `data`", code=NOWHERE)
    scene = _plain(data, DEEP)
    assert isinstance(scene, dict)
    return scene


def _plain(value: Any, deep: int) -> Any:
    """Without nulls, which TOML has not: what is nothing is left out."""
    if not isinstance(value, dict | list):
        return value
    if not deep:
        raise BadAnswer(
            msg("records are nested too deeply: expected at most {deep} levels", deep=DEEP), code=NOWHERE
        )
    if isinstance(value, dict):
        return {k: _plain(v, deep - 1) for k, v in value.items() if v is not None}
    return [_plain(v, deep - 1) for v in value if v is not None]


def brought(sent: Mapping[str, Any], contents: Contents = NO_PACKS) -> Content:
    """What the `packs` that were sent with a document bring to its game.

    Each is a TOML text: what `pack.toml` says, and its tables as lists of records.  They come besides
    `contents`, what the server's own packs bring, by game.  Raises BadData with every fault, BadAnswer
    or NotFound.
    """
    texts, data = sent.get("packs", []), sent.get("data")
    if not isinstance(texts, list) or len(texts) > PACKS or not all(isinstance(t, str) for t in texts):
        raise BadAnswer(msg("expected at most {packs} packs, each as a TOML text", packs=PACKS), code=NOWHERE)
    there = here(data, contents)
    if not texts:
        return there
    game = operations.ruleset(str(data.get("ruleset", ""))[:40] if isinstance(data, dict) else "")
    return packed([(msg("pack {n}", n=n), text) for n, text in enumerate(texts, 1)], game, there)


def here(data: Any, contents: Contents) -> Content:
    """What the server's own packs bring to the game of a document, if it names one."""
    name = data.get("ruleset") if isinstance(data, dict) else None
    return content_for(contents, name) if isinstance(name, str) else NOTHING


def packed(texts: Sequence[tuple[str, str]], game: Ruleset, there: Content = NOTHING) -> Content:
    """What packs (source and text) bring besides what is `there`; raises BadData with every fault."""
    tables: dict[str, list[Any]] = {}
    replaces: list[str] = []
    faults: list[Fault] = []
    for source, text in texts:
        try:
            data = parsed(text, source)[0]
        except BadData as e:
            faults += e.faults
            continue
        head = {key: data.pop(key) for key in PackRecord.model_fields if key in data}
        try:
            record = PackRecord.model_validate(head)
        except ValidationError as e:
            faults += [placed(source, {}, *fault) for fault in faults_of(e, PackRecord, head)]
        else:
            replaces += record.replaces
        ruleset = head.get("ruleset")
        if isinstance(ruleset, str) and ruleset != game.id:
            theirs, ours = Verbatim(repr(ruleset)), Verbatim(repr(game.id))
            said = msg("ruleset: this pack is for {theirs}, not {ours}", theirs=theirs, ours=ours)
            faults.append(Fault(source, said))
            continue  # its tables are those of another game
        for table, rows in data.items():
            if isinstance(rows, list):
                tables.setdefault(table, []).extend(rows)
            else:
                said = msg("{table}: expected a list of records", table=Verbatim(table))
                faults.append(Fault(source, said))
    tables = {table: tables[table] for table in (*game.scene.kinds, *tables) if table in tables}
    try:
        content = content_of({"tables": tables, "replaces": replaces}, game.scene.kinds, "packs", there)
    except BadData as e:
        faults += e.faults
    if faults:
        raise BadData(list(dict.fromkeys(faults)))
    return content


def read(data: Mapping[str, Any], content: Content = NOTHING) -> CheckedDocument:
    """Check a document as `affray check` does.

    Raises NotFound where its game is not installed, and BadAnswer where it names none.
    """
    name = data.get("ruleset")
    if not isinstance(name, str):
        raise BadAnswer("expected the id of a game under `ruleset`", code="builder/no-game")
    game = operations.ruleset(name)
    scene, complaints = checked(dict(data), game.scene, content)
    faults = [DocumentFault(at, say) for at, say in complaints]
    draft = Draft(game, data, content=content)
    if scene is not None:
        try:
            game.start(scene)
        except BadData as e:
            faults = [DocumentFault((), fault.message) for fault in e.faults]
    return CheckedDocument(game, draft, faults)


def sound(data: Mapping[str, Any], content: Content = NOTHING) -> CheckedDocument:
    """A document without faults; raises BadData with all of them."""
    doc = read(data, content)
    if not doc.sound:
        raise BadData([Fault(Verbatim(_path(fault.at)) or "scene", fault.say) for fault in doc.faults])
    return doc


def _path(at: Loc) -> str:
    return ".".join(f"{part + 1}" if isinstance(part, int) else part for part in at)


def of_text(text: str, source: str = "scene") -> dict[str, Any]:
    """The document in a TOML text, whether its scene has faults or not; raises BadData without TOML."""
    if len(text) > MOST:
        most, n = figure(MOST, ","), figure(len(text), ",")
        raise BadData([Fault(source, msg("expected at most {most} characters, got {n}", most=most, n=n))])
    data = msgspec.to_builtins(parsed(text, source)[0], str_keys=True, enc_hook=english)
    return document({"data": data})


def text_of(data: Mapping[str, Any]) -> str:
    """A document as TOML, in the layout of our scenes."""
    return written(data)
