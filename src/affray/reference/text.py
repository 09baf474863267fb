"""An entry of the reference in plain words, and as data for programs."""

from __future__ import annotations

from typing import Any

from affray.core.catalogue import Option, OptionValue, Ruling
from affray.reference.entry import Entry, Switch

INDENT = "    "


def in_words(entry: Entry) -> list[str]:
    """The entry as lines of plain text, not wrapped, with empty lines between parts."""
    lines = [f"{entry.id}  {entry.title}", _source(entry), "", entry.text]
    if entry.kind == "rule":
        for ruling in entry.rulings:
            lines += ["", f"{ruling.id}  {ruling.question}", f"{INDENT}{ruling.answer}", *_why(ruling)]
            lines += _options([s for s in entry.options if s.option.ruling == ruling.id])
    else:
        if entry.kind == "ruling":
            lines += _why(entry.rulings[0])
        elif entry.rulings:
            lines += [
                "",
                f"{entry.rulings[0].id}  {entry.rulings[0].question}",
                f"{INDENT}{entry.rulings[0].answer}",
            ]
        lines += _options(entry.options)
        lines += ["", *[f"see {rule.id}  {rule.title}" for rule in entry.rules]] if entry.rules else []
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
    plural = "s" if "," in entry.lines or "-" in entry.lines else ""
    return f"{entry.chapter or 'no chapter'}, line{plural} {entry.lines} of the sheet"


def _why(ruling: Ruling) -> list[str]:
    return [f"{INDENT}Why: {ruling.why}"] if ruling.why else []


def _options(switches: list[Switch] | tuple[Switch, ...]) -> list[str]:
    lines = []
    for option, value in switches:
        here = "" if value == option.default else f", here {value_in_words(value)}"
        usual = f"default {value_in_words(option.default)}{here}"
        lines.append(f"{INDENT}Option {option.key} ({option.expected}; {usual}): {option.summary}")
        lines += [f"{INDENT * 2}{name}: {words}" for name, words in option.values.items()]
    return lines


def _tested(entry: Entry) -> str:
    n = len(entry.evidence.tests)
    return f"Shown by {n} test{'' if n == 1 else 's'}." if n else "Not shown by a test."


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
