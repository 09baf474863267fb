"""Playing at a terminal: everything typed, a kill in the middle, and going on."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time

import pytest

from affray import operations
from affray.session import opening
from affray.session.spoken import Spoken
from affray.store.blocking_store import BlockingStore
from tests.whole import part_of

pytestmark = pytest.mark.slow


class Terminal:
    """A program at a terminal of its own, so many columns wide."""

    def __init__(self, *arguments, columns=80, **environment):
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        command = [sys.executable, "-c", "from affray.cli import main; main()", *map(str, arguments)]
        inherited = {k: v for k, v in os.environ.items() if k not in ("COLUMNS", "LINES", "NO_COLOR")}
        env = {**inherited, "TERM": "xterm-256color", **environment}
        self.process = subprocess.Popen(
            command,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=env,
            start_new_session=True,
            # A runner in the background ignores Ctrl-C, and what it starts inherits that.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509 (no threads here)
        )
        os.close(slave)
        self.raw = ""

    def until(self, pattern, seconds=60):
        """What is on the screen once the pattern is, without colours; from the last time on."""
        end = time.monotonic() + seconds
        while not (found := re.search(pattern, bare(self.raw))):
            left = end - time.monotonic()
            assert left > 0, f"{pattern!r} is not there:\n{bare(self.raw)}"
            if select.select([self.master], [], [], left)[0]:
                try:
                    self.raw += os.read(self.master, 65536).decode("utf-8", "replace")
                except OSError:
                    self.raw += "\n[the program has ended]\n"
                    assert re.search(pattern, bare(self.raw)), bare(self.raw)
        text, self.raw = bare(self.raw), bare(self.raw)[found.end() :]
        return text[: found.end()]

    def type(self, line, then=r"\w+> $"):
        """Type a line and wait for the next prompt."""
        os.write(self.master, line.encode() + b"\n")
        return self.until(then)

    def close(self):
        """The exit code, once the program has ended."""
        code = self.process.wait(30)
        os.close(self.master)
        return code


def bare(text):
    """Text without what moves the cursor or colours."""
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[()][A-Z0-9]|\r", "", text)


@pytest.fixture
def log(tmp_path):
    """Where the log of a test is."""
    return tmp_path / "fight.jsonl"


@pytest.fixture
def play(log):
    """Start `affray play` on a log of the test's own; whatever still runs at the end is ended."""
    started = []

    def start(*arguments, **how):
        started.append(Terminal("play", *arguments, "--log", log, **how))
        return started[-1]

    yield start
    for terminal in started:
        if terminal.process.poll() is None:
            terminal.process.kill()
            terminal.process.wait()


PROMPT = r"Zara> $"


def test_a_fight_with_dice_undo_a_kill_and_going_on(play, log):
    t = play("duel", "--seed", 1, "--hands", "Zara=dice", "--hands", "Kaan=autopilot")
    assert "enter the faces of 1d6" in t.until(PROMPT)
    for wrong, said in (("7", "a d6 shows 1 to 6, not 7"), ("1 1", "got 2 of them"), ("six", "got 'six'")):
        assert said in t.type(wrong, PROMPT)
    assert "what now?" in t.type("6", PROMPT)
    assert "Undone." in t.type("undo", PROMPT)
    assert "Redone." in t.type("redo", PROMPT)
    assert "aimed shot at Kaan" in t.type("odds 4", PROMPT)
    assert "best choices" in t.type("odds 8 best", PROMPT)  # to draw a sword: those of a shot take long
    assert "there is no policy 'bst'" in t.type("odds 4 bst", PROMPT)
    assert "enter the faces of" in t.type("normal shot at Kaan with service pistol", PROMPT)
    assert "ranged combat" in t.type("why", PROMPT)
    entries = opening.replay(log).seq
    os.killpg(t.process.pid, signal.SIGKILL)
    assert t.process.wait() == -signal.SIGKILL
    assert opening.replay(log).seq == entries

    t = play("--hands", "Zara=dice")
    assert "enter the faces of" in t.until(PROMPT)
    t.type("roll", PROMPT)
    assert opening.replay(log).seq > entries


def test_any_dice_can_be_thrown_beside_the_fight(play, log):
    t = play("duel", "--seed", 4)
    t.until(PROMPT)
    assert "2d6+1: 9 (3 5)" in t.type("dice 2d6+1 = 3 5", PROMPT)
    assert "a d6 shows 1 to 6, not 7" in t.type("dice 2d6+1 = 3 7", PROMPT)
    assert re.search(r"5d6>5: \d \(\d \d \d \d \d\)", t.type("dice 5d6>5", PROMPT))
    assert "expected 1 to 100 dice, got 9,999" in t.type("dice 9999d9999", PROMPT)
    assert "expected dice such as" in t.type("dice", PROMPT)
    assert len(opening.replay(log).log.free_rolls) == 2


def test_everything_that_can_be_typed(play, tmp_path):
    t = play("duel", "--seed", 4)
    assert "what now?" in t.until(PROMPT)
    told = t.type("help", PROMPT)
    assert "undo [N]" in told
    assert "[ACTION] to X Y" in told
    assert "`always … ask` stops that" in " ".join(told.split())
    assert "hurt FIGHTER POINTS" in t.type("help override", PROMPT)
    assert "Correction (she slipped): Zara loses 2 hit points" in t.type(
        "override hurt Zara 2 because she slipped", PROMPT
    )
    assert "Correction: Zara loses 1 hit point" in t.type("override hurt Zara 1", PROMPT)
    assert "did you mean 'hurt'" in t.type("override hrut Zara 2 because x", PROMPT)
    assert "A combat turn begins" in t.type("log all", PROMPT)
    assert "COR-" in t.type("why 4", PROMPT)
    assert "there is no line 9999" in t.type("why 9999", PROMPT)
    for wrong in ("x", "-3", "0"):
        assert "expected a number from 1 up, got" in t.type(f"undo {wrong}", PROMPT)
    assert "cannot undo 99" in t.type("undo 99", PROMPT)
    assert "Zara: person" in t.type("hands", PROMPT)
    assert "there is no fighter 'Bob'" in t.type("hands Bob dice", PROMPT)
    assert "such as hands Zara autopilot" in t.type("hands Zara", PROMPT)
    assert "there is no option 'dance'" in t.type("dance", PROMPT)
    assert "expected a number from 1 to" in t.type("999", PROMPT)
    assert "Saved as" in t.type(f"save {tmp_path / 'copy'}", PROMPT)
    assert "already exists" in t.type(f"save {tmp_path / 'copy'}", PROMPT)
    assert "pray: no" in t.type("always pray no", PROMPT)
    assert "pray: you will be asked again" in t.type("always pray ask", PROMPT)
    assert "there is no question 'foo'; known: action" in t.type("always foo no", PROMPT)
    assert "there is no option 'no'" in t.type("always action no", PROMPT)
    assert "there is no option 'dice'" in t.type("always weapon for initiative dice", PROMPT)
    assert "weapon for initiative: none" in t.type("always weapon for initiative none", PROMPT)
    assert "expected: always QUESTION ANSWER" in t.type("always", PROMPT)
    assert "sprint to (1, 3)" in t.type("to 1 3", PROMPT)
    assert "the place is more than 10 m away" in t.type("sprint to 90 3", PROMPT)
    assert "joins the fight" in t.type(
        'join name = "Rat", side = "late", at = [3, 3], archetype = "scout"', PROMPT
    )
    assert "expected a file, or name" in t.type("join Rat", PROMPT)
    os.write(t.master, b"quit\n")
    assert "Continue with: affray play --log" in t.until(r"ended\]")
    assert t.close() == 0


def test_a_person_who_names_no_scene_chooses_one(play):
    t = play("--seed", 2)
    assert re.search(r"\d+ +duel +A duel in the cargo bay", t.until(r"Which scene\?.*> $"))
    assert "there is no scene 'dule'" in t.type("dule", r"Which scene\?.*> $")
    assert "A duel in the cargo bay" in t.type("", PROMPT)


def test_the_machine_can_finish(play):
    t = play("duel", "--seed", 2)
    t.until(PROMPT)
    assert "The fight is over" in t.type("auto fight", "over> $")
    assert "the fight is over; try" in t.type("1", "over> $")
    assert "Undone." in t.type("undo", PROMPT)
    os.write(t.master, b"\x04")
    t.until(r"ended\]")
    assert t.close() == 0


def test_control_c_leaves_in_peace(play):
    t = play("duel", "--seed", 2)
    t.until(PROMPT)
    time.sleep(0.5)  # a signal between the prompt and the reading of a line is lost in the terminal's library
    for _ in range(10):
        os.kill(t.process.pid, signal.SIGINT)
        try:
            said = t.until(r"ended\]", seconds=3)
            break
        except AssertionError:
            continue
    assert "Traceback" not in said
    assert t.close() == 0


@pytest.mark.parametrize("columns", [*part_of([40, 80, 120], 3)])
def test_nothing_is_wider_than_the_screen(play, columns):
    t = play("boarding", "--seed", 5, columns=columns)
    t.until(PROMPT)
    screen = t.type("none", PROMPT)
    assert max(map(len, screen.split("\n"))) <= columns


def test_plain_and_without_colour(play):
    t = play("duel", "--seed", 2, "--plain")
    t.until(PROMPT)
    os.write(t.master, b"1\n")
    time.sleep(0.1)
    t.until(PROMPT)
    assert t.process.poll() is None


def test_a_log_in_use(play):
    play("duel", "--seed", 2).until(PROMPT)
    second = play()
    assert "is in use by another process" in second.until(r"ended\]")
    assert second.close() == 2


def test_whoever_is_quicker_as_the_terminal_comes_in_is_taken_in(affray, tmp_path, monkeypatch):
    address = str(tmp_path / "fights.db")
    with BlockingStore(address) as store:
        store.begin("friday", "Friday", operations.start("duel"))
    seal, hand = Spoken.seal, Spoken.hand

    def first(entered):
        def late(self, *said, **how):
            if quicker:
                with BlockingStore(address) as other:
                    other.take_up("friday").say.free_roll(quicker.pop(), name="Ann")
            return entered(self, *said, **how)

        return late

    quicker = ["1d6", "2d6"]
    monkeypatch.setattr(Spoken, "seal", first(seal))
    monkeypatch.setattr(Spoken, "hand", first(hand))
    words = ("--auto", "--store", address, "--session", "friday", "--hands", "Zara=autopilot veteran")
    code, out, err = affray("play", *words)
    assert (code, err) == (0, ""), out
    assert not quicker
    with BlockingStore(address) as store:
        fight = store.take_up("friday")
    assert fight.over
    assert sum("Ann" in str(line.entry) for line in fight.log.lines) == 2
