"""The log as one viewer may read it: words, dice and rules by their right.

Of a foe whose figures are hidden nothing is told but what everybody could see: the action it takes,
that it moves, a word for how it looks, its conditions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields
from hashlib import sha256
from typing import Any, NamedTuple

from affray.core.act import Act
from affray.core.effect import TABLE, Effect, Who
from affray.core.live import Came, Chose, Happened, Rolled
from affray.core.tally import Tally
from affray.reference import receipt as bill
from affray.reference import title_of
from affray.session import Session
from affray.session.course import Telling
from affray.session.entries import Line
from affray.table import wire
from affray.table.sight import Eyes, State
from affray.table.theirs import CLOSED, Open, rolled_openly

SHOWN = 200
"""So many lines are in a whole view."""

OPEN = (int, bool, Who, type(None))
"""The types of what everybody may know of an effect on the table.

Mines laid are not of them.
"""


class Told(NamedTuple):
    """A line, and which part of the story it tells, from 0."""

    part: int
    line: wire.LogLine


class Said(NamedTuple):
    """Somebody's words, behind so many parts of the story.

    `command` is the seat's and its id, by which it is known when it is sent again.
    """

    after: int
    name: str
    text: str
    command: str = ""

    def line(self, entry: int) -> wire.LogLine:
        """As a line of the log."""
        return wire.LogLine(0, entry, f"{self.name}: {self.text}", "talk", [], self.name, [])


class Shown(NamedTuple):
    """A line shown to everybody: its entry, its place in it, what it tells.

    `told` is a digest: where the entry comes to something else, by an amendment, that is another line.
    """

    entry: int
    place: int
    told: str


class Talk:
    """What people said, and which secret lines were shown to everybody."""

    def __init__(self) -> None:
        self.said: list[Said] = []
        self.revealed: set[Shown] = set()


def shown(session: Session, part: int) -> Shown:
    """A part of the story, from 0, by what no other line ever has."""
    story, telling = session.story, session.story[part]
    first = part
    while first and story[first - 1].entries == telling.entries:
        first -= 1
    words = session.ruleset.words.told(telling.fight, session.names, telling.told)
    said = sha256(f"{words}\n{telling.told!r}".encode()).hexdigest()[:16]
    return Shown(_entry(session.played, telling), part - first, said)


def standing(session: Session, revealed: Iterable[Shown]) -> set[Shown]:
    """Those lines that are told still."""
    seqs, played = {each.entry for each in revealed}, session.played
    parts = [n for n, each in enumerate(session.story) if _entry(played, each) in seqs] if seqs else []
    return {shown(session, n) for n in parts} & set(revealed)


def _entry(played: Sequence[Line], telling: Telling) -> int:
    """The number of the entry that a part of the story came of; 0 for none."""
    return played[telling.entries - 1].seq if 0 < telling.entries <= len(played) else 0


class Story:
    """The lines of one viewer; it follows the session, back as well.

    Talk stands behind what had happened when it was said.
    """

    def __init__(self, session: Session, eyes: Eyes, talk: Talk) -> None:
        self.session, self.eyes, self.talk = session, eyes, talk
        self.lines: list[Told] = []
        self.spoken = 0
        """How much of what was said is among the lines."""
        self._heard: list[Said] = []
        self._last: list[Said] = []
        self._seen: list[Telling] = []
        self._revealed: set[Shown] = set()

    def follow(self) -> int:
        """Bring the lines up to the present; how many of those there were still stand."""
        story = self.session.story
        same = shared(self._seen, story)
        if self.talk.revealed != self._revealed:
            self._revealed, same = set(self.talk.revealed), 0
        self._listen()
        while self.lines and self.lines[-1].part >= same:
            self.spoken -= self.lines.pop().line.kind == "talk"
        stand = len(self.lines)
        played, seqs = self.session.played, {each.entry for each in self._revealed}
        for part in range(same, len(story)):
            self._talk(part)
            before = story[part - 1].fight if part else story[part].fight
            open_ = bool(seqs) and _entry(played, story[part]) in seqs
            open_ = open_ and shown(self.session, part) in self._revealed
            self._add(part, told(self.session, self.eyes, story[part], before, played, open_))
        self._talk(len(story))
        del self._seen[same:]
        self._seen += story[same:]
        return stand

    def _listen(self) -> None:
        """Take up what was said since.

        Of what was long ago the talk knows nothing any more.
        """
        if self.talk.said is not self._last:
            self._last = self.talk.said
            known = {said.command or said for said in self._heard}
            self._heard += [said for said in self._last if (said.command or said) not in known]

    def _talk(self, part: int) -> None:
        """What was said before this part of the story was told."""
        said = self._heard
        while self.spoken < len(said) and (
            said[self.spoken].after <= part or part == len(self.session.story)
        ):
            self._add(max(0, part - 1), said[self.spoken].line(self.session.seq))
            self.spoken += 1

    def _add(self, part: int, line: wire.LogLine | None) -> None:
        if line is not None:
            line.n = len(self.lines) + 1
            self.lines.append(Told(part, line))

    def part(self, n: int) -> int | None:
        """Which part of the story the viewer's line n tells, from 1.

        None for talk, which tells none.
        """
        if not 1 <= n <= len(self.lines) or self.lines[n - 1].line.kind == "talk":
            return None
        return self.lines[n - 1].part + 1


def shared(old: Sequence[Telling], new: Sequence[Telling]) -> int:
    """How many at the start are the same.

    Those of the present step are told anew each time.
    """
    most = n = min(len(old), len(new))
    while n and old[n - 1] is not new[n - 1]:
        n -= 1
    while n < most and old[n] == new[n]:
        n += 1
    return n


def told(
    session: Session,
    eyes: Eyes,
    telling: Telling,
    before: State,
    played: Sequence[Line],
    revealed: bool = False,
) -> wire.LogLine | None:
    """One part of the story for this viewer; None if there is nothing to tell."""
    words, fight, part = session.ruleset.words, telling.fight, telling.told
    who = whose(part)
    if not eyes.all and who != TABLE and who not in eyes.known(fight):
        return None
    whole = eyes.all or revealed or _whole(eyes, fight, part, who)
    said = (
        words.told(fight, session.names, part) if whole else generic(session, eyes, part, who, before, fight)
    )
    if eyes.names_unknown(fight, said):
        said = _unnamed(session, eyes, part, who, before, fight)
    if not said:
        return None
    entry = played[telling.entries - 1] if 0 < telling.entries <= len(played) else None
    by = entry.by if entry and isinstance(part, Rolled) else ""
    figures = eyes.all or eyes.sight.foes == "numbers" or not isinstance(part, Rolled | Chose)
    seen = isinstance(part, Rolled) and (revealed or eyes.dice(fight, who))
    return wire.LogLine(
        n=0,
        entry=entry.seq if entry else 0,
        words=said,
        kind=_kind(part, who),
        dice=list(part.dice) if seen and isinstance(part, Rolled) else [],
        by=by if whole or seen else "",
        rules=[r for r in dict.fromkeys(getattr(part, "rules", ())) if r] if whole and figures else [],
        secret=eyes.all and not revealed and isinstance(part, Rolled) and eyes.secret(fight, who),
        receipt=whole and isinstance(part, Rolled) and bool(part.tally),
    )


def _whole(eyes: Eyes, fight: State, part: Any, who: Who) -> bool:
    """Whether a part of the story may be told as it is."""
    if isinstance(part, Rolled):
        return eyes.whole(fight, who) if who != TABLE else eyes.sight.foes == "numbers"
    if isinstance(part, Happened) and who == TABLE:
        return bool(part.why) or eyes.sight.foes == "numbers" or _plain(part.effect)
    return eyes.figures(fight, who) if who != TABLE else isinstance(part, Came)


def _plain(effect: Effect) -> bool:
    values = (getattr(effect, f.name) for f in fields(effect))  # type: ignore[arg-type]
    return all(type(value) in OPEN for value in values)


def generic(session: Session, eyes: Eyes, part: Any, who: Who, before: State, fight: State) -> str:
    """A part of the story about a foe, with nothing in it that its figures say."""
    name = session.names[who] if who != TABLE else "The game master"
    match part:
        case Rolled():
            if eyes.dice(fight, who):
                return session.ruleset.words.told(fight, session.names, part)
            return f"{name} rolls"
        case Chose(_, Act() as act, _):
            if eyes.sight.foes == "nothing" or act.at is None or who == TABLE:
                return f"{name} acts" if who != TABLE else ""
            return f"{name}: {act.name} at {session.names[act.at]}"
        case Happened():
            return _changes(session, eyes, who, before, fight) if who != TABLE else ""
        case Came():
            return f"{name} joins the fight"
        case _:
            return ""


def _unnamed(session: Session, eyes: Eyes, part: Any, who: Who, before: State, fight: State) -> str:
    """What becomes of one's own fighter by somebody of whom nothing may be told; else nothing."""
    if isinstance(part, Happened) and who != TABLE and eyes.whole(fight, who):
        return eyes.veiled(fight, _changes(session, eyes, who, before, fight))
    return ""


def _changes(session: Session, eyes: Eyes, who: Who, before: State, fight: State) -> str:
    """What everybody can see has become of a foe."""
    if who >= len(before.bodies) - 1:
        return ""
    card = session.ruleset.words.card
    old, new = card(before, who), card(fight, who)
    if new.out != old.out:
        return f"{new.name} is out of the fight" if new.out else f"{new.name} is up again"
    found = []
    if who not in eyes.known(before) and who in eyes.known(fight):
        return f"{new.name} is noticed"
    if before.bodies[who].spot != fight.bodies[who].spot:
        found.append("moves")
    if eyes.sight.foes == "words":
        if eyes.health(before, who) != (looks := eyes.health(fight, who)):
            found.append(f"is {looks}")
        was, now = eyes.states(before, old), eyes.states(fight, new)
        found += [s for s in now if s not in was] + [f"no longer {s}" for s in was if s not in now]
    return f"{new.name} {', '.join(found)}" if found else ""


def _kind(part: Any, who: Who) -> str:
    """What sort of line it is, for its look."""
    match part:
        case Rolled():
            return "roll"
        case Chose(_, Act(), _):
            return "act"
        case Happened(_, _, why) if why:
            return "override"
        case Came():
            return "override"
        case Happened() if who == TABLE:
            return "table"
        case _:
            return "effect"


# --- receipts ---------------------------------------------------------------------------------------


def receipt(session: Session, eyes: Eyes, telling: Telling) -> dict[str, Any]:
    """Where a part of the story comes from: tally, dice, rules.

    Of foes as far as they are shown.
    """
    part, known = telling.told, session.ruleset.catalogue
    open_, who = openly(session, eyes, telling), whose(part)
    known_of = eyes.all or who == TABLE or who in eyes.known(telling.fight)
    tally = Tally(open_.mods)
    seen = known_of and isinstance(part, Rolled) and eyes.dice(telling.fight, who)
    return {
        "receipt": [wire.Bill(p.why, p.amount, p.rule, p.title) for p in bill(known, tally)],
        "total": tally.total if open_.mods and open_.whole else None,
        "dice": list(part.dice) if seen and isinstance(part, Rolled) else [],
        "rules": [wire.Rule(rule, title_of(known, rule)) for rule in dict.fromkeys(open_.rules)],
        "withheld": not open_.whole,
    }


def openly(session: Session, eyes: Eyes, telling: Telling) -> Open:
    """The parts of a number and the rules that may be told of a part of the story."""
    part, who = telling.told, whose(telling.told)
    known_of = eyes.all or who == TABLE or who in eyes.known(telling.fight)
    if not known_of or not (eyes.all or _whole(eyes, telling.fight, part, who)):
        return CLOSED
    if not isinstance(part, Rolled):
        return Open((), tuple(getattr(part, "rules", ())), True)
    if not eyes.all and eyes.sight.foes != "numbers":
        return rolled_openly(session, eyes, part, telling.entries)
    return Open(tuple(part.tally), part.rules, True)


def whose(part: Any) -> Who:
    """Whose part of the story it is."""
    if isinstance(part, Came):
        return part.who
    found: Who = part.effect.who if isinstance(part, Happened) else part.asked.who
    return found
