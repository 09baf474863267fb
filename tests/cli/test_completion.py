"""What shells complete, by the shells themselves where they are to be had."""

from __future__ import annotations

import shutil
import subprocess
import sys
from textwrap import dedent

import click
import pytest
from click.shell_completion import ShellComplete

from affray.cli.commands import cli
from affray.cli.values import fighters_of
from affray.core import installed
from affray.core.installed import listed_scenes
from affray.core.ruleset import ruleset, rulesets
from tests.cli.test_start import HEAVY
from tests.debian import needed
from tests.public.test_front_door import apart
from tests.whole import in_the_whole


@pytest.fixture
def program(tmp_path, monkeypatch):
    """The folder of a program called affray, first on the path."""
    file = tmp_path / "bin" / "affray"
    file.parent.mkdir()
    file.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m affray.cli "$@"\n', encoding="utf-8")
    file.chmod(0o755)
    monkeypatch.setenv("PATH", str(file.parent), prepend=":")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    return file.parent


def completed(*words):
    """What can stand for the last of these words."""
    items = ShellComplete(cli, {}, "affray", "").get_completions(list(words[:-1]), words[-1])
    return [each.value if each.type == "plain" else each.type for each in items]


@pytest.mark.parametrize(
    ("words", "values"),
    [
        (("scenes", "D"), ["d6"]),
        (("odds", "du"), ["duel"]),
        (("odds", "horizon/d"), ["horizon/duel"]),
        (("odds", "./my"), ["file"]),
        (("odds", "duel", ""), ["Zara", "Kaan"]),
        (("odds", "alley", "th"), ["Thug 1", "Thug 2", "Thug 3"]),
        (("odds", "nothing.toml", ""), []),
        (("odds", "duel", "Zara", "aimed shot at K"), ["aimed shot at Kaan with service pistol"]),
        (("odds", "duel", "Zara", "aimed", "shot", ""), ["at Kaan with service pistol"]),
        (("odds", "duel", "Nobody", ""), []),
        (("odds", "duel", "--target", "k"), ["Kaan"]),
        (("solve", "duel", "--policy", ""), ["sensible", "best"]),
        (("--language", "f"), ["fr"]),
        (("--language", "xx", "od"), ["odds"]),
        (("completion", ""), ["bash", "zsh", "fish"]),
        (("balance", "duel", "--pack", ""), ["dir"]),
        (("sheet", "d6", "--output", ""), ["file"]),
        (("campaign", "n"), ["new"]),
        (("scenes", "d6", ""), []),
    ],
)
def test_values_are_completed(words, values):
    found = completed(*words)
    assert found[: len(values)] == values
    if not values:
        assert found == []


def test_sessions_are_completed_from_the_store(affray, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert completed("sessions", "rename", "") == []
    store = tmp_path / "c.db"
    affray("campaign", "--store", store, "new", "The long way", "--game", "d6")
    assert completed("verify", "--store", str(store), "the") == ["The long way"]
    assert completed("verify", "--store", str(store), "x") == ["file"]


def test_fighters_of_a_file_are_read_without_its_game(tmp_path):
    scene = tmp_path / "my.toml"
    scene.write_text('[[fighters]]\nname = "Rat"\ncount = 2\n[[fighters]]\nside = "x"\n', encoding="utf-8")
    assert fighters_of(str(scene)) == ("Rat 1", "Rat 2")
    scene.write_text("fighters = 7", encoding="utf-8")
    assert fighters_of(str(scene)) == ()


@pytest.mark.slow
def test_completing_loads_no_game_and_little_else():
    program = f"""
        import os, sys
        from click.shell_completion import ShellComplete
        from affray.cli.commands import cli
        lines = (["od"], ["odds", "du"], ["odds", "duel", "Z"], ["rules", "c"], ["serve", "--l"])
        for *before, last in lines:
            assert ShellComplete(cli, {{}}, "affray", "").get_completions(before, last), last
        print(*{HEAVY} & set(sys.modules))
    """
    assert apart(dedent(program)) == ""


def test_a_game_without_an_index_is_asked_and_one_that_is_old_is_not_kept(monkeypatch):
    with_index = installed.listed_games()
    monkeypatch.setattr(installed, "_indexed", lambda point: None)
    installed.listed_games.cache_clear()
    try:
        assert installed.listed_games() == with_index
    finally:
        installed.listed_games.cache_clear()
    assert [each.id for each in with_index] == list(rulesets())
    for name, (game, scene) in listed_scenes().items():
        assert name in (scene.name, f"{game.id}/{scene.name}")
        assert scene.name in ruleset(game.id).scenes


BASH = """
eval "$(affray completion bash)"
complete -p affray
try() {
    COMP_WORDS=("$@")
    COMP_CWORD=$(($#-1))
    _affray_completion affray
    printf '<%s>' "${COMPREPLY[@]}"
    echo
}
try affray odds alley Th
try affray odds alley '"Thug'
try affray odds alley 'Thug\\ '
"""


@pytest.mark.slow
@pytest.mark.usefixtures("program")
def test_bash_completes_and_quotes_names_with_blanks():
    bash = shutil.which("bash")
    assert bash, "this test needs bash"
    done = subprocess.run([bash, "--norc", "-c", BASH], capture_output=True, text=True, check=True)
    names = "<Thug\\ 1><Thug\\ 2><Thug\\ 3>"
    assert done.stderr == ""
    assert done.stdout.splitlines() == [
        "complete -o nosort -F _affray_completion affray", names, "<Thug 1><Thug 2><Thug 3>", names,
    ]  # fmt: skip


FISH = "affray completion fish | source; complete -C 'affray odds alley Th'"

ZSH = """
import os, pty, sys
pid, fd = pty.fork()
if pid == 0:
    os.execvp("zsh", ["zsh", "-f", "-i"])
os.write(fd, b"PS1='> '; autoload -Uz compinit && compinit -u; eval \\"$(affray completion zsh)\\"\\n")
os.write(fd, b"echo rea''dy\\n")
out = b""
while b"ready" not in out:
    out += os.read(fd, 4096)
os.write(fd, b"affray scenes travel\\t")
while b"traveller" not in out:
    out += os.read(fd, 4096)
os.write(fd, b"\\nexit\\n")
print("traveller" in out.decode())
"""


@in_the_whole
@pytest.mark.usefixtures("program")
def test_fish_completes():
    fish = needed(lambda: shutil.which("fish"), "fish")
    done = subprocess.run([fish, "--no-config", "-c", FISH], capture_output=True, text=True, check=True)
    assert [line.split("\t")[0] for line in done.stdout.splitlines()] == ["Thug 1", "Thug 2", "Thug 3"]


@in_the_whole
@pytest.mark.usefixtures("program")
def test_zsh_completes():
    needed(lambda: shutil.which("zsh"), "zsh")
    done = subprocess.run(
        [sys.executable, "-c", ZSH], capture_output=True, text=True, timeout=120, check=True
    )
    assert done.stdout.strip() == "True"


@pytest.mark.parametrize(("shell", "file"), [("bash", ".bashrc"), ("zsh", ".zshrc"), ("fish", "affray.fish")])
def test_what_a_shell_reads_begins_with_where_to_put_it(affray, monkeypatch, shell, file):
    code, out, err = affray("completion", shell)
    assert (code, err) == (0, "")
    first, second = out.splitlines()[:2]
    assert first.startswith("# ")
    assert file in first
    assert f"affray completion {shell}" in first
    assert second
    monkeypatch.setenv("SHELL", f"/usr/bin/{shell}")
    assert affray("completion") == (0, out, "")


def test_an_unknown_shell_is_told_in_a_sentence(affray, monkeypatch):
    code, out, err = affray("completion", "cmd")
    assert (code, out) == (2, "")
    assert "'cmd' is not one of 'bash', 'zsh', 'fish'" in err
    monkeypatch.setenv("SHELL", "/bin/tcsh")
    assert affray("completion")[1].splitlines()[0].startswith("# ~/.bashrc")


def test_the_index_knows_each_command_and_option_that_help_shows():
    from affray.cli.command_index import stand_in

    def same(real: click.Command, stands: click.Command) -> None:
        shown = [param for param in real.params if not getattr(param, "hidden", False)]
        assert [param.opts for param in stands.params] == [param.opts for param in shown]
        if isinstance(real, click.Group):
            assert isinstance(stands, click.Group)
            assert sorted(stands.commands) == sorted(real.commands)
            for name in real.commands:
                same(real.commands[name], stands.commands[name])

    for name in cli.commands:
        stands = stand_in(name)
        assert stands is not None
        same(cli.commands[name], stands)
