"""Record fights of each game for tests/session/corpus: `python -m tools.corpus`.

Some of each game and version: one by the autopilot, one with a pack, house rules and real dice, typed, and
shorter ones that stop wherever people may have left a fight, or come from a campaign (`tools.recorded`).
They must open for ever, so what is recorded is never recorded again: `recorded.csv` beside the logs
has the hash of each, and a test holds the logs to it.

    python -m tools.corpus             # record what is missing
    python -m tools.corpus --rehash    # write new hashes of states, after a state was given more fields

The second is for logs that tell the same fight, effect for effect, and differ in hashes alone; it
refuses all others: rules that play a recorded fight otherwise need another version of the game.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec

from affray import operations
from affray.core.errors import AffrayError
from affray.core.fight import Fight
from affray.core.names import usual_of
from affray.core.pack import Content, content_of
from affray.core.ruleset import Ruleset, ruleset
from affray.session import Controller, Given, Session, log, logfile, opening
from affray.session.entries import SessionLine
from tools.recorded import NONE, WAYS

R = TypeVar("R", bound=log.Header | log.Row)

FOLDER = Path(__file__).resolve().parent.parent / "tests/session/corpus"
COAT = "corpus coat"
"""What the packs of recorded fights bring."""
COATS: dict[str, dict[str, Any]] = {
    "coriolis": {"rating": 3},
    "d6": {"rating": 4},
    "horizon": {"armour": 3},
    "serenity": {"rating": 3},
    "traveller": {"protection": 4},
}


class Kept(NamedTuple):
    """A recorded log: its file, its hash, and that of the fields of its states."""

    file: str
    hash: str
    fields: str


def main() -> None:
    """Record what is missing, or hash again what tells the same."""
    try:
        rehash(FOLDER) if sys.argv[1:] == ["--rehash"] else record(FOLDER)
    except AffrayError as e:
        sys.exit(str(e))


def record(folder: Path) -> None:
    """Record what is missing; refuse where something recorded is not as it was."""
    check(folder)
    firsts = {each.ruleset.id: each for each in reversed(operations.shipped())}
    for game, scene in sorted(firsts.items()):
        ways: dict[str, Callable[[Path], None]] = {"": partial(plain, scene), "-typed": partial(typed, scene)}
        for name, way in WAYS.items():
            if (game, name) not in NONE:
                ways[name] = partial(way, scene.ruleset)
        for name, fight in ways.items():
            path = folder / f"{game}-{scene.ruleset.version}{name}.jsonl"
            if not path.exists():
                fight(path)
                keep(folder, path)


def plain(scene: operations.Shipped, path: Path) -> None:
    """A fight by the autopilot, with whatever can be said to a session."""
    with operations.start(scene.name, seed=20, log=path) as session:
        everything(session)


def typed(scene: operations.Shipped, path: Path) -> None:
    """The same with a pack, a house rule, dice that people type in, and a pause."""
    game = scene.ruleset
    content = coat(game)
    draft = operations.Draft.of(game, scene.text, path.stem, content)
    fighter = {**draft.data["fighters"][0]}
    fighter["armour"] = [COAT] if game.id == "traveller" else COAT
    text = operations.Draft(game, {**draft.data, "fighters": [fighter, *draft.data["fighters"][1:]]}).text
    option = next(each for each in game.catalogue.options.values() if each.kind == "choice")
    house = {option.key: next(value for value in option.values if value != option.default)}
    with opening.begin(game, text, path=path, seed=21, source=path.stem, options=house, content=content) as s:
        everything(s, by_hand=True)


def coat(game: Ruleset) -> Content:
    """What a pack brings to a game: one suit of armour."""
    record = {"name": COAT, **COATS.get(game.id, {})}
    return content_of({"tables": {"armours": [record]}}, game.scene.kinds, "corpus")


def everything(session: Session, by_hand: bool = False) -> None:
    """Whatever can be said to a session, at least once."""
    controller = Controller(session)
    controller.give("all", "autopilot")
    controller.order(session.names[0], "defend", "no")
    run(session, 40, by_hand)
    usual = [e for e in session.effects if type(e) in session.ruleset.corrections.values()]
    session.say.override(usual[-1], "once more")
    run(session, 10, by_hand)
    record = session.scene.model_dump(exclude_unset=True)["fighters"][0]
    session.say.join({**record, "name": "Rat", "count": 1, "run_by": "autopilot"}, "heard the noise")
    run(session, 10, by_hand)
    session.say.undo_entries(6)
    session.say.redo_entries(2)
    run(session, 6, by_hand)
    amend(session)
    if by_hand:
        session.enter(SessionLine(controller.pausing(session.names[0], True)))
        session.enter(SessionLine(Controller(session).pausing("all", False)))
    run(session, 15, by_hand)


def run(session: Session, n: int, by_hand: bool) -> None:
    """So many answers of the machine; by hand, dice are typed by a person."""
    controller = Controller(session)
    for _ in range(n):
        given = controller.answer()
        if given is None:
            return
        if by_hand and given.dice:
            session.say.answer_text(" ".join(map(str, given.dice)), by="dice")
        else:
            session.answer(given.value, given.dice, by=given.by)


def amend(session: Session) -> None:
    """The last answer of which another value changes something."""
    for line in reversed(session.standing.played):
        try:
            pending = session.before(line.seq).asking
        except AffrayError:
            continue
        for value in pending.chance.values if pending.chance else pending.options[:5]:
            amendment = session.lines.amend(line.seq, value, why="misread", fill=by_itself)
            if amendment.fell and amendment.added:
                session.enter(amendment.line)
                return


def by_itself(session: Session) -> Given | None:
    """What the machine answers."""
    controller = Controller(session)
    controller.lend("autopilot")
    return controller.answer()


# --- what is recorded -------------------------------------------------------------------------------


def recorded(folder: Path) -> dict[str, Kept]:
    """What was recorded, by file."""
    path = folder / "recorded.csv"
    if not path.exists():
        return {}
    with path.open(encoding="utf-8", newline="") as file:
        return {row["file"]: Kept(**row) for row in csv.DictReader(file)}


def changed(folder: Path) -> list[str]:
    """The recorded logs that are gone, or are not what they were."""
    return [
        kept.file
        for kept in recorded(folder).values()
        if not (folder / kept.file).exists() or hash_of(folder / kept.file) != kept.hash
    ]


def check(folder: Path) -> None:
    """See that everything recorded is as it was; raises BadData."""
    if names := changed(folder):
        told = "was recorded, and is gone or changed; expected it as it was (take it from the history)"
        raise operations.BadData([operations.Fault(name, told) for name in names])


def keep(folder: Path, path: Path) -> None:
    """Enter a log as recorded."""
    rows = recorded(folder)
    rows[path.name] = Kept(path.name, hash_of(path), fields_of(opening.replay(path)))
    write(folder, rows)


def write(folder: Path, rows: dict[str, Kept]) -> None:
    """Say what was recorded."""
    with (folder / "recorded.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(Kept._fields)
        writer.writerows(sorted(rows.values()))


def hash_of(path: Path) -> str:
    """The hash of a file."""
    return blake2b(path.read_bytes(), digest_size=16).hexdigest()


def fields_of(session: Session) -> str:
    """The hash of what states are made of: kinds, and names of their fields."""
    found: set[str] = set()
    _kinds(session.at(0).fight, found)
    return blake2b("\n".join(sorted(found)).encode(), digest_size=16).hexdigest()


def _kinds(value: Any, found: set[str]) -> None:
    names = [each.name for each in fields(value)] if is_dataclass(value) else getattr(value, "_fields", None)
    if isinstance(value, Fight):
        names = ["bodies", "house"]  # whom the game master hides is in no hash
    if names is not None:
        # What came later is in no hash where it is as usual, and it was so when these were recorded.
        late = {name for name, _, _ in usual_of(type(value))}
        names = [name for name in names if name not in late]
        found.add(f"{type(value).__name__}: {', '.join(names)}")
        for name in names:
            _kinds(getattr(value, name), found)
    elif isinstance(value, tuple | list):
        for each in value:
            _kinds(each, found)


# --- new hashes -------------------------------------------------------------------------------------


def rehash(folder: Path) -> None:
    """New hashes for logs whose states have other fields; nothing else changes."""
    check(folder)
    for kept in recorded(folder).values():
        path = folder / kept.file
        again = replayed(path, kept)
        if again is not None:
            path.write_bytes(b"".join(log.encoded(row) + b"\n" for row in again))
            keep(folder, path)


def replayed(path: Path, kept: Kept) -> list[log.Header | log.Row] | None:
    """The rows with the hashes of today's states; None where the log opens as it is.

    Raises BadData where states have the fields that they had, or the fight is another one.
    """
    try:
        opening.replay(path)
    except AffrayError as e:
        reason = str(e)
    else:
        return None
    reading = logfile.Reading(path)
    header, rows = reading.header, list(reading.rows())
    session = Session(ruleset(header.ruleset), header)
    if fields_of(session) == kept.fields:
        told = f"the states have the fields that they had, and {reason}; expected another version of the game"
        raise operations.BadData([operations.Fault(path.name, told)])
    found: list[log.Header | log.Row] = [rehashed(header, session.state_hash)]
    for row in rows:
        try:
            session.enter(SessionLine(row.entry(), row.by))
        except AffrayError as e:
            raise otherwise(path, row.seq, str(e)) from None
        if bare(session.log.rows[-1]) != bare(row):
            raise otherwise(path, row.seq, "it has other effects")
        found.append(rehashed(row, session.log.rows[-1].hash))
    return found


def rehashed(row: R, state: str) -> R:
    """A row with another hash; it has a checksum if it had one."""
    found = msgspec.structs.replace(row, hash=state)
    return log.summed(found) if row.sum else found


def otherwise(path: Path, entry: int, why: str) -> operations.BadData:
    """That today's rules play a recorded fight in another way."""
    told = f"entry {entry} tells something else than it did ({why}); expected another version of the game"
    return operations.BadData([operations.Fault(path.name, told)])


def bare(row: log.Header | log.Row) -> dict[str, Any]:
    """A row without its hash, and what rows did not say once."""
    return {
        **msgspec.to_builtins(row),
        "hash": "",
        "sum": "",
        "since": None,
        "now": [],
        "each": (),
        "sides": (),
    }


if __name__ == "__main__":
    main()
