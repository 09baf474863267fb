"""The desk: every command of the wire, checked and carried out in one room."""

from __future__ import annotations

import tomllib
from collections.abc import Awaitable, Callable
from copy import copy
from itertools import islice
from typing import TYPE_CHECKING, Any

import msgspec

from affray.core.act import Act
from affray.core.effect import TABLE
from affray.core.errors import BadAnswer
from affray.core.live import Answer, Asked, Pending
from affray.core.space import Point, point
from affray.session import Hands as Habits
from affray.session import Line, Session
from affray.session.entries import THROW
from affray.session.hands import GAME_MASTER
from affray.table import menu, past, wire
from affray.table.faults import NotYours, Stale
from affray.table.keeper import MOST_TALK
from affray.table.misread import values_in
from affray.table.present import Present
from affray.table.seats import MAY
from affray.table.sight import Eyes, Viewer
from affray.table.story import Said, Shown, Talk, shown, standing
from affray.table.thoughts import advised, distributions
from affray.table.tools import tools
from affray.table.views import Look

if TYPE_CHECKING:
    from affray.table.room import Room

TRIES = 100
"""Fights for each option when somebody asks for advice."""
MOST_VALUES = 300
"""So many values are in the record of a fighter who joins, with those within others."""


class Desk:
    """Carries out the commands of one room; each returns the data of its answer."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self._do: dict[type, Callable[[Viewer, Any], Awaitable[Any]]] = {
            wire.Answer: self.answer, wire.PlaceAt: self.place, wire.Dice: self.dice, wire.Roll: self.roll,
            wire.Undo: self.undo, wire.Redo: self.redo, wire.UndoTo: self.undo_to, wire.Amend: self.amend,
            wire.Override: self.override, wire.Join: self.join, wire.Hands: self.hands,
            wire.Order: self.order, wire.Odds: self.odds, wire.Advise: self.advise,
            wire.Receipt: self.receipt, wire.At: self.at, wire.SeatCommand: self.seat,
            wire.SightCommand: self.sight, wire.Reveal: self.reveal, wire.Say: self.say,
            wire.Name: self.name, wire.Export: self.export, wire.Ping: self.ping,
            wire.Lines: self.lines, wire.Palette: self.palette, wire.Pause: self.pause,
            wire.LetGo: self.let, wire.Fork: self.fork, wire.Archive: self.archive,
            wire.Share: self.share, wire.PictureCommand: self.picture,
        }  # fmt: skip

    async def do(self, viewer: Viewer, command: wire.AnyCommand) -> Any:
        """Carry it out; raises AffrayError when it may not or cannot be done."""
        allowed(viewer, str(command.__struct_config__.tag))
        return await self._do[type(command)](viewer, command)

    # --- answers ------------------------------------------------------------------------------------

    async def answer(self, viewer: Viewer, command: wire.Answer) -> None:
        """An option by its number, or what was typed."""
        pending = self._asked(viewer, command)
        if (command.n is None) == (command.text is None):
            raise BadAnswer("expected either n or text", code="answer/no-number")
        lines, text, look = self.room.session.lines, command.text, self._look(viewer)
        if text is not None and pending.chance is not None:
            await self._put(lines.answer_text(text, by="dice"), viewer, command)
            return
        value = numbered(look, pending, command.n or 0) if text is None else typed(look, pending, text)
        await self._put(lines.answer(value), viewer, command)

    def _look(self, viewer: Viewer) -> Look:
        """What a viewer sees now."""
        return self.room.perspective_of(viewer).look

    async def place(self, viewer: Viewer, command: wire.PlaceAt) -> None:
        """An action with a place or a number of one's own."""
        pending = self._asked(viewer, command)
        if (command.to is None) == (command.n is None) or pending.chance is not None:
            raise BadAnswer("expected an action, and either a place or a number", code="answer/no-place")
        made = made_of(self._look(viewer), pending, command)
        await self._put(self.room.session.lines.answer(made), viewer, command)

    async def dice(self, viewer: Viewer, command: wire.Dice) -> None:
        """Real dice."""
        pending = self._asked(viewer, command)
        if pending.chance is None:
            raise BadAnswer("no dice are asked for", code="answer/not-dice")
        if (command.faces is None) == (command.total is None):
            raise BadAnswer("expected either faces or a total", code="answer/not-dice")
        text = f"={command.total}" if command.faces is None else " ".join(map(str, command.faces))
        await self._put(self.room.session.lines.answer_text(text, by="dice"), viewer, command)

    async def roll(self, viewer: Viewer, command: wire.Roll) -> None:
        """The machine's dice."""
        pending = self._asked(viewer, command)
        if pending.chance is None:
            raise BadAnswer("no dice are asked for", code="answer/not-dice")
        await self.room.sealing.ready()
        given = self.room.hands.throw(pending)
        line = self.room.session.lines.answer(given.value, given.dice, by=THROW)
        await self._put(line, viewer, command)

    def _asked(self, viewer: Viewer, command: wire.About) -> Pending:
        """What is asked of this viewer's fighters.

        Raises where it is not, or not any more.
        """
        pending = self.room.session.asking
        named = command.ask in ("", str(self.room.asked_at))
        self._fresh(command, self.room.asked_at, "another question is asked by now", named)
        if not menu.may_answer(self._look(viewer), pending.asked.who):
            raise NotYours("somebody else is asked")
        return pending

    def _fresh(self, command: wire.Command, since: int, why: str, named: bool = True) -> None:
        here = command.seq < 0 or max(since, self.room.first) <= command.seq <= self.room.seq
        if not (here and named):
            raise Stale(f"{why}; look again")

    async def _put(self, line: Line, viewer: Viewer, command: wire.Command) -> None:
        self.room.still = False
        await self.room.put(line, viewer.seat, f"{viewer.seat}:{command.id}")

    # --- back and forth -----------------------------------------------------------------------------

    async def undo(self, viewer: Viewer, command: wire.Undo) -> None:
        """Take back what people did."""
        self._may_go_back(viewer, command)
        await self._put(self.room.session.lines.undo(command.n), viewer, command)

    async def redo(self, viewer: Viewer, command: wire.Redo) -> None:
        """Do it again."""
        self._may_go_back(viewer, command)
        await self._put(self.room.session.lines.redo(command.n), viewer, command)

    def _may_go_back(self, viewer: Viewer, command: wire.Command) -> None:
        if not viewer.master and not self.room.sight.undo:
            raise NotYours("the game master takes back here")
        self._fresh(command, self.room.acted_at, "something else has happened by now")

    async def undo_to(self, viewer: Viewer, command: wire.UndoTo) -> None:
        """Take back all that came after so many entries; the machine waits there."""
        self._fresh(command, self.room.rewound_at, "something was taken back by now")
        await self._put(self.room.session.lines.undo_to(command.entry), viewer, command)
        self.room.still = True

    async def amend(self, viewer: Viewer, command: wire.Amend) -> Any:
        """Another answer to an earlier question; what fell away of what came later."""
        if sum(given is not None for given in (command.n, command.faces, command.text)) != 1:
            raise BadAnswer("expected one of n, faces and text", code="answer/no-number")
        session = self.room.session
        value, dice = self._otherwise(viewer, session.before(command.entry), command)
        await self.room.sealing.ready()
        found = await self.room.beside(
            lambda: session.lines.amend(command.entry, value, dice, command.why, lambda s: Habits(s).answer())
        )
        said = [{"entry": line.seq, "words": entry_in_words(session, line)} for line in found.fell]
        await self._put(found.line, viewer, command)
        return {"fell": said, "added": len(found.added), "waits": found.waits}

    def _otherwise(
        self, viewer: Viewer, then: Session, command: wire.Amend
    ) -> tuple[object, tuple[int, ...]]:
        """The new answer, as the question stood then."""
        pending, look = then.asking, Look(Present(then, Habits(then)), self._look(viewer).eyes)
        if command.n is not None:
            return numbered(look, pending, command.n), ()
        text = command.text if command.faces is None else " ".join(map(str, command.faces))
        if pending.chance is not None:
            return pending.chance.read(text or "")
        return typed(look, pending, text or ""), ()

    # --- the game master ----------------------------------------------------------------------------

    async def override(self, viewer: Viewer, command: wire.Override) -> None:
        """Correct the fight."""
        if not command.why.strip():
            raise BadAnswer("say why it is corrected", code="answer/no-reason")
        line = self.room.session.lines.correct(command.words.split(), command.why.strip())
        await self._put(line, viewer, command)

    async def join(self, viewer: Viewer, command: wire.Join) -> None:
        """Let a fighter come in."""
        if (command.record is None) == (command.toml is None):
            raise BadAnswer("expected either a record or its toml", code="answer/no-record")
        record = command.record if command.record is not None else _toml(command.toml or "")
        if sum(1 for _ in islice(values_in(record), MOST_VALUES + 1)) > MOST_VALUES:
            raise BadAnswer(f"expected a fighter of at most {MOST_VALUES} values", code="answer/no-record")
        lines, why = self.room.session.lines, command.why.strip() or "joins"
        line = await self.room.beside(lambda: lines.join(record, why))
        await self._put(line, viewer, command)

    async def seat(self, viewer: Viewer, command: wire.SeatCommand) -> Any:
        """What becomes of a seat."""
        return await self.room.seating.do(viewer, command)

    async def sight(self, viewer: Viewer, command: wire.SightCommand) -> None:
        """What players see."""
        said = {k: getattr(command, k) for k in ("foes", "rolls", "odds", "undo")}
        changed = {k: v for k, v in said.items() if v is not None}
        sight = msgspec.structs.replace(self.room.sight, **changed)
        await self.room.keep_notes(sight=sight)
        self.room.sight = sight
        self.room.changed(anew=True)

    async def fork(self, viewer: Viewer, command: wire.Fork) -> Any:
        """Another session that goes on from a moment."""
        return await self.room.sharing.fork(command, f"{viewer.seat}:{command.id}")

    async def archive(self, viewer: Viewer, command: wire.Archive) -> None:
        """Put the session away, or take it out again."""
        await self.room.sharing.archive(command)

    async def share(self, viewer: Viewer, command: wire.Share) -> Any:
        """A link to look back by."""
        by = f"{viewer.seat}:{command.id}"
        return await self.room.seating.kept(lambda seats: self.room.sharing.share(seats, command, by))

    async def picture(self, viewer: Viewer, command: wire.PictureCommand) -> None:
        """Where the picture lies."""
        await self.room.pictures.move(command)

    async def reveal(self, viewer: Viewer, command: wire.Reveal) -> None:
        """Show everybody a line that was secret."""
        session, talk = self.room.session, self.room.talk
        line = shown(session, self._part(viewer, command) - 1)
        await self._talked(talk.said, {*standing(session, talk.revealed), line})

    async def name(self, viewer: Viewer, command: wire.Name) -> None:
        """What the session is called."""
        title = " ".join(command.text.split())
        if not title:
            raise BadAnswer("expected a name", code="answer/no-text")
        await self.room.keeper.title(title)
        self.room.title = title
        self.room.changed()

    # --- who runs whom ------------------------------------------------------------------------------

    async def hands(self, viewer: Viewer, command: wire.Hands) -> None:
        """Put a fighter into other hands."""
        self._own(viewer, command.name)
        handed = self.room.hands.giving(command.name, command.manner)
        if handed != self.room.session.log.handed:
            await self._put(self.room.session.lines.hand(handed), viewer, command)

    async def order(self, viewer: Viewer, command: wire.Order) -> Any:
        """A standing answer; a note where nobody can say yet whether it will fit."""
        self._own(viewer, command.name)
        handed = self.room.hands.ordering(command.name, command.question, command.answer)
        note = ""
        if command.answer:
            said = self.room.session, copy(self._look(viewer).eyes), command.question, command.answer
            note = await self.room.beside(lambda: orderable(*said))
        if handed != self.room.session.log.handed:
            await self._put(self.room.session.lines.hand(handed), viewer, command)
        return {"note": note}

    async def pause(self, viewer: Viewer, command: wire.Pause) -> None:
        """Have the autopilot wait for the game master, or no longer."""
        handed = self.room.hands.pausing(command.name, command.on)
        if handed != self.room.session.log.handed:
            await self._put(self.room.session.lines.hand(handed), viewer, command)

    async def let(self, viewer: Viewer, command: wire.LetGo) -> None:
        """Let the autopilot do what it intends."""
        await self._put(self.room.pausing.leave(command.ask), viewer, command)

    def _own(self, viewer: Viewer, name: str) -> None:
        """Raise unless all who are meant by a name sit here."""
        if viewer.master:
            return
        if name not in viewer.fighters or name == GAME_MASTER:
            raise NotYours(f"{name[:40]!r} does not sit here")

    # --- reading ------------------------------------------------------------------------------------

    async def odds(self, viewer: Viewer, command: wire.Odds) -> Any:
        """The distributions of an action.

        Of foes whose figures are hidden, only what the menu shows.
        """
        room, pending = self.room, self._asked(viewer, command)
        self._odds_open(viewer)
        act = meant(self._look(viewer), pending, command)
        whole = viewer.master or room.sight.foes == "numbers"
        label, game = room.session.options.in_words(act), room.session.ruleset.id
        asked = game, room.session.fight, pending.asked.who, act, whole
        return {"label": label, **await room.thinking.soon(room.id, distributions, *asked, seat=viewer.seat)}

    def _odds_open(self, viewer: Viewer) -> None:
        if not viewer.master and not self.room.sight.odds:
            raise NotYours("the game master does not show odds")

    async def advise(self, viewer: Viewer, command: wire.Advise) -> Any:
        """How often each option wins.

        Tells a player how foes stand, so only with open figures and where all of them are known.
        """
        room, pending = self.room, self._asked(viewer, command)
        self._odds_open(viewer)
        self._all_seen(viewer)
        if pending.chance is not None:
            raise BadAnswer("dice are asked for: there is nothing to decide", code="answer/nothing-to-decide")
        if pending.asked.who == TABLE:
            raise BadAnswer("the game master is asked, who takes no side", code="answer/nothing-to-decide")
        moment, seed = room.session.moments.now, room.hands.seed()
        asked = room.session.ruleset.id, moment, TRIES, seed
        return await room.thinking.long(advised, *asked, room=room.id, seat=viewer.seat)

    def _all_seen(self, viewer: Viewer) -> None:
        """Raise unless nothing about foes is kept from this viewer: a fight is tried with all of them."""
        eyes, fight = self._look(viewer).eyes, self.room.session.fight
        if eyes.all:
            return
        if self.room.sight.foes != "numbers" or eyes.unknown_names(fight):
            raise NotYours("win odds would tell how foes stand")

    async def receipt(self, viewer: Viewer, command: wire.Receipt) -> Any:
        """What stands behind a line of the viewer's log."""
        part = self._part(viewer, command)
        return self.room.perspective_of(viewer).receipt(part)

    def _part(self, viewer: Viewer, command: wire.Receipt | wire.Reveal) -> int:
        self._fresh(command, self.room.rewound_at, "something was taken back by now")
        story = self.room.perspective_of(viewer).story
        part = story.part(command.line)
        if part is None:
            talk = 1 <= command.line <= len(story.lines)
            said = f"line {command.line} is talk: nothing" if talk else f"there is no line {command.line}"
            raise BadAnswer(f"{said} stands behind it" if talk else said, code="answer/no-line")
        return part

    async def at(self, viewer: Viewer, command: wire.At) -> Any:
        """The view of an earlier moment."""
        return await past.shown(self.room, viewer, command.entry)

    async def lines(self, viewer: Viewer, command: wire.Lines) -> Any:
        """Lines of the viewer's log before one."""
        lines = self.room.perspective_of(viewer).story.lines
        end = min(command.before - 1, len(lines))
        return [told.line for told in lines[max(0, end - command.n) : end]]

    async def palette(self, viewer: Viewer, command: wire.Palette) -> Any:
        """Everything that this viewer can do now."""
        return tools(self.room, viewer)

    async def say(self, viewer: Viewer, command: wire.Say) -> None:
        """A line of talk."""
        text = " ".join(command.text.split())
        if not text:
            raise BadAnswer("say something", code="answer/no-text")
        said = Said(len(self.room.session.story), viewer.name, text, f"{viewer.seat}:{command.id}")
        if any(each.command == said.command for each in self.room.talk.said):
            return  # heard before the server began anew
        await self._talked([*self.room.talk.said, said], self.room.talk.revealed)

    async def _talked(self, said: list[Said], revealed: set[Shown]) -> None:
        """Keep what was said and shown, then let it be seen."""
        talk, said = Talk(), said[-MOST_TALK:]
        talk.said, talk.revealed = said, revealed
        await self.room.keep_notes(talk)
        self.room.talk.said, self.room.talk.revealed = said, revealed
        self.room.changed()

    async def export(self, viewer: Viewer, command: wire.Export) -> Any:
        """The log; to others than the game master, the story as they know it."""
        return past.exported(self.room, viewer, command.form)

    async def ping(self, viewer: Viewer, command: wire.Ping) -> None:
        """Somebody is there."""


def allowed(viewer: Viewer, name: str) -> None:
    """Raise NotYours where a viewer may not give commands of this name."""
    if name != "ping" and viewer.pending:
        raise NotYours("the game master has not let this seat in yet")
    if name in wire.COMMANDS and name not in MAY[viewer.role]:
        raise NotYours(f"a {viewer.role} cannot do {name!r}")


def entry_in_words(session: Session, line: Line) -> str:
    """An entry of the log in words, for those who lose it."""
    if not isinstance(line.entry, Answer):
        return "a correction"
    who, question, chance = line.entry.asked
    name = session.names[who] if who >= 0 else GAME_MASTER
    if chance:
        return f"{name} rolls {question}: {line.entry.value}"
    return f"{name}, {question}: {session.ruleset.words.option(session.names, question, line.entry.value)}"


def numbered(look: Look, pending: Pending, n: int) -> Any:
    """The option of this number, of those that a viewer may see; raises BadAnswer."""
    options = menu.open_options(look, pending)
    if n in options:
        return options[n]
    ends = "of an option, but dice are asked for"
    if pending.chance is None:
        ends = f"from 1 to {len(options)}" if options else "that is offered"
    raise BadAnswer(f"expected a number {ends}, got {n}", code="answer/not-offered")


def meant(look: Look, pending: Pending, command: wire.Odds) -> Act:
    """The action whose odds are wanted, by the rules that would judge it; raises BadAnswer."""
    act = numbered(look, pending, command.n)
    if not isinstance(act, Act):
        raise BadAnswer("only actions have odds", code="answer/no-odds")
    if command.to is None and command.number is None:
        return act
    place = wire.PlaceAt(id=command.id, act=act.name, to=command.to, n=command.number)
    own: Act = made_of(look, pending, place)
    pending.answer(own)
    return own


def typed(look: Look, pending: Pending, text: str) -> Any:
    """The option meant by words, of those that a viewer may see.

    Raises BadAnswer.
    """
    return look.session.options.named(text, menu.open_options(look, pending).values())


def made_of(look: Look, pending: Pending, command: wire.PlaceAt) -> Any:
    """The answer with a place or a number of one's own; raises BadAnswer."""
    to = None if command.to is None else point(*command.to)
    wants, options = "to" if to is not None else "n", menu.open_options(look, pending).values()
    acts = [o.act for o in menu.open_offers(look) if o.wants == wants and o.act.name == command.act]
    if acts and to is not None:
        return acts[0]._replace(at=None, to=to)
    if acts and command.n is not None:
        return acts[0]._replace(n=command.n)
    if to is not None and not command.act and any(isinstance(o, Point) for o in options):
        return to
    fitting = [o for o in options if hasattr(o, "to") and not isinstance(o, Act)]
    if to is not None and fitting:
        return fitting[0]._replace(to=to)
    raise BadAnswer(f"{command.act!r} does not want that here", code="answer/no-place")


def orderable(session: Session, eyes: Eyes, question: str, answer: str) -> str:
    """Raise BadAnswer unless the words fit an option that the question has or had.

    A note for people if it has not come up yet, else empty.  Only what was asked of those who sit at
    the viewer's seat counts, and is told of.
    """
    pending = session.pending
    if pending is not None and pending.asked.question == question and _asked_of(eyes, pending.asked):
        typed(Look(Present(session, Habits(session)), eyes), pending, answer)
        return ""
    asked: dict[str, int] = {}
    for line in session.standing.played:
        if isinstance(line.entry, Answer) and _asked_of(eyes, line.entry.asked):
            asked[line.entry.asked.question] = line.seq
    if question not in asked:
        known = ", ".join(sorted(asked)) or "nothing"
        who = "nobody" if eyes.all else "nobody here"
        return f"{who} has been asked {question[:60]!r} yet; so far: {known}"
    then = session.before(asked[question])
    typed(Look(Present(then, Habits(then)), eyes), then.asking, answer)
    return ""


def _asked_of(eyes: Eyes, asked: Asked) -> bool:
    """Whether this was a question to this seat, and no dice."""
    return not asked.chance and (eyes.all or (asked.who != TABLE and eyes.mine(asked.who)))


def _toml(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except ValueError as e:
        raise BadAnswer(f"expected a fighter as TOML: {e}", code="answer/no-record") from None
    except RecursionError:
        raise BadAnswer("expected a fighter as TOML: this goes too deep", code="answer/no-record") from None
