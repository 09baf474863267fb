"""The ways in which fights are recorded for the corpus.

A fight that people left stands anywhere: between two turns, in the midst of an attack whose dice are still
to be thrown, with a reaction open, just after something was taken back.  Each function here plays one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count, islice
from pathlib import Path

from affray import campaign, operations
from affray.core.errors import AffrayError
from affray.core.live import Answer
from affray.core.ruleset import Ruleset
from affray.session import Controller, Given, Session

Halt = Callable[[Session], bool]
Record = Callable[[Ruleset, Path], None]
LONGEST = 60
"""So many entries at most are played until a fight stands where it is to stop."""
FEWEST = 18
"""So many entries at least."""


def begun(session: Session) -> Answer | None:
    """The answer that the present step began with, if there is one yet."""
    line = (
        session.standing.played[session.moments.begun]
        if session.moments.begun < len(session.standing.played)
        else None
    )
    return line.entry if line is not None and isinstance(line.entry, Answer) else None


def in_an_attack(session: Session) -> bool:
    """Dice are asked for in a step that somebody chose."""
    first, pending = begun(session), session.pending
    return bool(first and not first.asked.chance and pending and pending.chance)


def with_a_reaction_open(session: Session) -> bool:
    """Somebody else than who acts is asked to choose."""
    first, pending = begun(session), session.pending
    if first is None or pending is None or pending.chance is not None:
        return False
    return pending.asked.who != first.asked.who and len(pending.options) > 1


def with_a_choice_open(session: Session) -> bool:
    """Who acts is asked for more of it."""
    first, pending = begun(session), session.pending
    if first is None or pending is None or pending.chance is not None:
        return False
    return pending.asked.who == first.asked.who and len(pending.options) > 1


def in_a_round(session: Session) -> bool:
    """An action is asked for, by somebody else than who acted last."""
    pending, last = session.pending, session.standing.played[-1].entry
    if (
        session.moments.begun < len(session.standing.played)
        or pending is None
        or not isinstance(last, Answer)
    ):
        return False
    return pending.asked.question == "action" and pending.asked.who != last.asked.who


def between_two_dice(session: Session) -> bool:
    """A second throw of one attack is asked for."""
    thrown = [
        line for line in session.standing.played[session.moments.begun :] if getattr(line.entry, "dice", ())
    ]
    return in_an_attack(session) and bool(thrown)


# --- playing ------------------------------------------------------------------------------------------


def scenes_of(game: Ruleset, first: int) -> Iterator[str]:
    """The scenes of a game, beginning with one of them, over and over."""
    names = [each.name for each in operations.shipped() if each.ruleset.id == game.id]
    return (names[(first + n) % len(names)] for n in count())


def played_until(game: Ruleset, first: int, halt: Halt) -> Session:
    """A short fight of the machine that stands so; raises LookupError."""
    for seed, scene in islice(enumerate(scenes_of(game, first), 40 + first), 40):
        session = operations.start(scene, seed=seed)
        controller = Controller(session)
        controller.give("all", "autopilot")
        while session.pending is not None and len(session.standing.played) < LONGEST:
            if len(session.standing.played) >= FEWEST and halt(session):
                return session
            enter(session, controller)
    raise LookupError(f"no short fight of {game.title} {halt.__doc__}")


def enter(session: Session, controller: Controller) -> bool:
    """One answer of the machine; every third throw is typed by a person."""
    given: Given | None = controller.answer()
    if given is None:
        return False
    if given.dice and len(session.standing.played) % 3 == 0:
        session.say.answer_text(" ".join(map(str, given.dice)), by="dice")
    else:
        session.answer(given.value, given.dice, by=given.by)
    return True


def on(session: Session, n: int) -> None:
    """So many answers more, as far as there are any."""
    controller = Controller(session)
    for _ in range(n):
        if not enter(session, controller):
            return


def stopping(first: int, halt: Halt) -> Record:
    """A way to record: play until the fight stands so, and stop there."""

    def record(game: Ruleset, path: Path) -> None:
        played_until(game, first, halt).log.save(path)

    return record


# --- what people do -----------------------------------------------------------------------------------


def corrected(game: Ruleset, path: Path) -> None:
    """Corrections and a newcomer in the midst of an attack, which goes on."""
    session = played_until(game, 1, in_an_attack)
    usual = [e for e in session.effects if type(e) in game.corrections.values()]
    if usual:
        session.say.override(usual[-1], "once more")
        session.say.override(usual[0], "and again")
    record = session.scene.model_dump(exclude_unset=True)["fighters"][0]
    session.say.join({**record, "name": "Rat", "count": 1, "run_by": "autopilot"}, "heard the noise")
    while with_pending(session) and not in_an_attack(session):
        on(session, 1)
    on(session, 1)
    session.log.save(path)


def with_pending(session: Session) -> bool:
    """Something is asked."""
    return session.pending is not None


def undone(game: Ruleset, path: Path) -> None:
    """Taken back into the midst of an attack; it could be done again."""
    session = played_until(game, 0, in_an_attack)
    back = len(session.standing.played)
    on(session, 9)
    session.say.undo_entries(len(session.standing.played) - back)
    session.say.redo_entries(2)
    session.say.undo_entries(2)
    session.log.save(path)


def amended(game: Ruleset, path: Path) -> None:
    """An earlier answer amended, gone on for a few entries, into an attack."""
    session = played_until(game, 2, in_an_attack)
    amend(session)
    on(session, 4)
    session.log.save(path)


def amend(session: Session) -> None:
    """Amend an answer of a while ago, so that something changes."""
    for line in list(session.standing.played)[-5::-1]:
        try:
            pending = session.before(line.seq).asking
        except AffrayError:
            continue
        for value in pending.chance.values if pending.chance else pending.options[:5]:
            try:
                found = session.lines.amend(line.seq, value, why="misread", fill=by_itself)
            except AffrayError:
                continue
            if found.added or found.fell:
                session.enter(found.line)
                return
    raise LookupError("nothing to amend")


def by_itself(session: Session) -> Given | None:
    """What the machine answers."""
    controller = Controller(session)
    controller.lend("autopilot")
    return controller.answer()


def whole(game: Ruleset, path: Path) -> None:
    """A fight from its beginning to its end, the shortest of some."""
    found: list[Session] = []
    for seed, scene in islice(enumerate(scenes_of(game, 0), 60), 20):
        session = operations.start(scene, seed=seed)
        Controller(session).give("all", "autopilot")
        on(session, 400)
        if session.over:
            found.append(session)
    min(found, key=lambda each: len(each.log.rows)).log.save(path)


# --- campaigns ----------------------------------------------------------------------------------------


def evening(game: Ruleset) -> tuple[Session, Session]:
    """A campaign that a fight came back to, and the next, which is not over."""
    for seed, scene in islice(enumerate(scenes_of(game, 0), 9), 60):
        home, second = fought(game, scene, seed)
        Controller(second).give("all", "autopilot")
        on(second, 24)
        if second.pending is not None and len(second.log.rows) > FEWEST:
            return home, second
    raise LookupError(f"no short evening of {game.title}")


def fought(game: Ruleset, scene: str, seed: int) -> tuple[Session, Session]:
    """A campaign after one fight of a scene, and the same scene once more."""
    first = operations.start(scene, seed=seed)
    Controller(first).give("all", "autopilot")
    on(first, 600)
    home = campaign.begin(game, "The long way", seed=5)
    cards = [game.words.card(first.fight, who) for who in first.fight.everyone]
    campaign.bring(home, first, "first", [card.name for card in cards if not card.out])
    settled(home)
    for words in ("wait 2 hours", "wait 3 days"):
        campaign.do(home, campaign.deed_of(home, words))
        settled(home)
    second = campaign.carry(home, operations.scene_text(scene), name="home", seed=11, source=scene)
    campaign.away(home, "second", second.scene.title, campaign.carried(home, second))
    return home, second


def settled(home: Session) -> None:
    """Answer what is due."""
    controller = Controller(home)
    controller.lend("autopilot")
    while (given := controller.answer()) is not None:
        home.answer(given.value, given.dice, by=given.by)


def carried(game: Ruleset, path: Path) -> None:
    """A fight with those who come from a campaign, in the midst of it."""
    evening(game)[1].log.save(path)


def at_home(game: Ruleset, path: Path) -> None:
    """A campaign between two fights."""
    home, _ = evening(game)
    home.log.save(path)


WAYS: dict[str, Record] = {
    "-attack": stopping(0, in_an_attack),
    "-amended": amended,
    "-campaign": at_home,
    "-carried": carried,
    "-choice": stopping(2, with_a_choice_open),
    "-corrected": corrected,
    "-dice": stopping(3, between_two_dice),
    "-reaction": stopping(1, with_a_reaction_open),
    "-round": stopping(4, in_a_round),
    "-undone": undone,
    "-whole": whole,
}
"""How fights are recorded, by what stands behind the version in the name of the file."""
NONE = frozenset({("horizon", "-dice")})
"""What a game knows nothing of, or nothing short."""
