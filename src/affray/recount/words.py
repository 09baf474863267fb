"""A recount in words, and as Markdown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from affray.core.message import Message, Verbatim, figure, joined, msg
from affray.core.phrases import rounds, the_side
from affray.core.safe import markdown
from affray.languages.reader import colon, say
from affray.recount.deeds import Tale
from affray.recount.luck import Luck
from affray.recount.recount import Recount
from affray.recount.turns import Turn

COMPARED = (
    "Each roll is compared with everything the same dice could have shown, at its exact chance. 50 % is "
    "average luck; 90 % means that of a hundred people making the same rolls, about ninety would do "
    "worse. It says nothing about who had better dice to begin with."
)


def sampled(recount: Recount) -> str:
    """How the odds came about."""
    return msg(
        "The odds are estimates: from just before each action, the autopilot plays the fight on {tries} "
        "times for every side. The 95 % confidence interval is in brackets.",
        tries=figure(recount.tries, ","),
    )


def as_markdown(recount: Recount) -> str:
    """The whole recount as Markdown, without raw HTML."""
    lines = [
        f"# {_said(recount.title)}",
        "",
        f"{_said(recount.game)}.",
        _said(result(recount)),
        "",
        f"## {say('Who did what')}",
        "",
    ]
    lines += _table(
        ("", *map(say, HEADS)),
        [(markdown(t.name), *map(_said, cells(t, dict(recount.ones)))) for t in recount.tales],
    )
    lines += ["", f"## {say('Luck')}", "", say(COMPARED), ""]
    rows = [
        (markdown(t.name), *map(say, verdict(luck)))
        for t, luck in zip(recount.tales, recount.luck, strict=True)
    ]
    lines += [*_table(("", *map(say, ("rolls", "luck", "in words"))), rows), ""]
    for tale, luck in zip(recount.tales, recount.luck, strict=True):
        if luck.lots:
            lines.append(f"* **{markdown(tale.name)}**{colon()} {_said(joined('; ', lots(luck)))}")
    if recount.moments:
        lines += ["", f"## {say('Turning points')}", "", say(sampled(recount)), ""]
        lines += list(_turned(recount))
    return "\n".join(lines) + "\n"


def _turned(recount: Recount) -> Iterator[str]:
    if not recount.turns:
        yield say("No single action changed anyone's odds by 5 points or more.")
    for n, (turn, story) in enumerate(zip(recount.turns, recount.story, strict=True), 1):
        began = f"{say(recount.word)} {turn.before.round}"
        yield f"{n}. **{began}**{colon()} {_said(turned(turn, recount.sides))}"
        yield from (f"    * {_said(line)}" for line in story[:STORY])
        if len(story) > STORY:
            yield "    * " + say(msg("… and {more} lines more", more=len(story) - STORY))


def _said(text: str) -> str:
    """A text in the language of whoever reads, safe in Markdown."""
    return markdown(say(text))


STORY = 12
"""So many lines of what happened between two moments are told."""
HEADS = ("actions", "attacks", "hits", "dealt", "taken", "healed", "used up", "put out", "at the end")
"""What the columns of who did what hold; see `cells`."""


def result(recount: Recount) -> str:
    """How it ended, in a sentence.

    A winner is a side, or "nobody".
    """
    took = rounds(recount.rounds, recount.word)
    if recount.winner is None:
        return msg("Not over yet after {took}.", took=took)
    return msg("Victory for {side}, after {took}.", side=the_side(recount.winner), took=took)


def cells(tale: Tale, ones: Mapping[str, str]) -> tuple[str, ...]:
    """What somebody did, column by column; `ones` says what one of each thing counted is."""
    put_out = [_killed(name) if name in tale.kills else Verbatim(name) for name in tale.outs]
    put_out += [_killed(name) for name in tale.kills if name not in tale.outs]
    counts = (tale.actions, tale.attacks, tale.hits)
    return (
        *[str(n) if n else "" for n in counts],
        *[_counted(counter, ones) for counter in (tale.dealt, tale.taken, tale.healed, tale.spent)],
        joined(", ", put_out),
        tale.fate,
    )


def _killed(name: str) -> Message:
    return msg("{name} (killed)", name=Verbatim(name))


def _counted(counter: Counter[str], ones: Mapping[str, str]) -> str:
    """So much of each thing, such as `9 hit points, 1 clip`."""
    return joined(
        ", ",
        (msg("{n} {what}", n=n, what=ones[name] if n == 1 else name) for name, n in counter.items() if n),
    )


def verdict(luck: Luck) -> tuple[str, str, str]:
    """How many rolls, how lucky, and that in words."""
    if not luck.rolls:
        return "", "", "no dice rolled"
    return str(luck.rolls), msg("{share} %", share=figure(100 * luck.fate, ".0f")), in_words(luck.fate)


def in_words(fate: float) -> str:
    """A fate in words.

    >>> in_words(0.5), in_words(0.97), in_words(0.08)
    ('as expected', 'very lucky', 'unlucky')
    """
    steps = ((0.05, "very unlucky"), (0.2, "unlucky"), (0.8, "as expected"), (0.95, "lucky"))
    return next((word for edge, word in steps if fate < edge), "very lucky")


def lots(luck: Luck) -> list[str]:
    """Each kind of roll: what came up, against what was to be expected."""
    said: list[str] = [
        msg(
            "{what} ({rolls}): {sum} in all, expected {expected} ({share} %)",
            what=each.what,
            rolls=each.rolls,
            sum=each.sum,
            expected=figure(float(each.expected), ".1f"),
            share=figure(100 * float(each.fate), ".0f"),
        )
        for each in luck.lots
    ]
    return (
        [*said, msg("{aside} left out because luck plays no part in them", aside=luck.aside)]
        if luck.aside
        else said
    )


def turned(turn: Turn, sides: Sequence[str]) -> str:
    """By how much a side's odds changed, and what began it."""
    place = sides.index(turn.side)
    a, b = turn.before.odds[place], turn.after.odds[place]
    after = (
        msg(
            "{share} % ({low} to {high})",
            share=figure(100 * b.value, ".0f"),
            low=figure(100 * b.low, ".0f"),
            high=figure(100 * b.high, ".0f"),
        )
        if b.n
        else msg("{share} %", share=figure(100 * b.value, ".0f"))
    )
    changed = msg(
        "{side} from {share} % ({low} to {high}) to {after}",
        side=turn.side,
        share=figure(100 * a.value, ".0f"),
        low=figure(100 * a.low, ".0f"),
        high=figure(100 * a.high, ".0f"),
        after=after,
    )
    if turn.sure:
        return changed
    return msg("{changed}; the intervals overlap, so it may be less or nothing", changed=changed)


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    return [_row(heads), _row(["---"] * len(heads)), *map(_row, rows)]


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
