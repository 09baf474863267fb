"""Record a log of each game for tests/session/corpus: `python -m tools.corpus`.

Logs that are there are never written anew: they must open for ever.
"""

from __future__ import annotations

from pathlib import Path

from affray import api
from affray.core.errors import AffrayError
from affray.session import Given, Hands, Session

FOLDER = Path(__file__).resolve().parent.parent / "tests/session/corpus"


def main() -> None:
    """Record what is missing."""
    firsts = {each.ruleset.id: each for each in reversed(api.shipped())}
    for game, scene in sorted(firsts.items()):
        path = FOLDER / f"{game}-{scene.ruleset.version}.jsonl"
        if not path.exists():
            with api.start(scene.name, seed=20, log=path) as session:
                everything(session)
                print(f"{path.name}: {session.seq} entries")


def everything(session: Session) -> None:
    """Whatever can be said to a session, at least once."""
    hands = Hands(session)
    hands.give("all", "autopilot")
    hands.order(session.names[0], "defend", "no")
    hands.run(40)
    usual = [e for e in session.effects if type(e) in session.ruleset.corrections.values()]
    session.override(usual[-1], "once more")
    hands.run(10)
    record = session.scene.model_dump(exclude_unset=True)["fighters"][0]
    session.join({**record, "name": "Rat", "count": 1, "run_by": "autopilot"}, "heard the noise")
    hands.run(10)
    session.undo(6)
    session.redo(2)
    hands.run(6)
    amend(session)
    hands.run(15)


def amend(session: Session) -> None:
    """The last answer of which another value changes something."""
    for line in reversed(session.played):
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
    hands = Hands(session)
    hands.lend("autopilot")
    return hands.answer()


if __name__ == "__main__":
    main()
