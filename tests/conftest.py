"""How Hypothesis runs, what of the contract is quick, and commands in this process.

No deadline on a busy machine, and the same examples every time in CI.
"""

import gc
import os
import re
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from _pytest.doctest import DoctestModule
from hypothesis import settings

from affray.cli import run
from affray.core.ruleset import rulesets
from affray.testing.contract import RulesetContract
from tests.spent import Keeper, Worker
from tests.whole import WHOLE, in_the_whole
from tools.rules import Collector, Shown

gc.disable()  # until all tests are collected; see pytest_collection_finish
os.environ["AFFRAY_LANGUAGE"] = "en"  # whoever runs the tests, and what they start
settings.register_profile("here", deadline=None)
settings.register_profile("everywhere the same", deadline=None, derandomize=True)
settings.load_profile("everywhere the same" if os.environ.get("CI") else "here")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Where it is asked for: what each test takes (`tests/spent.py`)."""
    parser.addoption("--spent", metavar="FILE", help="write into FILE what each test took")


def pytest_configure(config: pytest.Config) -> None:
    """Measure, if it is asked for: in each worker, and where their reports come together."""
    path = config.getoption("--spent")
    if path:
        config.pluginmanager.register(Worker())
        if not hasattr(config, "workerinput"):
            config.pluginmanager.register(Keeper(Path(path)))


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Where slow tests are left out, a module that has no others need not even be imported."""
    slow = config.getoption("markexpr") == "not slow" and collection_path.suffix == ".py"
    return True if slow and ALL_SLOW.search(collection_path.read_text(encoding="utf-8")) else None


@pytest.hookimpl(wrapper=True)
def pytest_collect_file() -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Examples in docstrings are the package's; here are none, and to look for them takes long."""
    return [one for one in (yield) if not isinstance(one, DoctestModule)]


ALL_SLOW = re.compile(r"^pytestmark = (?:pytest\.mark\.slow$|\[pytest\.mark\.slow\b)", re.MULTILINE)
"""How a module begins whose tests are all slow."""

SHOWN = pytest.StashKey[Shown]()
"""Which test carries which id, where all tests are collected."""

GAMES = tuple(rulesets())
PLAYING = frozenset({
    "test_random_fights_break_no_invariant", "test_corrections_and_newcomers_survive_replay",
    "test_policies_answer_what_is_offered_and_end_the_fight", "test_the_same_seed_gives_the_same_fight",
    "test_prices_sum_to_one_and_agree_with_samples",
})  # fmt: skip
"""Tests of the contract that play whole fights."""

LONGEST = (
    "tests/test_site.py",
    "tests/page/",
    "tests/evening/",
    "tests/server/",
    "tests/autopilot/",
    "tests/pricing/",
)
"""Where tests take longest, the longest first."""


@pytest.hookimpl(tryfirst=True)  # before some are left out
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Of each game one scene is quick to hold to the contract; the others are slow, and kept to a third.

    What plays whole fights is quick for one game only, another one for each test.

    What only the whole takes is left out.  What takes long begins first, with one worker: others steal from
    the end of its list.
    """
    if _everything(config):
        every = Collector()
        every.pytest_collection_modifyitems(items)
        config.stash[SHOWN] = every.in_order()
    for item in items:
        game: Any = getattr(item, "cls", None)
        if isinstance(game, type) and issubclass(game, RulesetContract):
            scene = getattr(item, "callspec", None) and item.callspec.params.get("scene")  # type: ignore[attr-defined]
            name = item.name.partition("[")[0]
            if name in PLAYING and game.ruleset.id != GAMES[crc32(name.encode()) % len(GAMES)]:
                item.add_marker(pytest.mark.slow)
            if scene and scene != next(iter(game.ruleset.scenes)):
                item.add_marker(pytest.mark.slow)
                if ([*game.ruleset.scenes].index(scene) + crc32(name.encode())) % 3:
                    item.add_marker(in_the_whole)
    items[:] = sorted((item for item in items if WHOLE or not item.get_closest_marker("whole")), key=_place)


def pytest_collection_finish() -> None:
    """What has been made so far stays to the end: no longer look through it for what nobody needs.

    Thousands of tests are a large heap: what they leave is looked through less often than usual.
    """
    gc.freeze()
    gc.set_threshold(50_000, 50, 100)
    gc.enable()


@pytest.hookimpl(trylast=True)
def pytest_unconfigure() -> None:
    """Once more is enough: what is left goes with the process."""
    gc.freeze()


def _everything(config: pytest.Config) -> bool:
    """Whether all tests are collected, those too that are left out afterwards."""
    less = [config.getoption(name, None) for name in ("lf", "ignore", "ignore_glob", "deselect")]
    return config.args_source is pytest.Config.ArgsSource.TESTPATHS and not any(less)


def _place(item: pytest.Item) -> tuple[bool, int]:
    long = (n for n, where in enumerate(LONGEST) if item.nodeid.startswith(where))
    return item.get_closest_marker("slow") is None, next(long, len(LONGEST))


@pytest.fixture
def affray(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """Run a command in this process: its exit code, what it printed, and its complaints."""

    def command(*arguments: object) -> tuple[int, str, str]:
        code = run([str(a) for a in arguments])
        out, err = capsys.readouterr()
        return code, out, err

    return command
