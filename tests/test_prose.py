"""No code reads what is said to people: what it decides by stands in fields, codes and ids beside the words.

Sentences are said in other languages, and may be worded anew.  A test scans Python by its syntax, and
JavaScript by its strings and regular expressions; what may stand is listed with its reason.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from affray.server.assets import STATIC
from tests.test_architecture import clear

SOURCE = Path("src/affray")
SAID = frozenset({
    "chance", "hint", "label", "line", "message", "note", "notice", "reason", "said", "sentence", "summary",
    "text", "title", "told", "why", "winner", "words",
})  # fmt: skip
"""What holds words that are said to people is called so, and so are fields of the wire."""
TEXTS = SAID - {"line", "words"}
"""Of these, those that are one text and never several."""
NAMED = SAID | {"name", "question"}
"""These are mostly ids: to compare them as a whole is right, to take them apart is not."""
APART = frozenset({
    "startswith", "endswith", "removeprefix", "removesuffix", "partition", "rpartition", "split", "rsplit",
    "replace", "find", "rfind", "index", "count", "fullmatch", "match", "search", "sub", "findall",
    "finditer",
})  # fmt: skip
BETWEEN = re.compile(r"(?=.*[ \n])[^\w]+")
"""What stands between texts that were put together, such as a colon and a blank."""
LETTERS, SENTENCE = re.compile(r"[^\W\d_]{2}"), re.compile(r"[^\W\d_]{2,}[,;:.]? |[^\W\d_] [^\W\d_]")


class Reading(NamedTuple):
    """A place where something that may be prose is read."""

    where: str
    code: str


# --- Python -----------------------------------------------------------------------------------------


def in_python(code: str, where: str = "") -> Iterator[Reading]:
    """Every place of a module where words are compared, searched or taken apart."""
    for node in ast.walk(ast.parse(code)):
        if (isinstance(node, ast.Call) and _takes_apart(node)) or (
            isinstance(node, ast.Compare) and _compares(node)
        ):
            yield Reading(where, ast.unparse(node))


def _takes_apart(call: ast.Call) -> bool:
    """Whether a call looks into words, by a text that it has literally."""
    if not isinstance(call.func, ast.Attribute) or call.func.attr not in APART:
        return False
    literals = [text for each in call.args for text in _literals(each)]
    of_words = _called(call.func.value) in NAMED or any(_called(each) in NAMED for each in call.args)
    if any(_called(each) in SAID for each in (call.func.value, *call.args)) and _is_pattern(call):
        return True
    return any(
        SENTENCE.search(text) or (of_words and (LETTERS.search(text) or BETWEEN.fullmatch(text)))
        for text in literals
    )


def _is_pattern(call: ast.Call) -> bool:
    """Whether it is a call of `re`, or of a pattern that a module has made by it."""
    assert isinstance(call.func, ast.Attribute)
    owner = call.func.value
    return isinstance(owner, ast.Name) and (owner.id == "re" or owner.id.strip("_").isupper())


def _compares(compare: ast.Compare) -> bool:
    """Whether words are compared with a literal text, or one is looked for in words."""
    sides = [compare.left, *compare.comparators]
    literals = [text for each in sides for text in _literals(each) if LETTERS.search(text)]
    within = any(isinstance(each, ast.In | ast.NotIn) for each in compare.ops)
    if within and isinstance(compare.left, ast.Constant | ast.JoinedStr):
        return bool(literals) and (_called(sides[-1]) in NAMED or bool(SENTENCE.search(literals[0])))
    if within and _called(sides[-1]) in TEXTS and isinstance(sides[-1], ast.Name | ast.Attribute):
        return True
    return bool(literals) and any(_called(each) in SAID for each in sides)


def _literals(node: ast.expr) -> list[str]:
    """The texts that stand in an expression as they are, alone or in a row."""
    if isinstance(node, ast.Constant):
        return [node.value] if isinstance(node.value, str) else []
    if isinstance(node, ast.JoinedStr):
        return [text for each in node.values for text in _literals(each)]
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        return [text for each in node.elts for text in _literals(each)]
    return []


def _called(node: ast.expr) -> str:
    """What something is called: the last name of it, through calls and keys."""
    if isinstance(node, ast.Attribute):
        return node.attr
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Subscript):
        return str(node.slice.value) if isinstance(node.slice, ast.Constant) else _called(node.value)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return _called(node.func.value) if node.func.attr in ("casefold", "lower", "strip") else ""
    return _called(node.func) if isinstance(node, ast.Call) else ""


@cache
def readings() -> tuple[Reading, ...]:
    """Every place in the package, its scripts and the examples."""
    return (*python_readings(), *script_readings())


def python_readings() -> Iterator[Reading]:
    for path in sorted(SOURCE.rglob("*.py")):
        yield from in_python(path.read_text(encoding="utf-8"), path.relative_to(SOURCE).as_posix())
    for path in sorted(Path("examples").rglob("*.py")):
        yield from in_python(path.read_text(encoding="utf-8"), path.as_posix())


# --- JavaScript -------------------------------------------------------------------------------------

REGULAR = r"/(?![/*])(?:\\.|\[(?:\\.|[^\]\n])*\]|[^/\n\\\[])+/[a-z]*"
QUOTED = r"\"(?:\\.|[^\"\n])*\"|'(?:\\.|[^'\n])*'|`[^`]*`"
PARTS = "match|matchAll|startsWith|endsWith|includes|split|replace|replaceAll|slice|substring|indexOf|search"
METHOD = re.compile(
    r"(?P<of>[\w$]+)(?:\(\))?\)?\??\.(?:trim\(\)\.|toLowerCase\(\)\.)*"
    rf"(?:{PARTS})\((?P<by>\s*(?:{REGULAR}|{QUOTED}))?"
)
TRIED = re.compile(rf"(?P<by>{REGULAR})\.(?:test|exec)\((?P<of>[^()]*(?:\(\))?)")
EQUALS = re.compile(rf"\b(?P<of>[\w$]+)(?:\.(?:trim|toLowerCase)\(\))*\s*[!=]==?\s*(?P<by>{QUOTED}|say\()")
COMMENT = re.compile(r"^\s*(?://|/?\*).*$|(?<=[;,{}(])\s*//.*$", re.MULTILINE)


def in_script(code: str, where: str = "") -> Iterator[Reading]:
    """Every place of a module where words are compared, searched or taken apart."""
    code = COMMENT.sub("", code)
    for kind in (METHOD, TRIED, EQUALS):
        for found in kind.finditer(code):
            by, of = (found["by"] or "").strip(), (re.findall(r"[\w$]+", found["of"]) or [""])[-1]
            if _reads(by, of, kind is EQUALS):
                yield Reading(where, " ".join(found[0].split()))


def _reads(by: str, of: str, whole: bool) -> bool:
    """Whether something called so is looked into, or compared, by such a literal."""
    if by.startswith("say("):
        return True
    plain = re.sub(r"\\u\w{4}|\\.|\(\?.", " ", by[1:])
    if whole:
        return of in SAID and bool(LETTERS.search(plain))
    if by.startswith("/"):
        return of in SAID or bool(re.search(r"[^\W\d_]{3}", re.sub(r"\[[^]]*\]", " ", plain)))
    return of in SAID or bool(SENTENCE.search(plain))


def script_readings() -> Iterator[Reading]:
    for path in sorted(STATIC.rglob("*.js")):
        yield from in_script(path.read_text(encoding="utf-8"), path.relative_to(STATIC).as_posix())


# --- what may stand ---------------------------------------------------------------------------------

TYPED = "what people typed, in the one way in which it is typed"
FILES = "a form of files, addresses or data: the same in every language"
OTHERS = "sentences of a library, which gives nothing else to go by"
LOOKED_UP = "a word without fields is looked up without the blanks that join it to others"
SHAPE = "blanks, signs and marks are set for the eye; nothing is decided"
PLAIN = "a game of another package may tell plain texts: names are looked for in them, lest they be told"
IDS = "ids and names of dice, as logs have them; the same module makes them"

ALLOWED: dict[str, dict[str, tuple[str, ...]]] = {
    TYPED: {
        "cli/campaign.py": ("' '.join(words).partition(' because ')",),
        "cli/library.py": ("re.fullmatch('[0-9]{1,6}', line)",),
        "cli/orders.py": ("rest.partition(' because ')",),
        "cli/player.py": ("",),
        "cli/sessions.py": ("said.casefold().endswith('.jsonl')",),
        "core/dice.py": ("re.search(", "re.findall("),
        "core/meant.py": ("words.split(' ')",),  # how much of an action has to be typed
        "reference/search.py": ("",),
        "reference/sheet.py": ("text.casefold() in",),
        "rulesets/horizon/scene.py": ("text.strip()",),
        "rulesets/serenity/initiative.py": ("text.casefold()",),
        "build/inputs.js": ("text.replace(",),
        "faces.js": ("text",),
        "bits.js": ("text.slice(",),  # a capital letter where a sentence begins
        "panels/corrections.js": ("words",),
        "sheet.js": ("text.trim().replace(",),
    },
    FILES: {
        "core/catalogue.py": (".removesuffix('.toml')",),
        "core/places.py": ("TOKEN.finditer(text)",),
        "core/record.py": ("text.count(",),
        "builder/translation.py": ("name.replace('-', ' ')",),
        "protocols/mcp.py": ("in line.casefold()",),
        "reference/contribution.py": ("name.replace(",),
        "rulesets/coriolis/foreign.py": ("said == 'medium'",),
        "rulesets/coriolis/levers.py": ("weapon.name.startswith('throwing')",),
        "rulesets/coriolis/reference/tables.py": ("name.replace(",),
        "rulesets/coriolis/tables.py": ("name.replace(",),
        "rulesets/d6/reference/tables.py": ("name.replace(",),
        "rulesets/d6/tables.py": ("name.replace(",),
        "rulesets/horizon/reference/profiles.py": ("name.startswith('errata_')",),
        "rulesets/horizon/reference/tables.py": ("r['title'].partition(' (')",),
        "rulesets/horizon/sheet.py": ("self.title.partition(' (')",),
        "rulesets/horizon/tables.py": ("name.replace(", "name.startswith('errata')"),
        "rulesets/traveller/foreign.py": ("",),
        "server/assets.py": ("_GAPS.sub(",),
        "server/import_routes.py": ("text.replace(",),
        "server/logbook.py": ("SAID.fullmatch(said)",),
        "table/wire.py": ("name.removeprefix('Wire')",),
        "log.js": ("pathname.replace(",),
        "state.js": ("pathname.replace(",),
        "panels/dialog.js": ("e.target.type",),
        "panels/help.js": ("article",),
    },
    OTHERS: {
        "core/record.py": ("re.fullmatch(",),
        "server/listener.py": ("fault.reason == 'KEY_VALUES_MISMATCH'",),
        "table/validation.py": ("",),
    },
    PLAIN: {"table/visibility.py": ("name in text",)},
    LOOKED_UP: {"languages/language.py": ("",)},
    SHAPE: {
        "cli/click_help.py": ("",),
        "cli/menu.py": ("told.replace(' ', BLANK)", "sign in text"),
        "cli/sheet.py": ("text.split(' ')",),
        "core/safe.py": ("",),
        "reference/formats.py": ("",),
        "reference/heights.py": ("text.split(' ')", "BREAKS.split(text)"),
        "reference/layout.py": ("step.text.split(' ')",),
        "build/house.js": ("words.slice(",),
        "choice.js": ("o.label",),
    },
    IDS: {
        "core/phrases.py": ("name.rpartition(' ')",),
        "core/dice.py": ("chance.removeprefix('total(')",),
        "rulesets/coriolis/dice.py": ("chance.startswith('sixes(')",),
        "rulesets/traveller/dice.py": ("chance.startswith('check(')",),
    },
}  # fmt: skip
"""Why words are read after all, by file: pieces of the code that does it; "" for any in that file."""


def _allowed(reading: Reading) -> set[tuple[str, str]]:
    """The exceptions that allow it, by file and piece of code."""
    return {
        (reading.where, piece)
        for files in ALLOWED.values()
        for piece in files.get(reading.where, ())
        if piece in reading.code
    }


def test_no_code_reads_what_is_said_to_people() -> None:
    clear(f"{each.where}: {each.code}" for each in readings() if not _allowed(each))


def test_no_exception_is_left_of_what_is_gone() -> None:
    found = {allowed for each in readings() for allowed in _allowed(each)}
    listed = {(where, piece) for files in ALLOWED.values() for where, some in files.items() for piece in some}
    clear(f"{where}: {piece}" for where, piece in sorted(listed - found))


# --- that it would be found -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "code",
    [
        'if "be back" in client.closed: pass',
        'if "back" in message["why"]: pass',
        'hits = [m for m in odds.measures if m.name.startswith("hits ")]',
        'dealt = [m for m in measures if m.name.startswith(("dealt", "taken"))]',
        'kinds[cast.what.partition(" against ")[0]]',
        'if asked.chance.startswith("check"): pass',
        'if act.name.endswith("away"): pass',
        'if tool.label == "Undo": pass',
        'if session.winner != "nobody": pass',
        'if title["winner"] in ("nobody", ""): pass',
        'said = fault.message.replace("expected --game", "choose the game")',
        'why = fault.message.partition(": ")[2]',
        'nth = re.sub(r"^fighters", "", fault.message)',
        'figure = FIGURE.match(offer.chance)',
        'if name in text: pass',
        'if line.words.strip().casefold() == "ends the turn": pass',
        'if unknown("column", column).find("did you mean") > 0: pass',
        'if f"{name} is put out" in m.name: pass',
    ],
)  # fmt: skip
def test_python_that_reads_words_is_found(code: str) -> None:
    assert list(in_python(code)), code


@pytest.mark.parametrize(
    "code",
    [
        'if act.name == "first aid": pass',
        'if asked.question == "next die": pass',
        'if error.code == "wire/stale": pass',
        'if error.code.startswith("store/"): pass',
        'if m.kind == "hit": pass',
        'if "do" in data: pass',
        'words = rest.split()',
        'if "shot" in weapon.tags: pass',
        'if title.end == "won": pass',
        'say("why " + error.why)',
    ],
)  # fmt: skip
def test_python_that_goes_by_ids_is_left_alone(code: str) -> None:
    assert not list(in_python(code)), code


@pytest.mark.parametrize(
    "code",
    [
        "this.back = /be back/.test(why);",
        r"const figure = text.match(/^(.*?%|\S*)/)?.[0] ?? text;",
        'const won = title.winner !== "nobody" && title.winner;',
        'if (c.label === say("seats")) count();',
        "const rest = now.why.startsWith(`${now.label}: `) ? 1 : 0;",
        'a.target && !group.title.includes(a.target) ? 1 : 0;',
        'const first = tool.label.replace(/^.*?: /, "").split(" ")[0];',
        'return line.words.replace(` (${faces})`, "");',
        'if (message.includes("try again")) again();',
        "if (answer?.why?.startsWith(start)) again();",
        'if (answer.why.trim().toLowerCase() === "gone") again();',
    ],
)  # fmt: skip
def test_a_script_that_reads_words_is_found(code: str) -> None:
    assert list(in_script(code)), code


@pytest.mark.parametrize(
    "code",
    [
        "// whether why says /be back/.test(why)",
        'if (answer.t === "done") closePanel();',
        'if (title.end === "won") cheer();',
        'if (state.me.may.includes("amend")) amend();',
        "const half = width / 2 / height;",
        'const shown = say("why", { why: answer.why });',
        'list.split(",").filter(Boolean);',
    ],
)  # fmt: skip
def test_a_script_that_goes_by_ids_is_left_alone(code: str) -> None:
    assert not list(in_script(code)), code
