"""A campaign on a desk: seen and gone on with, from plain values.

So it can be done in a process of its own.

What is done gives the entries to be kept; whoever has asked keeps them, all or none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from affray.campaign import carryover, downtime_deeds
from affray.campaign.overview import downtime_of, is_over, state, taken_back
from affray.core.campaign import CAMPAIGN
from affray.core.downtime import BETWEEN, REST, STAY, WAIT, Deed, Returned
from affray.core.effect import TABLE
from affray.core.errors import BadAnswer
from affray.core.live import Happened
from affray.core.message import Verbatim, msg
from affray.core.pack import NOTHING, Content
from affray.pricing import Distribution, price_action
from affray.session import Given, Session, log, opening
from affray.session.correction import usage

PARTS = 400
"""So many lines of a story are shown at most, the last ones."""


class Kept(NamedTuple):
    """A session as a store holds it: name, rows from the header on, snapshot."""

    session: str
    rows: tuple[bytes, ...]
    snapshot: bytes | None = None


class Done(NamedTuple):
    """What was done: the entries to be kept, and where in the story it begins."""

    rows: tuple[log.Row, ...]
    since: int = 0
    told: tuple[str, ...] = ()


class Begun(NamedTuple):
    """A fight that begins from a campaign: header, title, who was carried."""

    header: bytes
    title: str
    fighters: tuple[str, ...] = ()


def opened(kept: Kept) -> Session:
    """The session; raises LogError for entries that do not fit."""
    where = log.NamedLog(msg("session {session}", session=Verbatim(repr(kept.session))))
    if not kept.rows:
        raise where.error(0, "has no header")
    rows = [log.row_of(where, n, body) for n, body in enumerate(kept.rows[1:], 1)]
    return opening.reopen(log.header_of(where, kept.rows[0]), rows, kept.snapshot, where.name)


def _done(campaign: Session, work: Callable[[], object]) -> Done:
    """What `work` adds to a campaign."""
    entries, story = len(campaign.log.rows), len(campaign.story)
    came = work()
    told = tuple(map(str, came)) if isinstance(came, list) else ()
    return Done(tuple(campaign.log.rows[entries:]), min(story, len(campaign.story)), told)


# --- what is seen -------------------------------------------------------------------------------------


def looked(kept: Kept) -> dict[str, Any]:
    """A campaign as a page shows it: how all are, what can be done, the story.

    Raises BadAnswer for a fight, LogError for entries that do not fit.
    """
    campaign = opened(kept)
    downtime_of(campaign)
    ruleset, fight = campaign.ruleset, campaign.fight
    cards = [ruleset.words.card(fight, who)._asdict() for who in fight.everyone]
    now = state(campaign)
    for card, person in zip(cards, now["fighters"], strict=True):
        card["bars"] = [bar._asdict() for bar in card["bars"]]
        del card["life"]
        card["dead"], card["injuries"] = person["dead"], person["injuries"]
    waits = campaign.asking.asked.question != BETWEEN
    return {
        **now,
        "game": ruleset.id.removesuffix(CAMPAIGN),
        "seq": campaign.seq,
        "fighters": cards,
        "names": list(campaign.names),
        "waits": _waiting(campaign) if waits else None,
        "can": {} if waits else _open(campaign),
        "story": _story(campaign),
        "undo": downtime_deeds.has_done(campaign),
        "redo": downtime_deeds.has_undone(campaign),
        "taken_back": [each._asdict() for each in taken_back(campaign)],
        "corrections": [usage(name, kind) for name, kind in sorted(ruleset.corrections.items())],
    }


def ended(kept: Kept) -> str | None:
    """Who has won a fight, "" if it is over and nobody has; None while it goes on.

    Raises LogError for entries that do not fit.
    """
    fight = opened(kept)
    return (fight.ruleset.winner(fight.fight) or "") if is_over(fight) else None


def _waiting(campaign: Session) -> dict[str, Any]:
    """What a deed asks before it is done: dice, or a choice."""
    pending = campaign.asking
    said = campaign.ruleset.words.asked(campaign.names, pending.asked, pending.about)
    if pending.chance is not None:
        return {"question": said, "expected": pending.chance.expected, "options": []}
    options = [campaign.options.in_words(each) for each in pending.options]
    return {"question": said, "expected": "", "options": options}


def _open(campaign: Session) -> dict[str, Any]:
    """What can be done now: spans of time, places, deeds by who does them."""
    deeds: dict[str, Any] = {WAIT: [], REST: [], "places": [], "people": {}}
    for deed in campaign.asking.options:
        assert isinstance(deed, Deed)
        words = campaign.options.in_words(deed)
        if deed.by != TABLE:
            deeds["people"].setdefault(campaign.names[deed.by], []).append(words)
        elif deed.act.name == STAY:
            deeds["places"].append(words)
        else:
            deeds[deed.act.name].append(deed.act.item)
    return deeds


def _story(campaign: Session) -> list[dict[str, Any]]:
    """The lines that are worth one, each with its number and the rules behind it."""
    words, first = campaign.ruleset.words, max(0, len(campaign.story) - PARTS)
    lines = []
    for n, (told, fight, _) in enumerate(campaign.story[first:], first):
        line = words.told(fight, campaign.names, carryover.as_told(told))
        if line:
            back = isinstance(told, Happened) and isinstance(told.effect, Returned)
            lines.append({"n": n, "text": line, "rules": list(getattr(told, "rules", ())), "back": back})
    return lines


def odds(kept: Kept, words: str) -> dict[str, Any]:
    """Everything that a deed can come to, and how often.

    Raises BadAnswer for what cannot be done.
    """
    campaign = opened(kept)
    deed = downtime_deeds.deed_of(campaign, words)
    priced = price_action(campaign.ruleset, campaign.fight, deed.by, deed.act)
    measures = [_measure(each) for each in priced.measures]
    return {
        "title": campaign.scene.title,
        "game": campaign.ruleset.id.removesuffix(CAMPAIGN),
        "names": list(campaign.names),
        "deed": campaign.options.in_words(deed),
        "seq": campaign.seq,
        "samples": priced.samples,
        "measures": [each for each in measures if len(each["rows"]) > 1],
        "certain": [each for each in measures if len(each["rows"]) == 1],
    }


def _measure(measure: Distribution) -> dict[str, Any]:
    shares = {_value(value): float(share) for value, share in measure.probabilities.items()}
    flag = all(isinstance(value, bool) for value in measure.probabilities)
    return {"name": measure.name, "mean": None if flag else float(measure.mean), "rows": shares}


def _value(value: object) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


# --- what is done -------------------------------------------------------------------------------------


def do(kept: Kept, words: str, dice: bool = False) -> Done:
    """Do what was typed, such as `wait 3 hours`; with `dice`, up to the first that are to be thrown.

    Raises BadAnswer where it cannot be done.
    """
    campaign = opened(kept)
    deed = downtime_deeds.deed_of(campaign, words)
    if not dice:
        return _done(campaign, lambda: downtime_deeds.do(campaign, deed))

    def begun() -> None:
        campaign.answer(deed)
        downtime_deeds.up_to_dice(campaign)

    return _done(campaign, begun)


def answer(kept: Kept, words: str, dice: bool = True) -> Done:
    """Answer what waits by the faces of dice or a choice; without words the machine answers.

    With `dice` it goes on up to the next that are to be thrown.
    Raises BadAnswer for what does not fit.
    """
    campaign = opened(kept)
    pending = campaign.asking
    if pending.asked.question == BETWEEN:
        raise BadAnswer("there is no roll or choice to answer", code="answer/nothing-waits")

    def answered() -> None:
        if words.strip() and pending.chance is not None:
            given = Given(*pending.chance.read(words), "dice")
            campaign.answer(given.value, given.dice, by=given.by)
        elif words.strip():
            campaign.say.answer_text(words)
        else:
            downtime_deeds.by_machine(campaign)
        (downtime_deeds.up_to_dice if dice else downtime_deeds.settle)(campaign)

    return _done(campaign, answered)


def take_back(kept: Kept, n: int = 1) -> Done:
    """Take back the last n things done; raises BadAnswer for more than were."""
    campaign = opened(kept)
    return _done(campaign, lambda: downtime_deeds.take_back(campaign, n))


def do_again(kept: Kept, n: int = 1) -> Done:
    """Do again what was taken back last; raises BadAnswer for more than was."""
    campaign = opened(kept)
    return _done(campaign, lambda: downtime_deeds.do_again(campaign, n))


def correct(kept: Kept, words: str, why: str) -> Done:
    """Put something right, and perhaps say why; raises BadAnswer for what cannot be read."""
    campaign = opened(kept)
    if not words.strip():
        raise BadAnswer("say what to correct", code="answer/no-correction")

    def corrected() -> None:
        campaign.say.correct(words.split(), why.strip())
        downtime_deeds.settle(campaign)

    return _done(campaign, corrected)


# --- in and out ---------------------------------------------------------------------------------------


def enlist(kept: Kept, text: str, source: str, only: Sequence[str] = (), content: Content = NOTHING) -> Done:
    """Add fighters from a scene; raises as `carryover.enlist`."""
    campaign = opened(kept)

    def joined() -> list[str]:
        enlisted = carryover.enlist(campaign, text, only, source=source, content=content)
        downtime_deeds.settle(campaign)
        return enlisted

    return _done(campaign, joined)


def bring(kept: Kept, fight: Kept, only: Sequence[str] = (), again: bool = False) -> Done:
    """Let fighters come out of a fight as they are; raises as `carryover.bring`."""
    campaign, over = opened(kept), opened(fight)

    def came() -> list[str]:
        brought = carryover.bring(campaign, over, fight.session, only, again=again)
        downtime_deeds.settle(campaign)
        return brought

    return _done(campaign, came)


def carry(kept: Kept, text: str, source: str, content: Content = NOTHING, again: bool = False) -> Begun:
    """A fight with fighters of the campaign as they are; raises as `carryover.carry`."""
    campaign = opened(kept)
    fight = carryover.carry(campaign, text, name=kept.session, source=source, content=content, again=again)
    who = tuple(carryover.carried(campaign, fight))
    return Begun(log.encoded(fight.header), fight.scene.title, who)


def away(kept: Kept, session: str, title: str, fighters: Sequence[str] = ()) -> Done:
    """Note that a fight of this name has begun with these fighters from here."""
    campaign = opened(kept)
    return _done(campaign, lambda: carryover.away(campaign, session, title, fighters))
