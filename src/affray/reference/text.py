"""An entry of the reference in plain words, and as data for programs."""

from __future__ import annotations

from typing import Any

from affray.core.catalogue import Option, OptionValue, Ruling
from affray.core.message import Verbatim, joined, msg
from affray.reference.entry import Entry, Switch

INDENT = "    "


def in_words(entry: Entry) -> list[str]:
    """The entry as lines of plain text, not wrapped, with empty lines between parts."""
    lines = [_titled(entry.id, entry.title), _source(entry), "", entry.text]
    if entry.kind == "rule":
        for ruling in entry.rulings:
            lines += ["", *_answered(ruling), *_why(ruling)]
            lines += _options([s for s in entry.options if s.option.ruling == ruling.id])
    else:
        if entry.kind == "ruling":
            lines += _why(entry.rulings[0])
        elif entry.rulings:
            lines += ["", *_answered(entry.rulings[0])]
        lines += _options(entry.options)
        lines += (
            ["", *[msg("see {id}  {title}", id=Verbatim(rule.id), title=rule.title) for rule in entry.rules]]
            if entry.rules
            else []
        )
    return [*lines, "", _tested(entry)]


def value_in_words(value: OptionValue) -> str:
    """A value of an option as it is typed in a scene.

    >>> value_in_words(True), value_in_words(3), value_in_words("roll_off")
    ('true', '3', 'roll_off')
    """
    return str(value).lower() if isinstance(value, bool) else str(value)


def _source(entry: Entry) -> str:
    if not entry.lines:
        return entry.chapter or "not from the sheet"
    chapter, lines = entry.chapter or "no chapter", Verbatim(entry.lines)
    if "," in entry.lines or "-" in entry.lines:
        return msg("{chapter}, lines {lines} of the sheet", chapter=chapter, lines=lines)
    return msg("{chapter}, line {line} of the sheet", chapter=chapter, line=lines)


def _titled(name: str, title: str) -> str:
    return joined("  ", (Verbatim(name), title))


def _answered(ruling: Ruling) -> list[str]:
    return [_titled(ruling.id, ruling.question), joined("", (Verbatim(INDENT), ruling.answer))]


def _why(ruling: Ruling) -> list[str]:
    return [msg("{indent}Why: {why}", indent=Verbatim(INDENT), why=ruling.why)] if ruling.why else []


def _options(switches: list[Switch] | tuple[Switch, ...]) -> list[str]:
    lines: list[str] = []
    for option, value in switches:
        here = "" if value == option.default else msg(", here {value}", value=Verbatim(value_in_words(value)))
        usual = msg("default {value}{here}", value=Verbatim(value_in_words(option.default)), here=here)
        lines.append(
            msg(
                "{indent}Option {key} ({expected}; {usual}): {summary}",
                indent=Verbatim(INDENT),
                key=Verbatim(option.key),
                expected=option.expected,
                usual=usual,
                summary=option.summary,
            )
        )
        lines += [
            msg("{indent}{value}: {words}", indent=Verbatim(INDENT * 2), value=Verbatim(name), words=words)
            for name, words in option.values.items()
        ]
    return lines


def _tested(entry: Entry) -> str:
    n = len(entry.evidence.tests)
    return msg("Shown by {n, plural, one {# test} other {# tests}}.", n=n) if n else "Not shown by a test."


def as_data(entry: Entry) -> dict[str, Any]:
    """The entry for programs: plain data that JSON can hold."""
    return {
        "id": entry.id,
        "kind": entry.kind,
        "title": entry.title,
        "text": entry.text,
        "chapter": entry.chapter,
        "seed_lines": entry.lines,
        "status": entry.evidence.status,
        "rules": [rule.id for rule in entry.rules],
        "rulings": [_ruling_data(ruling) for ruling in entry.rulings],
        "options": [_option_data(option, value) for option, value in entry.options],
        "tests": list(entry.evidence.tests),
    }


def _ruling_data(ruling: Ruling) -> dict[str, str]:
    return {
        "id": ruling.id,
        "question": ruling.question,
        "answer": ruling.answer,
        "why": ruling.why,
        "seed_lines": ruling.lines,
    }


def _option_data(option: Option, value: OptionValue) -> dict[str, Any]:
    return {
        "key": option.key,
        "ruling": option.ruling,
        "summary": option.summary,
        "kind": option.kind,
        "expected": option.expected,
        "values": dict(option.values),
        "least": option.least,
        "most": option.most,
        "default": option.default,
        "value": value,
    }
