"""Every word of the page is in its table, and none in vain."""

from __future__ import annotations

import re
from collections.abc import Iterator

from affray.server.assets import STATIC, lean
from affray.table.visibility import ROLES
from tools.messages.web import table

PATHS = [*STATIC.glob("*.js"), *(STATIC / "panels").glob("*.js")]
MODULES = {path.name: path.read_text("utf-8") for path in PATHS}
WORDS = set(table(MODULES["words.js"]))
PUT_TOGETHER: dict[str, set[str]] = {
    "role-": {str(role) for role in ROLES},
    "group-": {"hands", "order", "back", "table", "correct"},
    "wants-": {"entry", "words", "why"},
}
"""Ids that are put together, and what they end in."""
BY_NAME = {
    "state.online": {"live", "trying", "closed"},
    "tab": {"fight", "map", "log"},
    "word": {"before", "after"},
    "label": {"as-log", "as-markdown", "as-json", "as-toml"},
    "o": {"green", "regular", "veteran", "calm", "cautious", "aggressive"},
    "v": {"numbers", "words", "nothing", "open", "hidden"},
}
"""What is said by a name of the code, and which ids that may be."""


def asked_for(text: str) -> Iterator[str]:
    """The first argument of each call of `say`, as it stands in the code."""
    for call in re.finditer(r"\bsay\(", text):
        end, depth = call.end(), 0
        while depth or text[end] not in ",)":
            depth += (text[end] in "([{") - (text[end] in ")]}")
            end += 1
        yield text[call.end() : end]


def said() -> set[str]:
    """Every id that the page may say; fails where nobody can tell which those are."""
    found: set[str] = set()
    for name, text in MODULES.items():
        for asked in asked_for(text) if name != "words.js" else ():
            for branch in re.findall(r"([^?:]+)(?=:|$)", asked):  # not what stands before a question mark
                found |= ids(branch.strip(), f"{name}: say({asked})")
    return found


def ids(branch: str, where: str) -> set[str]:
    """The ids for which one branch of an argument stands."""
    if literal := re.fullmatch(r'"([\w-]+)"', branch):
        return {literal[1]}
    if start := re.fullmatch(r"`([\w-]+-)\$\{[\w.]+\}`", branch):
        return {start[1] + end for end in PUT_TOGETHER[start[1]]}
    assert branch in BY_NAME, f"{where}: which ids may {branch!r} be?"
    return BY_NAME[branch]


def test_no_word_is_missing() -> None:
    assert said() - WORDS == set()


def test_no_word_is_in_vain() -> None:
    assert WORDS - said() == set()


def test_both_branches_of_what_is_said_are_looked_at() -> None:
    calls = list(asked_for('say(a === "x" ? "one" : b("y") ? "two" : "three"), say("four", { n: f(1) })'))
    assert calls == ['a === "x" ? "one" : b("y") ? "two" : "three"', '"four"']
    assert {"your-roll", "your-turn", "drag-hint-gm", "drag-hint", "pending", "away"} <= said()
    assert not {"override", "dice", "x"} & (said() - WORDS)


def test_modules_are_sent_without_comments_and_line_for_line() -> None:
    for path in PATHS:
        sent = lean(path).decode()
        assert sent.count("\n") == path.read_text("utf-8").count("\n")
        assert "@param" not in sent
        assert re.findall(r'"[^"\n]*"', sent) == re.findall(r'"[^"\n]*"', uncommented(path.name))


def uncommented(name: str) -> str:
    """A module without lines that are comments alone, nor types."""
    return re.sub(r"/\*\*.*?\*/", "", re.sub(r"(?m)^\s*//.*$", "", MODULES[name]), flags=re.DOTALL)
