"""The log as one viewer may read it: words, dice and rules by their right.

Of a foe whose figures are hidden nothing is told but what everybody could see: the action it takes,
that it moves, a word for how it looks, its conditions.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import fields
from hashlib import sha256
from itertools import takewhile
from typing import Any, NamedTuple, Protocol, TypeAlias

from affray.core.act import Act
from affray.core.body import spot_of
from affray.core.effect import TABLE, Effect, Who
from affray.core.live import Came, Chose, Happened, Hid, Rolled, Went
from affray.core.message import Verbatim, msg, word
from affray.core.phrases import became, joins, leaves, out_or_up
from affray.core.ruleset import Ruleset
from affray.core.tally import Tally
from affray.session import Session
from affray.session.course import Telling
from affray.session.entries import SessionLine, Standing
from affray.table import wire
from affray.table.bills import bills, sum_of, wire_rules
from affray.table.dice_told import add_dice
from affray.table.free_rolls import FreeRollLine, entry_told, lines_seen
from affray.table.put_right import corrected, unreasoned
from affray.table.redaction import CLOSED, Redacted, redacted
from affray.table.visibility import State, Visibility

SHOWN = 200
"""So many lines are in a whole view."""

OPEN = (int, bool, Who, type(None))
"""The types of what everybody may know of an effect on the table; mines laid are not of them."""


class StorySource(Protocol):
    """What lines are told of: a session, or as much of it as has been played again."""

    @property
    def ruleset(self) -> Ruleset:
        """The rules of the game."""

    @property
    def names(self) -> Sequence[str]:
        """What the fighters are called."""

    @property
    def story(self) -> Sequence[Telling]:
        """All that has happened."""

    @property
    def standing(self) -> Standing:
        """The entries that it came of."""

    @property
    def seq(self) -> int:
        """The number of the last entry."""

    @property
    def log(self) -> FreeRolls:
        """What was entered besides: the dice beside the fight."""

    @property
    def moments(self) -> AtHand:
        """What of it is at hand."""


class FreeRolls(Protocol):
    """The dice beside a fight."""

    @property
    def free_rolls(self) -> Sequence[SessionLine]:
        """All of them, in their order."""

    @property
    def secret(self) -> Sequence[int]:
        """The numbers of secret entries, those of other kinds too."""


class AtHand(Protocol):
    """How much of a story is at hand."""

    @property
    def unread(self) -> int:
        """So many parts of the story are not at hand."""

    @property
    def at_hand(self) -> State:
        """The fight before what is at hand."""


class VisibleLine(NamedTuple):
    """A line, and which part of the story it tells, from 0."""

    part: int
    line: wire.LogLine


class TalkLine(NamedTuple):
    """Somebody's words, behind so many parts of the story.

    `command` is the seat's and its id, by which it is known when it is sent again; `rolls` is the number of
    the last free roll before it, which it stands behind.
    """

    after: int
    name: str
    text: str
    command: str = ""
    rolls: int = 0

    def kept(self) -> tuple[int | str, ...]:
        """As it is kept: where there are no free rolls, as before there were any."""
        return tuple(self) if self.rolls else tuple(self[:4])

    def line(self, entry: int) -> wire.LogLine:
        """As a line of the log."""
        return wire.LogLine(
            0,
            entry,
            msg("{name}: {text}", name=Verbatim(self.name), text=Verbatim(self.text)),
            "talk",
            [],
            self.name,
            [],
        )


Heard: TypeAlias = TalkLine | FreeRollLine
"""What people did beside the fight."""
BESIDE = ("talk", "throw")
"""The kinds of its lines: they tell no part of the story."""
MOST_HEARD = 1_000
"""Lines of it that a story remembers; it lets go of the rest when there are twice as many."""


class RevealedLine(NamedTuple):
    """A line shown to everybody: its entry, its place in it, what it tells.

    `told` is a digest: where the entry comes to something else, by an amendment, that is another line.
    """

    entry: int
    place: int
    told: str


THROWN = "throw"
"""What a revealed line tells that is a free roll: nothing ever changes it."""


class Talk:
    """What people said, and which secret lines were shown to everybody."""

    def __init__(self) -> None:
        self.said: list[TalkLine] = []
        self.revealed: set[RevealedLine] = set()

    @property
    def thrown(self) -> frozenset[int]:
        """The entries of free rolls that were secret and were shown to everybody."""
        return frozenset(each.entry for each in self.revealed if each.told == THROWN)


def shown(session: StorySource, part: int) -> RevealedLine:
    """A part of the story, from 0, by what no other line ever has."""
    story, telling = session.story, session.story[part]
    first = part
    while first and story[first - 1].entries == telling.entries:
        first -= 1
    words = session.ruleset.words.told(telling.fight, session.names, telling.told)
    said = sha256(f"{words}\n{telling.told!r}".encode()).hexdigest()[:16]
    return RevealedLine(_entry(session.standing.played, telling), part - first, said)


def standing(session: StorySource, revealed: Iterable[RevealedLine]) -> set[RevealedLine]:
    """Those lines that are told still."""
    seqs, played = {each.entry for each in revealed}, session.standing.played
    parts = [n for n, each in enumerate(session.story) if _entry(played, each) in seqs] if seqs else []
    thrown = {each for each in revealed if each.told == THROWN}
    return {shown(session, n) for n in parts} & set(revealed) | thrown


def _entry(played: Sequence[SessionLine], telling: Telling) -> int:
    """The number of the entry that a part of the story came of; 0 for none."""
    return played[telling.entries - 1].seq if 0 < telling.entries <= len(played) else 0


class VisibleStory:
    """The lines of one viewer; it follows the session, back as well.

    Talk stands behind what had happened when it was said.  Where what came first is not at hand, and
    it is known how many lines tell it, the others are told before those; they are not numbered anew.
    """

    def __init__(
        self,
        session: StorySource,
        visibility: Visibility,
        talk: Talk,
        before: int | None = None,
        own: str = "",
    ) -> None:
        """`before`: how many lines tell what is not at hand, without talk; else all are told at once.

        `own` is the seat whose secret free rolls are told.
        """
        self.session, self.visibility, self.talk, self.own = session, visibility, talk, own
        self.lines: list[VisibleLine] = []
        self.spoken = 0
        """How much of what people did beside the fight is among the lines, or before them."""
        self._heard: list[Heard] = []
        self._last: list[TalkLine] = []
        self._rolled, self._alone = 0, False
        self._seen: list[Telling] = []
        self._revealed: set[RevealedLine] = set()
        self.first, self.base = 0, 0
        """The part of the story that the lines begin with, and how many lines are before them."""
        if before is not None and session.moments.unread:
            self._listen()
            self.first, self.spoken = session.moments.unread, len(early(self._heard, session.moments.unread))
            self.base = before + self.spoken

    def follow(self) -> int:
        """Bring the lines up to the present; how many of those there were still stand."""
        story = self.session.story
        if self.first and not self.session.moments.unread:  # somebody could not wait for it
            self.lines, self._seen, self.spoken, self.first, self.base = [], [], 0, 0, 0
        same = self.first + shared(self._seen, story, self.first)
        anew = self.talk.revealed != self._revealed
        if anew:
            self._revealed, same = set(self.talk.revealed), self.first
        self._listen()
        while self.lines and self.lines[-1].part >= same:
            self.spoken -= self.lines.pop().line.kind in BESIDE
        if anew and not self.spoken:
            self._uncover()
        stand = self.count
        played, seqs = self.session.standing.played, {each.entry for each in self._revealed}
        for part in range(same, len(story)):
            self._talk(part)
            before = self._before(part)
            open_ = bool(seqs) and _entry(played, story[part]) in seqs
            open_ = open_ and shown(self.session, part) in self._revealed
            self._add(part, told(self.session, self.visibility, story[part], before, played, open_))
        self._talk(len(story))
        del self._seen[same - self.first :]
        self._seen += story[same:]
        return stand

    def _before(self, part: int) -> State:
        """The fight before a part of the story; before the first of all it is that after it."""
        if part > self.first:
            return self.session.story[part - 1].fight
        return self.session.moments.at_hand if part else self.session.story[part].fight

    @property
    def count(self) -> int:
        """How many lines there are, with those that are not at hand."""
        return self.base + len(self.lines)

    def line(self, n: int) -> VisibleLine | None:
        """The viewer's line n, from 1; None if there is none at hand."""
        return self.lines[n - 1 - self.base] if self.base < n <= self.count else None

    def lines_before(self, part: int) -> int | None:
        """How many lines tell what was before a part of the story, without talk; None if it is not known."""
        here = part - self.first
        stale = 0 < here <= len(self._seen) and self._seen[here - 1] is not self.session.story[part - 1]
        if stale or not 0 <= here <= len(self._seen):
            return None
        end = bisect_left(self.lines, part, key=lambda told: told.part)
        told = sum(told.line.kind not in BESIDE for told in self.lines[:end])
        return told + (self.base - len(early(self._heard, self.first)) if self.first else 0)

    def complete(self, earlier: VisibleStory) -> bool:
        """Put what was not at hand before the lines; whether there are as many as was said."""
        fits = self.base == earlier.count
        self.lines, self._seen = earlier.lines + self.lines, earlier._seen + self._seen
        self.first, self.base, self.spoken = 0, 0, max(self.spoken, earlier.spoken)
        for n, told in enumerate(self.lines, 1):
            told.line.n = n
        return fits

    def hear(self, heard: Sequence[Heard]) -> None:
        """Tell this alone of what people did beside the fight."""
        rolls, self._alone = self.session.log.free_rolls, True
        self._heard, self._last, self._rolled = list(heard), self.talk.said, rolls[-1].seq if rolls else 0

    def _listen(self) -> None:
        """Take up what was said and thrown since; of what was long ago the talk knows nothing any more."""
        rolls, since = self.session.log.free_rolls, self._rolled
        self._rolled = rolls[-1].seq if rolls else 0
        if self.talk.said is not self._last or self._rolled > since:
            self._last = self.talk.said
            known = {said.command or said for said in self._heard if isinstance(said, TalkLine)}
            said = [said for said in self._last if (said.command or said) not in known]
            thrown = lines_seen(self.visibility, rolls, self.own, since, self.talk.thrown)
            self._heard += in_order(said, thrown)
            if len(self._heard) > 2 * MOST_HEARD and not self.first:
                self._forget(min(self.spoken, len(self._heard) - MOST_HEARD))

    def _uncover(self) -> None:
        """Take up the free rolls that were secret and are shown now."""
        if self._alone:
            return
        said = [each for each in self._heard if isinstance(each, TalkLine)]
        thrown = lines_seen(self.visibility, self.session.log.free_rolls, self.own, revealed=self.talk.thrown)
        self._heard = in_order(said, thrown)

    def _forget(self, gone: int) -> None:
        """Let go of what was said first; the lines behind it move up."""
        del self._heard[:gone]
        self.spoken -= gone
        talk = [n for n, told in enumerate(self.lines) if told.line.kind in BESIDE][:gone]
        dropped = frozenset(talk)
        self.lines = [told for n, told in enumerate(self.lines) if n not in dropped]
        for n, told in enumerate(self.lines, 1):
            told.line.n = n

    def _talk(self, part: int) -> None:
        """What was said before this part of the story was told."""
        said = self._heard
        while self.spoken < len(said) and (
            said[self.spoken].after <= part or part == len(self.session.story)
        ):
            self._add(max(0, part - 1), said[self.spoken].line(self._entry(said[self.spoken])))
            self.spoken += 1

    def _entry(self, said: Heard) -> int:
        """The number by which this viewer is told where something stands."""
        seq = said.seq if isinstance(said, FreeRollLine) else self.session.seq
        return entry_told(self.visibility, self.session.log.secret, seq)

    def _add(self, part: int, line: wire.LogLine | None) -> None:
        if line is not None:
            line.n = self.count + 1
            self.lines.append(VisibleLine(part, line))

    def part(self, n: int) -> int | None:
        """Which part of the story the viewer's line n tells, from 1; None for what is beside it."""
        told = self.line(n)
        return told.part + 1 if told is not None and told.line.kind not in BESIDE else None


def in_order(said: Sequence[TalkLine], rolls: Sequence[FreeRollLine]) -> list[Heard]:
    """Talk and free rolls, one after the other as they were."""
    heard, n = list[Heard](), 0
    for each in said:
        while n < len(rolls) and rolls[n].seq <= each.rolls:
            heard.append(rolls[n])
            n += 1
        heard.append(each)
    return heard + list(rolls[n:])


def early(said: Sequence[Heard], part: int) -> Sequence[Heard]:
    """What was said before what is before a part of the story."""
    return list(takewhile(lambda each: each.after < part, said))


def shared(old: Sequence[Telling], new: Sequence[Telling], first: int = 0) -> int:
    """How many at the start are the same, where the old ones begin with part `first` of the new ones.

    Those of the present step are told anew each time.
    """
    most = n = min(len(old), len(new) - first)
    while n and old[n - 1] is not new[first + n - 1]:
        n -= 1
    while n < most and old[n] == new[first + n]:
        n += 1
    return n


def told(
    session: StorySource,
    visibility: Visibility,
    telling: Telling,
    before: State,
    played: Sequence[SessionLine],
    revealed: bool = False,
) -> wire.LogLine | None:
    """One part of the story for this viewer; None if there is nothing to tell."""
    seq = _entry(played, telling)
    telling, before = _looked_back(visibility, telling, seq), visibility.then(before, seq)
    fight, part, who = telling.fight, telling.told, whose(telling.told)
    if not visibility.all and who != TABLE and not visibility.knew(fight, who):
        return None
    whole = visibility.all or revealed or _whole(visibility, fight, part, who)
    words = _words(session, visibility, telling, before, whole)
    if not words:
        return None
    entry = played[telling.entries - 1] if 0 < telling.entries <= len(played) else None
    rules = _rules(visibility, part) if whole else []
    number = entry_told(visibility, session.log.secret, seq)
    line = wire.LogLine(0, number, word(words), _kind(part, who), [], "", rules)
    line.receipt = whole and bool(getattr(part, "tally", ()))
    if isinstance(part, Rolled):
        _add_roll(line, visibility, fight, part, revealed)
        line.by = entry.by if entry and (whole or revealed or visibility.dice(fight, who)) else ""
        if line.dice:
            bare = telling._replace(told=part._replace(dice=()))
            line.brief = word(_words(session, visibility, bare, before, whole))
    return line


def _looked_back(visibility: Visibility, telling: Telling, seq: int) -> Telling:
    """A part of the story with the fight as the viewer may look back at it."""
    fight = visibility.then(telling.fight, seq)
    return telling if fight is telling.fight else telling._replace(fight=fight)


def _words(session: StorySource, visibility: Visibility, telling: Telling, before: State, whole: bool) -> str:
    """A part of the story in words that this viewer may read; empty if there are none."""
    fight, part, who = telling.fight, telling.told, whose(telling.told)
    if whole:
        words = session.ruleset.words.told(fight, session.names, _plainly(visibility, part))
    else:
        words = corrected(part, generic(session, visibility, unreasoned(part), who, before, fight))
    if visibility.names_unknown(fight, words):
        return corrected(part, _unnamed(session, visibility, part, who, before, fight))
    return words


def _rules(visibility: Visibility, part: Any) -> list[str]:
    """The rules behind a part that is told as it is; those of rolls and choices tell figures."""
    shown = visibility.all or visibility.visibility_rules.foes == "numbers"
    if isinstance(part, Rolled | Chose) and not shown:
        return []
    return [rule for rule in dict.fromkeys(getattr(part, "rules", ())) if rule]


def _add_roll(line: wire.LogLine, visibility: Visibility, fight: State, roll: Rolled, revealed: bool) -> None:
    """Add to the line of a roll what there is to be seen of its dice."""
    seen = visibility.dice(fight, roll.asked.who)
    if seen or revealed:
        add_dice(line, roll, seen)
    line.secret = visibility.all and not revealed and visibility.secret(fight, roll.asked.who)


def _whole(visibility: Visibility, fight: State, part: Any, who: Who) -> bool:
    """Whether a part of the story may be told as it is."""
    if isinstance(part, Rolled):
        return visibility.whole(fight, who) if who != TABLE else visibility.visibility_rules.foes == "numbers"
    if isinstance(part, Hid):  # others than the game master are not told why, nor of what they cannot see
        return visibility.all
    if isinstance(part, Happened) and who == TABLE:
        return bool(part.why) or visibility.visibility_rules.foes == "numbers" or _plain(part.effect)
    return visibility.figures(fight, who) if who != TABLE else isinstance(part, Came | Went)


def _plainly(visibility: Visibility, part: Any) -> Any:
    """A part of the story without what its number is made of, unless foes are open in all."""
    if visibility.open or not isinstance(part, Happened):
        return part
    return part._replace(effect=part.effect.bare)


def _plain(effect: Effect) -> bool:
    values = (getattr(effect, f.name) for f in fields(effect))  # type: ignore[arg-type]
    return all(type(value) in OPEN for value in values)


def generic(
    session: StorySource, visibility: Visibility, part: Any, who: Who, before: State, fight: State
) -> str:
    """A part of the story about a foe, with nothing in it that its figures say."""
    name = session.names[who] if who != TABLE else "The game master"
    match part:
        case Rolled():
            if visibility.dice(fight, who):
                return session.ruleset.words.told(fight, session.names, part)
            return msg("{name} rolls", name=name)
        case Chose(_, Act() as act, _) if session.ruleset.kinds.of(act.name) == "end":
            return session.ruleset.words.told(fight, session.names, part)
        case Chose(_, Act() as act, _):
            if visibility.visibility_rules.foes == "nothing" or act.at is None or who == TABLE:
                return msg("{name} takes an action", name=name) if who != TABLE else ""
            said = session.ruleset.words.option(session.names, "action", Act(act.name, act.at))
            return msg("{name}: {said}", name=name, said=said)
        case Happened(effect) if who != TABLE:
            outside = effect.from_outside if visibility.visibility_rules.foes == "words" else None
            if outside is not None:
                return session.ruleset.words.told(fight, session.names, part._replace(effect=outside))
            return _changes(session, visibility, who, before, fight)
        case Came() | Went() | Hid():
            return _comes_or_goes(name, part)
        case _:
            return ""


def _comes_or_goes(name: str, part: Came | Went | Hid) -> str:
    match part:
        case Came():
            return joins(name, "")
        case Went():
            return leaves(name, "")
        case Hid():
            return msg("{who} appears", who=name)


def _unnamed(
    session: StorySource, visibility: Visibility, part: Any, who: Who, before: State, fight: State
) -> str:
    """What becomes of one's own fighter by somebody of whom nothing may be told; else nothing."""
    if isinstance(part, Happened) and who != TABLE and visibility.whole(fight, who):
        return visibility.veiled(fight, _changes(session, visibility, who, before, fight))
    return ""


def _changes(session: StorySource, visibility: Visibility, who: Who, before: State, fight: State) -> str:
    """What everybody can see has become of a foe."""
    if who >= len(before.bodies) - 1:
        return ""
    card = session.ruleset.words.card
    old, new = card(before, who), card(fight, who)
    name = Verbatim(new.name)
    if new.out != old.out:
        return out_or_up(name, new.out)
    deeds, states = list[str](), list[str]()
    if who not in visibility.known(before) and who in visibility.known(fight):
        return msg("{name} is spotted", name=name)
    if spot_of(before.fighter(who)) != spot_of(fight.fighter(who)):
        deeds.append("moves")
    if visibility.visibility_rules.foes == "words":
        if visibility.health(before, who) != (looks := visibility.health(fight, who)):
            deeds.append(msg("is {looks}", looks=looks))
        was, now = visibility.states(before, old), visibility.states(fight, new)
        states = [s for s in now if s not in was] + [
            msg("no longer {state}", state=s) for s in was if s not in now
        ]
        if not deeds and not states and visibility.life(fight, who) < visibility.life(before, who):
            return msg("{name} takes more damage", name=name)
    return became(name, deeds, states)


def _kind(part: Any, who: Who) -> str:
    """What sort of line it is, for its look."""
    match part:
        case Rolled():
            return "roll"
        case Chose(_, Act(), _):
            return "act"
        case Happened(_, _, why) if why:
            return "override"
        case Came() | Went() | Hid():
            return "override"
        case Happened() if who == TABLE:
            return "table"
        case _:
            return "effect"


# --- receipts ---------------------------------------------------------------------------------------


def receipt(session: Session, visibility: Visibility, telling: Telling) -> dict[str, Any]:
    """Where a part of the story comes from: tally, dice and rules, of foes as far as they are shown."""
    telling = _looked_back(visibility, telling, _entry(session.standing.played, telling))
    part = telling.told
    open_, who = redacted_receipt(session, visibility, telling), whose(part)
    known_of = visibility.all or who == TABLE or visibility.knew(telling.fight, who)
    seen = known_of and isinstance(part, Rolled) and visibility.dice(telling.fight, who)
    return {
        "receipt": bills(session, open_.mods, open_.whole),
        "total": Tally(open_.mods).total if open_.mods and open_.whole else None,
        "sum": sum_of(session, open_.mods, open_.whole),
        "dice": list(part.dice) if seen and isinstance(part, Rolled) else [],
        "rules": wire_rules(session, open_.rules),
        "withheld": not open_.whole,
    }


def redacted_receipt(session: Session, visibility: Visibility, telling: Telling) -> Redacted:
    """The parts of a number and the rules that may be told of a part of the story."""
    part, who = telling.told, whose(telling.told)
    known_of = visibility.all or who == TABLE or visibility.knew(telling.fight, who)
    if not known_of or not (visibility.all or _whole(visibility, telling.fight, part, who)):
        return CLOSED
    if not isinstance(part, Rolled | Happened) or (isinstance(part, Happened) and not part.tally):
        return Redacted((), tuple(getattr(part, "rules", ())), True)
    if not visibility.all and visibility.visibility_rules.foes != "numbers":
        return redacted(session, visibility, part, telling.entries)
    return Redacted(tuple(part.tally), tuple(part.rules), True)


def whose(part: Any) -> Who:
    """Whose part of the story it is."""
    if isinstance(part, Came | Went | Hid):
        return part.who
    who: Who = part.effect.who if isinstance(part, Happened) else part.asked.who
    return who
