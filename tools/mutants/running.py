"""Mutants run against the tests that carry their ids.

For each game one process collects its tests once.  For each mutant it forks a child, which puts the
changed code in the place of the living functions (or the changed table in the place of the file), runs the
tests that carry one of the mutant's ids, the quickest first, and ends at the first that fails.  What stands
outside functions is read anew instead, in a child of a process that has not imported the package yet.
"""

from __future__ import annotations

import contextlib
import functools
import gc
import importlib.machinery
import importlib.util
import inspect
import os
import pickle
import sys
import tempfile
import time
import traceback
import types
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from _pytest.runner import runtestprotocol

from tools.mutants import children
from tools.mutants.children import WORDLESS, Child, Said
from tools.mutants.mutants import Catalogue, Mutant, mutated, retold, where
from tools.rules import MARKERS, ROOT, kept, own

FAILS, HOLDS, ANEW, UNMADE = "killed", "survived", "anew", "unmade"
TOO_LONG = 5.0
"""CPU seconds: a test that takes longer is left to `make test`, where others carry the id too."""
LEAST, TIMES = 3.0, 4.0
"""The CPU seconds a mutant has, besides so many times what its tests take: an endless loop is noticed."""
READING = 25.0
"""The CPU seconds it takes at most to read a package and its tests."""
QUIETLY = ("-p", "no:cacheprovider", "-s", "--tb=native", "-W",
           "ignore::pytest.PytestAssertRewriteWarning")  # fmt: skip
READ_AHEAD = ("_pytest.assertion.rewrite", "click", "hypothesis", "jinja2", "msgspec", "polib", "pydantic",
              "rich.console", "starlette.applications", "websockets", "icu4py", "numpy", "sqlite3",
              "asyncio", "xdist")  # fmt: skip
"""What tests import of others: read once, before any child is forked."""


class Test(NamedTuple):
    """A test: its node id, the ids that it carries, what it takes."""

    node: str
    ids: frozenset[str]
    seconds: float


class Result(NamedTuple):
    """How a mutant fared: by which test it was killed, or how else; and by which id's own tests."""

    mutant: Mutant
    word: str
    by: str
    own: frozenset[str] = frozenset()

    @property
    def killed(self) -> bool:
        """Whether any test, or no end, told it from the rules."""
        return self.word != HOLDS


def told(line: str) -> None:
    """Tell how far it has come."""
    print(line, file=sys.stderr, flush=True)


class Plan(NamedTuple):
    """What is to be run: the mutants of a game, how many at a time, whether each id is to be tried alone."""

    game: str
    mutants: tuple[Mutant, ...]
    workers: int
    alone: bool = True
    report: Callable[[str], None] = told


def run(plan: Plan) -> list[Result]:
    """Run all mutants of a plan; those that need it are read anew."""
    prepare()
    tests, results = _in_one_process(plan)
    anew = [r.mutant for r in results if r.word == ANEW]
    done = {r.mutant.key: r for r in results}
    for mutant, said in _read_anew(plan, tests, anew):
        done[mutant.key] = result_of(mutant, said, tests)
    if plan.alone:
        for mutant, name, said in _alone_anew(plan, tests, list(done.values())):
            if said.word == FAILS and said.more:
                result = done[mutant.key]
                done[mutant.key] = result._replace(own=result.own | {name})
    return [done[m.key] for m in plan.mutants]


def prepare() -> None:
    """Read what all children need, and nothing of the package, which is the one beside this tool."""
    source = str(ROOT / "src")
    sys.path.insert(0, source)
    os.environ["PYTHONPATH"] = os.pathsep.join([source, *filter(None, [os.environ.get("PYTHONPATH")])])
    for name in READ_AHEAD:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    assert not any(name.partition(".")[0] == "affray" for name in sys.modules), "begin before the package"


def result_of(mutant: Mutant, said: Said, tests: Iterable[Test]) -> Result:
    """What a child has found; raises RuntimeError where the tool failed, which kills nothing."""
    if said.word == UNMADE or said.more == WORDLESS:
        raise RuntimeError(f"{mutant.path}:{mutant.line} {mutant.mutation}: {said.word}: {said.more}")
    carried = next((t.ids for t in tests if t.node == said.more), frozenset[str]())
    word = said.word if said.word in (HOLDS, ANEW) else FAILS
    by = said.more if said.word in (FAILS, HOLDS) else f"{said.word}: {said.more}"
    return Result(mutant, word, by, carried & set(mutant.ids) if word == FAILS else frozenset())


def _bound(mutant: Mutant, tests: Iterable[Test]) -> float:
    return LEAST + TIMES * sum(t.seconds for t in chosen(tests, mutant.ids))


def chosen(tests: Iterable[Test], ids: Iterable[str]) -> list[Test]:
    """The tests that carry one of these ids, the quickest first."""
    wanted = set(ids)
    return sorted((t for t in tests if t.ids & wanted), key=lambda t: t.seconds)


# --- what tests carry -----------------------------------------------------------------------------------


def files(game: str, ids: Iterable[str]) -> list[str]:
    """The files in which tests carry these ids, or options of theirs, as the tables say."""
    book, shown = Catalogue.read(game), kept()
    fields = {field for field, ruling in book.rulings.items() if ruling in set(ids)}
    keys = [key for key in shown if key.replace(".", "_") in fields or key in set(ids)]
    nodes = own(ROOT / "src/affray/rulesets" / game, {t for key in keys for t in shown[key]})
    return sorted({node.partition("::")[0] for node in nodes})


def carried(item: pytest.Item, book: Catalogue) -> frozenset[str]:
    """The ids that a test carries; an option stands for the ruling that it switches."""
    names = {str(n) for mark in MARKERS for found in item.iter_markers(mark) for n in found.args}
    fields = {name.replace(".", "_") for name in names}
    return frozenset({r for f, r in book.rulings.items() if f in fields} | (names & book.ids))


# --- one process for a game ---------------------------------------------------------------------------------


def _in_one_process(plan: Plan) -> tuple[list[Test], list[Result]]:
    """What a process that has collected the tests found; those to be read anew are so marked."""
    ids = {i for m in plan.mutants for i in m.ids}
    found: tuple[list[Test], list[Result]] = collected_by(plan, _Game(plan), files(plan.game, ids))
    return found


def collected_by(plan: Plan, plugin: Any, arguments: Sequence[str]) -> Any:
    """What a plugin of pytest has `found` that runs in a process of its own instead of the tests.

    Raises RuntimeError where the tests cannot be collected.
    """
    with tempfile.NamedTemporaryFile() as file:
        sys.stdout.flush()
        pid = os.fork()
        if not pid:
            _collecting(plugin, arguments, Path(file.name))
        os.waitpid(pid, 0)
        data = Path(file.name).read_bytes()
    if not data:
        raise RuntimeError(f"{plan.game}: the tests could not be collected")
    return pickle.loads(data)


def _collecting(plugin: Any, arguments: Sequence[str], file: Path) -> None:
    """In the child: collect, run, write down, and end."""
    try:
        gc.disable()
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # what pytest prints; faults are told on the other
        _pytest(arguments, plugin)
        if plugin.found is not None:
            file.write_bytes(pickle.dumps(plugin.found))
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)


@contextlib.contextmanager
def unfrozen() -> Iterator[None]:
    """Let all objects be found; afterwards no child looks through them again."""
    gc.unfreeze()
    yield
    gc.collect()
    gc.freeze()
    gc.enable()


def _pytest(arguments: Sequence[str], plugin: object) -> int:
    os.environ["CI"] = "1"  # the same examples every time
    os.chdir(ROOT)
    return int(pytest.main([*QUIETLY, "--rootdir", str(ROOT), *arguments], plugins=[plugin]))


class _Game:
    """A plugin of pytest that runs mutants in the place of tests."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.found: tuple[list[Test], list[Result]] | None = None

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run every mutant."""
        book = Catalogue.read(self.plan.game)
        self.items = {item.nodeid: item for item in session.items if carried(item, book)}
        with unfrozen():
            self.living = Living(self.plan.game)
        self.tests = list(self._measured(book))
        results = [result_of(m, said, self.tests) for m, said in self._each(self.plan.mutants)]
        self.found = self.tests, [*self._alone(results)]
        return True

    def _measured(self, book: Catalogue) -> Iterator[Test]:
        """What each test takes with no cache filled, as with a mutant; one that takes too long is left out.

        Raises RuntimeError where one fails as it is: it would kill whatever it is run against.
        """
        wanted = {i for m in self.plan.mutants for i in m.ids}
        items = [item for item in self.items.values() if carried(item, book) & wanted]

        def measure(child: Child, item: pytest.Item) -> None:
            self.living.forget()
            begun = time.process_time()
            fails = failing([item])
            child.say(FAILS if fails else HOLDS, str(time.process_time() - begun))

        broken = []
        for item, said in children.each(items, measure, lambda _: 60, self.plan.workers):
            seconds = float(said.more) if said.word == HOLDS else 0.0
            if said.word != HOLDS:
                broken.append(f"{item.nodeid} ({said.word}: {said.more})")
            elif seconds > TOO_LONG:
                self.plan.report(f"takes {seconds:.0f} s, left out: {item.nodeid}")
            else:
                yield Test(item.nodeid, carried(item, book), seconds)
        if broken:
            raise RuntimeError(f"{self.plan.game}: fails as it is: {', '.join(broken)}")

    def _each(self, mutants: Sequence[Mutant]) -> Iterator[tuple[Mutant, Said]]:
        killed = 0
        begun = time.monotonic()
        done = children.each(mutants, self._try, lambda m: _bound(m, self.tests), self.plan.workers)
        for n, (mutant, said) in enumerate(done, 1):
            killed += said.word not in (HOLDS, ANEW)
            if said.word == HOLDS:
                self.plan.report(
                    f"lives: {mutant.path}:{mutant.line} {mutant.mutation} [{' '.join(mutant.ids)}]"
                )
            if not n % 100:
                each = n / (time.monotonic() - begun)
                self.plan.report(
                    f"{self.plan.game}: {n} of {len(mutants)}, {killed} killed, {each:.1f} a second"
                )
            yield mutant, said

    def _try(self, child: Child, mutant: Mutant) -> None:
        """In a child: change, and run the tests that carry the mutant's ids."""
        self._against(child, mutant, mutant.ids)

    def _against(self, child: Child, mutant: Mutant, ids: Iterable[str]) -> None:
        try:
            placed = self.living.change(mutant)
        except Exception as fault:
            child.say(UNMADE, f"{type(fault).__name__}: {fault}")
        if not placed:
            child.say(ANEW)
        items = [self.items[t.node] for t in chosen(self.tests, ids)]
        if mutant.of_table:
            read_again(items)
        fails = failing(items)
        child.say(FAILS if fails else HOLDS, fails)

    def _alone(self, results: list[Result]) -> Iterator[Result]:
        """The same, with what the tests of an id alone kill where another's were quicker."""
        if not self.plan.alone:
            yield from results
            return
        done = {r.mutant.key: r for r in results}
        for ids in alone(results):
            tries = [r.mutant for r in results if r.word == FAILS and ids in r.mutant.ids]
            work = functools.partial(self._alone_with, name=ids)
            for mutant, said in children.each(
                tries, work, lambda m: _bound(m, self.tests), self.plan.workers
            ):
                if said.word == FAILS and said.more:
                    result = done[mutant.key]
                    done[mutant.key] = result._replace(own=result.own | {ids})
        yield from done.values()

    def _alone_with(self, child: Child, mutant: Mutant, name: str) -> None:
        self._against(child, mutant, [name])


def alone(results: Iterable[Result]) -> list[str]:
    """The ids of which no own test has killed anything yet, though others' did on their lines."""
    held = {i for r in results for i in r.own}
    return sorted({i for r in results if r.word == FAILS for i in r.mutant.ids} - held)


def read_again(items: Iterable[pytest.Item]) -> None:
    """Execute the modules of tests, and what they share, once more: they may have read tables already."""
    modules = {item.module.__name__: item.module for item in items if isinstance(item, pytest.Function)}
    folders = {name.rpartition(".")[0] for name in modules}
    shared = {n: m for n, m in sys.modules.items() if n.rpartition(".")[0] in folders and n not in modules}
    for name, module in [*sorted(shared.items()), *modules.items()]:
        if not name.rpartition(".")[2].startswith("test_") or name in modules:
            assert module.__spec__ is not None
            assert module.__spec__.loader is not None
            module.__spec__.loader.exec_module(module)


def failing(items: Sequence[pytest.Item]) -> str:
    """The first of these tests that fails; "" if none does."""
    return next((i.nodeid for i in items if any(r.failed for r in _protocol(i))), "")


def _protocol(item: pytest.Item) -> list[Any]:
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    return list(runtestprotocol(item, log=False, nextitem=None))


# --- code that changes while it lives -------------------------------------------------------------------


class Living:
    """The functions of a game that were made, and what caches hold."""

    def __init__(self, game: str) -> None:
        self.game = game
        package = f"affray.rulesets.{game}"
        self.functions: dict[str, list[types.FunctionType]] = {}
        self.caches: list[Any] = []
        for each in gc.get_objects():
            if isinstance(each, types.FunctionType):
                if str(each.__globals__.get("__name__", "")).startswith(package):
                    self.functions.setdefault(each.__code__.co_filename, []).append(each)
            elif type(each).__name__ == "_lru_cache_wrapper":
                self.caches.append(each)

    def change(self, mutant: Mutant) -> bool:
        """Put a mutant into place; False if it has to be read anew."""
        path = where(self.game, mutant)
        if mutant.of_table:
            replace_text(path, retold(mutant, path.read_text(encoding="utf-8")))
        elif not self._exchange(path, mutant):
            return False
        self.forget()
        return True

    def forget(self) -> None:
        """Clear the caches, in which values stand that the old code has made."""
        for cache in self.caches:
            with contextlib.suppress(Exception):
                if str(cache.__wrapped__.__module__).startswith("affray."):
                    cache.cache_clear()

    def _exchange(self, path: Path, mutant: Mutant) -> bool:
        source = path.read_text(encoding="utf-8")
        old = compile(source, str(path), "exec", dont_inherit=True)
        new = compile(mutated(mutant, source), str(path), "exec", dont_inherit=True)
        pairs = dict(_pairs(old, new))
        functions = [f for f in self.functions.get(str(path), ()) if f.__code__ in pairs]
        bodies = [(a, b) for a, b in pairs.items() if not a.co_flags & inspect.CO_NEWLOCALS]
        if not functions or any(_own(a) != _own(b) for a, b in bodies):
            return False
        for function in functions:
            try:
                function.__code__ = pairs[function.__code__]
            except ValueError:
                return False
        return True


def _pairs(old: types.CodeType, new: types.CodeType) -> Iterator[tuple[types.CodeType, types.CodeType]]:
    """Every piece of code that differs, with what it has become."""
    if old != new:
        yield old, new
    theirs = [c for c in new.co_consts if isinstance(c, types.CodeType)]
    for one, other in zip((c for c in old.co_consts if isinstance(c, types.CodeType)), theirs, strict=False):
        yield from _pairs(one, other)


def _own(code: types.CodeType) -> tuple[Any, ...]:
    """What a module does itself, besides the functions that it makes."""
    return code.co_code, [c for c in code.co_consts if not isinstance(c, types.CodeType)], code.co_names


def replace_text(path: Path, text: str) -> None:
    """Let whoever reads this file find another text there."""
    read = Path.read_text

    def reading(self: Path, *args: Any, **more: Any) -> str:
        return text if self == path else read(self, *args, **more)

    Path.read_text = reading  # type: ignore[method-assign]


# --- code that is read anew --------------------------------------------------------------------------------


def _read_anew(plan: Plan, tests: list[Test], mutants: Sequence[Mutant]) -> Iterator[tuple[Mutant, Said]]:
    def work(child: Child, mutant: Mutant) -> None:
        _anew(child, plan.game, mutant, chosen(tests, mutant.ids))

    done = children.each(mutants, work, lambda m: READING + _bound(m, tests), plan.workers)
    for n, each in enumerate(done, 1):
        if not n % 20:
            plan.report(f"{plan.game}: {n} of {len(mutants)} read anew")
        yield each


def _alone_anew(plan: Plan, tests: list[Test], results: list[Result]) -> Iterator[tuple[Mutant, str, Said]]:
    """The ids whose lines are all outside functions, each with its own tests alone."""
    for name in alone(results):
        tries = [r.mutant for r in results if r.word == FAILS and name in r.mutant.ids and _outside(r)]

        def work(child: Child, mutant: Mutant, name: str = name) -> None:
            _anew(child, plan.game, mutant, chosen(tests, [name]))

        for mutant, said in children.each(tries, work, lambda m: READING + _bound(m, tests), plan.workers):
            yield mutant, name, said


def _outside(result: Result) -> bool:
    return not result.mutant.function or result.mutant.of_table


def _anew(child: Child, game: str, mutant: Mutant, tests: Sequence[Test]) -> None:
    """In a child that has read nothing yet: read with the change in place, and run these tests."""
    if not tests:
        child.say(HOLDS)
    path = where(game, mutant)
    if mutant.of_table:
        replace_text(path, retold(mutant, path.read_text(encoding="utf-8")))
    else:
        replace_code(path, mutant)
    _pytest([t.node for t in tests], _Listed(child, [t.node for t in tests]))
    child.say("load", "it could not be read")


class _Listed:
    """A plugin of pytest that runs tests in a given order, up to the first that fails."""

    def __init__(self, child: Child, nodes: Sequence[str]) -> None:
        self.child, self.nodes = child, nodes

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run them, say which one failed, and end."""
        items = {item.nodeid: item for item in session.items}
        fails = failing([items[node] for node in self.nodes if node in items])
        self.child.say(FAILS if fails else HOLDS, fails)


def replace_code(path: Path, mutant: Mutant) -> None:
    """Let whoever imports this module find the mutant there."""
    get = importlib.machinery.SourceFileLoader.get_code

    def getting(self: Any, fullname: str) -> Any:
        if self.path != str(path):
            return get(self, fullname)
        source = path.read_text(encoding="utf-8")
        return compile(mutated(mutant, source), str(path), "exec", dont_inherit=True)

    importlib.machinery.SourceFileLoader.get_code = getting  # type: ignore[method-assign]
