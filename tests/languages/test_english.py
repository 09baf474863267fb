"""What is said in English is said as docs/project/style.md has it, as far as a machine can tell."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest

from tests.test_architecture import clear
from tools.messages.__main__ import found

NOT_USED = (
    "with unarmed", "counts on the", "is to take", "means to", "buy what", "spend one on what",
    "thereof", "therein", "whilst", "utilise", "in order to", "it likes", "one's", "one may",
    "whoever sets it off", "in the place of", "whom one", "goes off the turn", "leaves off", "anybody",
)  # fmt: skip
"""Words of the style's list; forms are searched for them in small letters."""
USED = re.compile(rf"\b(?:slots?|{'|'.join(map(re.escape, NOT_USED))})\b")
"""The same, and what is a turn in a game; a learning machine has slots."""
TWO_BLANKS = re.compile(r"\S  +\S")
ARTICLE = re.compile(r"\b(?:[Aa] (?=[aeio])|[Aa]n (?=[bcdfgjkpqtvwxz]))(\w+)")
SOUNDS = ("one", "once", "use", "uni", "eu")
"""What begins with a vowel and is spoken with none."""
COUNTED = re.compile(
    r"(?<!plural, )(?<![#+\w-])\b(?:one|1) (points|dice|actions|rounds|wounds|sixes|turns|shots)\b"
    r"|\{n\} (?:points?|dice|die|actions?|rounds?|wounds?|hit points?|turns?|sixes|shots?)\b"
)
"""A number with a noun that does not go by it."""
KEPT = {
    "{who}: how many of the {n} dice are for {foe}? The rest are for the next target",  # two at least
    "{who}: how many of the {n} sixes hit {foe}? The rest hit the next target",
}
"""Forms in which a number is never one."""


def games() -> Iterator[tuple[str, str, str]]:
    """Every message that a game brings, with the game and the file; printed sheets are telegrams."""
    for domain, texts in found().items():
        if domain not in ("page", "faces", "table"):
            for form, where in texts.items():
                if "/reference/" not in where:
                    yield domain, form, where


def unused(form: str) -> str:
    """A word that the style does not use."""
    found_ = USED.search(form.casefold())
    return found_[0] if found_ else ""


def blanks(form: str) -> str:
    """Two blanks in a row."""
    return "two blanks" if TWO_BLANKS.search(form) else ""


def article(form: str) -> str:
    """The wrong article before a vowel, or before none."""
    for match in ARTICLE.finditer(form):
        if not match[1].startswith(SOUNDS):
            return match[0]
    return ""


def counted(form: str) -> str:
    """A number and a noun that is never one, or always."""
    return "" if form in KEPT else m[0] if (m := COUNTED.search(form)) else ""


def stop(form: str) -> str:
    """A line of the log or a title that ends in a full stop, though it is one sentence."""
    told = form.startswith("{who} ") and ". " not in form and ".{" not in form
    return "a full stop" if told and form.endswith(".") else ""


CHECKS: tuple[Callable[[str], str], ...] = (unused, blanks, article, counted, stop)


def test_what_games_say_keeps_to_the_style() -> None:
    said = ((each, fault) for each in games() for check in CHECKS if (fault := check(each[1])))
    clear(f"{domain}: {fault}: {form!r} ({where})" for (domain, form, where), fault in said)


@pytest.mark.parametrize(
    ("check", "form"),
    [
        (unused, "It is {who}'s slot"),
        (unused, "melee attack with unarmed"),
        (unused, "{who} counts on the {weapon}"),
        (blanks, "{who} loses  {n}"),
        (article, "{who} draws a axe"),
        (article, "roll an die"),
        (counted, "{who} has {n} hit points"),
        (counted, "takes 1 wounds"),
        (stop, "{who} drops prone."),
    ],
)
def test_what_the_style_does_not_want_is_found(check: Callable[[str], str], form: str) -> None:
    assert check(form)


@pytest.mark.parametrize(
    "form",
    [
        "It is {who}'s turn",
        "{who} has {n, plural, one {# hit point} other {# hit points}}",
        "a unit that runs itself again",
        "an hour, an axe, a one",
        "{who}: {injury}. The belly bleeds.",
    ],
)
def test_what_the_style_wants_is_left_alone(form: str) -> None:
    assert not any(check(form) for check in CHECKS)
