"""What a stranger may rely on: the layers, the packages, the size of files, and where chance comes in."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "affray"
RULESETS = PACKAGE / "rulesets"
FOLDERS = ("src", "tests", "tools", "benchmarks")
MODULES = sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))

LONGEST_FILE = 600
LONGEST_FIRST_LINE = 100
VAGUE = {"base", "helper", "helpers", "manager", "managers", "util", "utils"}
OUTSIDE = {"datetime", "random", "secrets", "time"}
MAY_ASK_OUTSIDE = {"core/dice.py", "core/sampled.py"}
NOT_FOR_THE_KIT = re.compile(r"\baffray(?:\.| import )(?:cli|reference|rulesets|simulation)\b")
DIE = re.compile(r"d\d+")

SERVED = r"opt/affray\b|var/(?:lib|backups)/affray\b"
"""Where a server and what it keeps lie, as the page about serving has it."""
PLACE = re.compile(rf"(?<![\w.~$)}}/:-])/(?!{SERVED})(?:home|mnt|opt|root|srv|tmp|var|work|Users)/\w")
HOST = re.compile(r"://([\w.-]+)|\b((?:[a-z0-9-]+\.)+(?:com|net|org))\b")
KNOWN_HOSTS = {
    "unicode-org.github.io",
    "json-schema.org", "localhost", "127.0.0.1", "www.apache.org", "keepachangelog.com", "semver.org",
    "table.example", "affray",  # what `deploy` calls a server, and both of its ports
    "www.w3.org",  # what a drawing on a page is called by; nobody goes there
}  # fmt: skip


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


def clear(faults: Iterable[object]) -> None:
    """Fail with every fault on a line of its own."""
    listed = [str(fault) for fault in faults]
    assert not listed, "\n".join(["", *listed])


@cache
def parsed(module: Path) -> ast.Module:
    """What is written in a module."""
    return ast.parse(module.read_text(encoding="utf-8"))


@cache
def nodes(module: Path) -> list[ast.AST]:
    """Everything that is written in a module."""
    return list(ast.walk(parsed(module)))


def imports(module: Path) -> Iterator[str]:
    """The top-level names of what a module imports, absolute imports only."""
    for node in nodes(module):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield (node.module or "").partition(".")[0]


def first_lines(module: Path) -> Iterator[str]:
    """The first line of each docstring in a module, its own first; empty where one is missing."""
    left: list[ast.AST] = [parsed(module)]
    while left:
        node = left.pop()
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield (ast.get_docstring(node) or "").partition("\n")[0]
        left += [each for name in ("orelse", "body") for each in reversed(getattr(node, name, ()) or ())]


def tracked() -> list[Path]:
    """The files that are, or would be, in a commit."""
    git = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(git, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return [path for name in listed.split("\0") if name and (path := ROOT / name).is_file()]


def lines_matching(pattern: re.Pattern[str], files: list[Path]) -> Iterator[tuple[str, re.Match[str]]]:
    for path in files:
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:  # a picture
            continue
        for number, line in enumerate(text.splitlines(), start=1):
            for match in pattern.finditer(line):
                yield f"{named(path)}:{number}: {match.group()}", match


@pytest.mark.slow
def test_imports_run_downwards_only():
    lint = "from importlinter.cli import lint_imports; raise SystemExit(lint_imports(no_cache=True))"
    done = subprocess.run([sys.executable, "-c", lint], cwd=ROOT, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_nothing_in_the_package_imports_the_testing_kit():
    inside = [path for path in MODULES if path.is_relative_to(PACKAGE) and "testing" not in path.parts]
    clear(named(path) for path in inside if "affray.testing" in path.read_text(encoding="utf-8"))


def test_the_testing_kit_uses_what_a_ruleset_author_may_use():
    kit = sorted((PACKAGE / "testing").rglob("*.py"))
    clear(where for where, _ in lines_matching(NOT_FOR_THE_KIT, kit))


def test_the_architecture_page_names_the_packages_on_disk():
    """Its table has one row for each layer; every package and module of ours stands in one of them."""
    page = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    table = re.findall(r"^\| ((?:`\w+`(?:, )?)+) \|", page, re.MULTILINE)
    named_there = sorted(re.findall(r"`(\w+)`", " ".join(table)))
    inside = [path for path in PACKAGE.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()]
    assert named_there == sorted({path.stem for path in inside} - {"__init__", "testing"})


@pytest.mark.slow
def test_every_docstring_says_what_its_thing_is_in_one_short_line():
    modules = [path for path in MODULES if path.parts[len(ROOT.parts)] != "tests"]
    firsts = {path: list(first_lines(path)) for path in modules}
    clear(named(path) for path, lines in firsts.items() if not lines[0])
    clear(
        f"{named(path)}: {line}"
        for path, lines in firsts.items()
        for line in lines
        if len(line) > LONGEST_FIRST_LINE
    )


def test_no_file_is_long():
    sizes = {named(path): len(path.read_text(encoding="utf-8").splitlines()) for path in MODULES}
    clear(f"{name}: {size} lines" for name, size in sizes.items() if size > LONGEST_FILE)


def test_no_name_of_a_module_is_vague():
    clear(named(path) for path in MODULES if {path.stem, path.parent.name} & VAGUE)


def test_only_the_drivers_ask_the_outside_for_chance_or_time():
    inside = [path for folder in ("core", "rulesets") for path in (PACKAGE / folder).rglob("*.py")]
    asking = {str(path.relative_to(PACKAGE)) for path in inside if OUTSIDE & set(imports(path))}
    clear(asking - MAY_ASK_OUTSIDE)


def test_no_ruleset_names_another():
    names = [folder.name for folder in RULESETS.iterdir() if (folder / "__init__.py").exists()]
    for own in names:
        others = [rf"rulesets[./]{name}" if DIE.fullmatch(name) else name for name in names if name != own]
        if others:
            pattern = re.compile(rf"\b(?:{'|'.join(others)})\b", re.IGNORECASE)
            files = [
                path for suffix in ("py", "toml", "csv") for path in (RULESETS / own).rglob(f"*.{suffix}")
            ]
            clear(where for where, _ in lines_matching(pattern, files))


def reads_who(method: ast.AST) -> bool:
    """Whether a method reads the `who` of its own object."""
    return any(
        isinstance(node, ast.Attribute)
        and node.attr == "who"
        and isinstance(node.value, ast.Name)
        and node.value.id == "self"
        for node in ast.walk(method)
    )


def methods_called(name: str, module: Path) -> Iterator[tuple[str, ast.FunctionDef]]:
    for kind in nodes(module):
        if isinstance(kind, ast.ClassDef):
            yield from (
                (kind.name, m) for m in kind.body if isinstance(m, ast.FunctionDef) and m.name == name
            )


def test_no_effect_reads_whose_body_it_changes():
    """One tree serves whoever acts (docs/decisions/0002)."""
    found = [(path, *each) for path in RULESETS.rglob("*.py") for each in methods_called("on", path)]
    assert len(found) > 40
    clear(f"{named(path)}: {kind}.on reads self.who" for path, kind, method in found if reads_who(method))


def test_a_read_of_the_own_who_is_seen():
    (method,) = ast.parse("def on(self, b):\n    return b if self.who else f(self.who)").body
    assert reads_who(method)


def test_no_file_names_a_place_on_somebodys_machine():
    clear(where for where, _ in lines_matching(PLACE, tracked()))


def test_no_file_is_a_link_to_somewhere_else():
    listed = subprocess.run(["git", "ls-files", "-s"], cwd=ROOT, capture_output=True, text=True, check=True)
    clear(line for line in listed.stdout.splitlines() if line.startswith("120000"))


def test_no_file_names_a_host_we_do_not_mean_to_name():
    found = lines_matching(HOST, tracked())
    clear(where for where, match in found if (match[1] or match[2]) not in KNOWN_HOSTS)


def test_the_requirements_are_locked_by_hash_and_say_nothing_of_where_from():
    for lock in (ROOT / "requirements").glob("*.txt"):
        text = lock.read_text(encoding="utf-8")
        pins = re.findall(r"^[\w.-]+==\S+.*(?:\n    --hash=sha256:[0-9a-f]{64}.*)+", text, re.MULTILINE)
        assert len(pins) == len(re.findall(r"^[^\s#]", text, re.MULTILINE)) > 0
        assert "://" not in text
        assert not re.search(r"^\s*--(?!hash=)", text, re.MULTILINE)
