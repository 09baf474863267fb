"""What pages show is so: commands print it, examples run, files are files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain, pairwise
from pathlib import Path

import click
import pytest

from affray import operations
from affray.cli.commands import cli
from affray.core.ruleset import rulesets
from affray.simulation.kernel import kernel
from tests.whole import part_of
from tools.blocks import DOCS, ROOT, Block, blocks, laid_out, pages, written
from tools.examples import Terminal, differing, misread, printed
from tools.samples import recomputed

KINDS = {"console", "sh", "python", "toml", "json", "text", "csv", "nginx", "po"}
KEPT = re.compile(r" (?:--store|--log|--output|>) ")
"""What a command leaves for those after it."""
ALL = [*pages(), ROOT / "README.md", ROOT / "CONTRIBUTING.md"]


def of(page: Path) -> list[Block]:
    """The blocks of a page."""
    return list(blocks(page.read_text(encoding="utf-8")))


def named(page: Path) -> str:
    return str(page.relative_to(ROOT))


def in_order(page: Path) -> bool:
    """Whether its commands stand on each other: people type, or something is kept for later."""
    kept = [block.kind == "console" and bool(block.typed or KEPT.search(block.command)) for block in of(page)]
    return any(kept) or any(block.kind == "sh" and not block.why for block in of(page))


def runs(page: Path) -> bool:
    """Whether anything on it is run besides commands that are compared."""
    return any(block.kind in ("sh", "python") and not block.why for block in of(page))


COMMANDS = [
    (page, block)
    for page in pages()
    if not in_order(page)
    for block in of(page)
    if block.kind == "console" and not block.why
]
DEAR = ("affray balance ", "affray sweep ", "affray simulate ")
"""Commands that play thousands of fights, of one scene after another: each eighth, or all."""
SHOWN = [
    pytest.param(page, block, id=f"{page.name}: {block.command}")
    for page, block in chain(
        part_of([each for each in COMMANDS if each[1].command.startswith(DEAR)], 8),
        [each for each in COMMANDS if not each[1].command.startswith(DEAR)],
    )
]
TOLD = [page for page in ALL if in_order(page) or runs(page)]
COMPARED = pytest.mark.skipif(kernel() is None, reason="the pages are written where there is a C compiler")


@pytest.fixture(scope="module")
def terminal() -> Iterator[Terminal]:
    with Terminal() as found:
        yield found


@pytest.mark.slow
@COMPARED
@pytest.mark.parametrize(("page", "block"), SHOWN)
def test_a_command_prints_what_the_page_says(page, block, tmp_path, terminal):
    laid_out(tmp_path)
    for file in of(page):
        written(file, tmp_path)
    assert f"$ {block.command}\n{terminal.run(block.command, tmp_path).text}" == block.text, (
        "run: python -m tools.samples"
    )


@pytest.mark.slow
@COMPARED
@pytest.mark.parametrize("page", TOLD, ids=named)
def test_a_page_can_be_followed_from_above(page, tmp_path, terminal):
    if "pip install" not in page.read_text(encoding="utf-8"):
        follow(page, tmp_path, terminal)
        return
    with Terminal() as own:  # which may know afterwards what the others must not
        follow(page, tmp_path, own)


def follow(page: Path, folder: Path, terminal: Terminal) -> None:
    """Do all that a page shows, from above, and compare."""
    laid_out(folder)
    examples, wanted = [], []
    for block in of(page):
        written(block, folder)
        if block.why or block.file:
            continue
        if block.kind == "sh":
            assert not (said := terminal.ends_well(block, folder)), said
        elif block.kind == "console" and in_order(page):
            assert f"$ {block.command}\n{terminal.run(block.command, folder, block.typed).text}" == block.text
        elif block.kind == "python" and block.text.startswith(">>>"):
            assert not (said := differing(block)), said
        elif block.kind == "python":
            examples.append(block.text)
        elif block.kind == "text":
            wanted.append((len(examples) - 1, block.text))
    out = printed(examples, folder) if examples else []
    assert [out[n] for n, _ in wanted] == [text for _, text in wanted]


@pytest.mark.parametrize("page", ALL, ids=named)
def test_every_block_is_run_or_says_why_not(page):
    text, before = page.read_text(encoding="utf-8"), ""
    found = of(page)
    assert text.count("\n```") == 2 * len(found), "a block that nothing reads"
    for block in found:
        assert block.kind in KINDS, f"a block of {block.kind or 'nothing'}"
        if not block.why and not block.file:
            assert block.kind != "csv", "a table without a name"
            assert block.kind != "text" or before == "python", "text that no Python prints, and no reason"
        if block.kind in ("toml", "json"):
            assert not (said := misread(block)), said
        before = block.kind


@pytest.mark.parametrize("page", pages(), ids=named)
def test_no_block_in_docs_is_told_by_blanks_alone(page):
    indented, fenced, last = [], False, ""
    for line in page.read_text(encoding="utf-8").splitlines():
        fenced ^= line.startswith("```")
        if not fenced and line.startswith("    ") and not last.strip():
            indented.append(line)
        last = line
    assert indented == []


def understood(words: list[str]) -> None:
    """Read a command as the command line does, without running it; raises click's errors."""
    command: click.Command = cli
    context = click.Context(cli, info_name="affray", **cli.context_settings)
    while True:
        _, left, _ = command.make_parser(context).parse_args(list(words))
        if not left:
            return
        inner = command.get_command(context, left[0]) if isinstance(command, click.Group) else None
        if inner is None:
            raise click.UsageError(f"more than it takes, or no command: {left}")
        command, words = inner, left[1:]
        context = click.Context(inner, parent=context, info_name=left[0], **inner.context_settings)


def commands_of(page: Path) -> list[list[str]]:
    """Every command of ours on a page, also those told by blanks alone."""
    text = page.read_text(encoding="utf-8")
    indented = "".join(line[4:] + "\n" for line in text.splitlines() if line.startswith("    affray "))
    blank = Block("sh", indented, 0, 0)
    return [
        words for block in (*of(page), blank) if block.kind in ("sh", "console") for words in block.commands
    ]


@pytest.mark.parametrize("page", ALL, ids=named)
def test_every_command_is_one(page):
    for words in commands_of(page):
        try:
            understood(words)
        except click.ClickException as e:
            pytest.fail(f"affray {' '.join(words)}: {e.format_message()}")


NAMING = ("--hands", "--solo", "--actor", "--target", "--for", "--as")
"""Options that name somebody of a scene."""


def strangers(words: list[str]) -> list[str]:
    """Whom a command names who is not in the scene of ours that it names."""
    scene = next((word for word in words if word in operations.scenes()), None)
    if scene is None or words[0] == "balance":  # its --target is a share
        return []
    there = operations.start(scene).names
    named = [after.partition("=")[0] for word, after in pairwise(words) if word in NAMING]
    return [name for name in named if name not in there]


@pytest.mark.slow
@pytest.mark.parametrize("page", ALL, ids=named)
def test_everybody_whom_a_command_names_is_in_its_scene(page):
    laid = {block.file for block in of(page)}
    found = [words for words in commands_of(page) if strangers(words) and not laid & {*words}]
    assert found == []


def test_a_stranger_is_found():
    assert strangers(["play", "brawl", "--hands", "Zara=dice"]) == ["Zara"]
    assert strangers(["play", "boarding", "--hands", "Zara=dice"]) == []


def test_commands_are_seen_and_wrong_ones_found():
    assert sum(len(commands_of(page)) for page in ALL) > 60
    for wrong in (["simulate", "duel", "--no-such"], ["simulat"], ["replay", "a", "b"]):
        with pytest.raises(click.ClickException):
            understood(wrong)
    understood(["sessions", "copy", "a", "b", "--upto", "4"])


def test_every_game_has_whole_fights_and_a_story_of_balance():
    simulated = (DOCS / "howto" / "simulate.md").read_text(encoding="utf-8")
    assert [game.title for game in rulesets().values() if f"{game.title}: 200 fights" not in simulated] == []
    balanced = (DOCS / "howto" / "balance.md").read_text(encoding="utf-8")
    for scene in ("duel", "bridge", "taproom", "showdown", "landing_field"):
        assert f"$ affray balance {scene} " in balanced


@pytest.mark.slow
def test_a_page_is_written_again():
    page = "Words.\n\n```console\n$ affray scenes d6\nstale\n```\n\n```toml\nx = 1\n```\n"
    again = recomputed(page)
    assert again.startswith("Words.\n\n```console\n$ affray scenes d6\n")
    assert "stale" not in again
    assert "bridge" in again
    assert again.endswith("```\n\n```toml\nx = 1\n```\n")


def test_what_is_typed_is_told_apart_from_what_is_printed():
    [block] = blocks(
        "```console\n$ affray play duel\nZara: what now?\nZara> odds 3\nhits\ngame master> no\n```\n"
    )
    assert block.typed == ["odds 3", "no"]
    [other] = blocks("<!-- not run: a reason -->\n```sh\naffray serve # a table\n```\n")
    assert (other.why, other.commands, other.typed) == ("a reason", [["serve"]], [])
    [file] = blocks("```csv harbour/weapons.csv\nname\n```\n")
    assert (file.file, file.text) == ("harbour/weapons.csv", "name\n")
