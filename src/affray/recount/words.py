"""A recount in words, and as Markdown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from affray.core.safe import markdown
from affray.recount.deeds import Tale
from affray.recount.luck import Luck
from affray.recount.recount import Recount
from affray.recount.turns import Turn

COMPARED = (
    "Each roll is compared with itself alone: with every answer that its own dice allow, by their exact "
    "chances. So 50 % is what the same dice give in the long run, whoever throws them; 90 % says that of a "
    "hundred people who make the same rolls about ninety fare worse. It says nothing of who had the better "
    "dice to begin with."
)


def sampled(recount: Recount) -> str:
    """How the odds came about."""
    return (
        f"The odds are sampled: from just before an action the fight is played on {recount.tries:,} times by "
        f"the autopilot on every side, from seed {recount.seed}; in brackets is where the chance lies with "
        "95 % confidence."
    )


def as_markdown(recount: Recount) -> str:
    """The whole recount as Markdown, without raw HTML."""
    lines = [
        f"# {markdown(recount.title)}",
        "",
        f"{recount.game}.",
        result(recount),
        "",
        "## Who did what",
        "",
    ]
    lines += _table(("", *HEADS), [(markdown(t.name), *map(markdown, cells(t))) for t in recount.tales])
    lines += ["", "## Luck", "", COMPARED, ""]
    rows = [(markdown(t.name), *verdict(luck)) for t, luck in zip(recount.tales, recount.luck, strict=True)]
    lines += [*_table(("", "rolls", "luck", "in words"), rows), ""]
    for tale, luck in zip(recount.tales, recount.luck, strict=True):
        if luck.lots:
            lines.append(f"* **{markdown(tale.name)}**: {'; '.join(markdown(said) for said in lots(luck))}")
    if recount.moments:
        lines += ["", "## Where it turned", "", sampled(recount), ""]
        lines += list(_turned(recount))
    return "\n".join(lines) + "\n"


def _turned(recount: Recount) -> Iterator[str]:
    if not recount.turns:
        yield "Nothing changed anybody's odds by 5 points or more at once."
    for n, (turn, story) in enumerate(zip(recount.turns, recount.story, strict=True), 1):
        yield f"{n}. **{recount.word} {turn.before.round}**: {markdown(turned(turn, recount.sides))}"
        yield from (f"    * {markdown(line)}" for line in story[:STORY])
        if len(story) > STORY:
            yield f"    * … and {len(story) - STORY} lines more"


STORY = 12
"""So many lines of what happened between two moments are told."""
HEADS = ("actions", "attacks", "hits", "dealt", "taken", "healed", "used up", "put out", "at the end")
"""What the columns of who did what hold; see `cells`."""


def result(recount: Recount) -> str:
    """How it ended, in a sentence.

    A winner is a side, or "nobody".
    """
    took = f"{recount.rounds} {recount.word}{'' if recount.rounds == 1 else 's'}"
    if recount.winner is None:
        return f"Not over yet, after {took}."
    return f"{markdown(recount.winner)} won, after {took}."


def cells(tale: Tale) -> tuple[str, ...]:
    """What somebody did, column by column."""
    put_out = [f"{name} (killed)" if name in tale.kills else name for name in tale.outs]
    put_out += [f"{name} (killed)" for name in tale.kills if name not in tale.outs]
    counts = (tale.actions, tale.attacks, tale.hits)
    return (
        *[str(n) if n else "" for n in counts],
        *[_counted(counter) for counter in (tale.dealt, tale.taken, tale.healed, tale.spent)],
        ", ".join(put_out),
        tale.fate,
    )


def _counted(counter: Counter[str]) -> str:
    return ", ".join(f"{name} {n}" for name, n in counter.items() if n)


def verdict(luck: Luck) -> tuple[str, str, str]:
    """How many rolls, how lucky, and that in words."""
    if not luck.rolls:
        return "", "", "no dice thrown"
    return str(luck.rolls), f"{100 * luck.fate:.0f} %", in_words(luck.fate)


def in_words(fate: float) -> str:
    """A fate in words.

    >>> in_words(0.5), in_words(0.97), in_words(0.08)
    ('as expected', 'very lucky', 'unlucky')
    """
    steps = ((0.05, "very unlucky"), (0.2, "unlucky"), (0.8, "as expected"), (0.95, "lucky"))
    return next((word for edge, word in steps if fate < edge), "very lucky")


def lots(luck: Luck) -> list[str]:
    """Each kind of roll: what came up, against what was to be expected."""
    said = [
        f"{each.what} ({each.rolls}): {each.sum} in all, expected {float(each.expected):.1f}"
        f" ({100 * float(each.fate):.0f} %)"
        for each in luck.lots
    ]
    return [*said, f"{luck.aside} left out, whose answers are no matter of luck"] if luck.aside else said


def turned(turn: Turn, sides: Sequence[str]) -> str:
    """By how much a side's odds changed, and what began it."""
    place = sides.index(turn.side)
    a, b = turn.before.odds[place], turn.after.odds[place]
    after = (
        f"{100 * b.value:.0f} % ({100 * b.low:.0f} to {100 * b.high:.0f})"
        if b.n
        else f"{100 * b.value:.0f} %"
    )
    doubt = "" if turn.sure else "; the intervals overlap, so it may be less or nothing"
    return (
        f"{turn.side} from {100 * a.value:.0f} % ({100 * a.low:.0f} to {100 * a.high:.0f}) to {after}{doubt}"
    )


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    return [_row(heads), _row(["---"] * len(heads)), *map(_row, rows)]


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
