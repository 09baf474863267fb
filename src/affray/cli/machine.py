"""What this machine has for Affray, what is missing or slow, and how to mend it, for `affray doctor`."""

from __future__ import annotations

import os
import platform
import socket
import sys
import tempfile
from collections.abc import Callable, Iterator
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from shutil import disk_usage
from time import localtime, perf_counter, strftime, time
from typing import Literal, NamedTuple, TypeAlias

import click

from affray.cli import browser, locale
from affray.cli.sessions import usual
from affray.core.errors import StoreError
from affray.core.message import Verbatim, figure, joined, msg

State: TypeAlias = Literal["good", "amiss", "bad"]
"""How it stands: as it should be; missing or slow, and one can do without; missing, and needed."""

EXTRAS = {
    "env": (("gymnasium", "numpy", "pettingzoo"), "environments for machine learning"),
    "pictures": (("PIL",), "fog on the map's picture"),
    "plots": (("matplotlib",), "pictures of simulations: affray simulate --chart"),
    "cluster": (("distributed",), "sweeps on other machines: affray sweep --scheduler"),
    "mcp": (("mcp",), "tools for AI assistants: affray mcp"),
    "postgres": (("asyncpg",), "fights saved in PostgreSQL"),
    "parquet": (("pyarrow",), "results of sweeps as .parquet"),
}
"""What can be installed besides: the modules of each, and what it is for."""

NEEDED = (
    "click",
    "icu4py",
    "jinja2",
    "msgspec",
    "polib",
    "pydantic",
    "rich",
    "segno",
    "starlette",
    "uvicorn",
)
"""The libraries without which something fails."""

FULL, ROOM = 50, 500
"""Megabytes that have to be free, and that should be."""

SLOW = 0.05
"""Seconds that a disk may take to keep something; everybody at a table waits so long for each answer."""

PYTHON = (3, 11)
"""The oldest Python that does."""


class Check(NamedTuple):
    """One thing that was looked at: its stable name, how it stands, that in words, and what mends it."""

    check: str
    state: State
    said: str
    way: str = ""


Checks: TypeAlias = Iterator[Check]


def examined() -> list[Check]:
    """Everything that was looked at."""
    return [check for look in LOOKS for check in look()]


def _program() -> Checks:
    known = sys.version_info >= PYTHON
    said: str = msg(
        "Python {version} on {system}", version=platform.python_version(), system=platform.platform()
    )
    way = msg("Install Python {oldest} or newer.", oldest=Verbatim(".".join(map(str, PYTHON))))
    yield Check("python", "good" if known else "bad", said, "" if known else way)
    try:
        yield Check("affray", "good", msg("Affray {version}", version=Verbatim(version("affray"))))
    except PackageNotFoundError:
        said = "Affray runs from a folder without being installed, so games and languages may not be found"
        yield Check("affray", "amiss", said, "Install it: pip install affray")
    lost = [name for name in NEEDED if find_spec(name) is None]
    if lost:
        said = msg("libraries are missing: {names}", names=Verbatim(", ".join(lost)))
        yield Check("libraries", "bad", said, "Install it again: pip install --force-reinstall affray")
    else:
        yield Check("libraries", "good", "all required libraries")


def _kernel() -> Checks:
    from affray.simulation.kernel import kernel_choice

    found = kernel_choice()
    if found.origin != "none":
        yield Check("kernel", "good", found.said)
    elif os.environ.get("AFFRAY_KERNEL") == "off":
        yield Check("kernel", "amiss", found.said, "Unset AFFRAY_KERNEL.")
    else:
        yield Check("kernel", "amiss", found.said, joined(" ", found.faults))


def _extras() -> Checks:
    for name, (modules, purpose) in EXTRAS.items():
        if all(find_spec(module) for module in modules):
            yield Check(f"extra/{name}", "good", purpose)
        else:
            way = msg("To add it: pip install 'affray[{name}]'", name=Verbatim(name))
            yield Check(f"extra/{name}", "amiss", msg("not installed: {what}", what=purpose), way)


def _cache() -> Path:
    from affray.simulation.compiled import cache_folder

    return cache_folder()


def _folders() -> Checks:
    own = Path(click.get_app_dir("affray"))
    fault, seconds = _written(own)
    kept = msg("fights are saved in {folder}", folder=own)
    if fault:
        said = msg("{folder} is not writable: {why}", folder=own, why=fault)
        way = "Fix its permissions or set HOME; or choose another place each time: --store FILE.db"
        yield Check("folder/data", "bad", said, way)
    elif seconds > SLOW:
        said = msg(
            "{kept}, which is slow: {ms} ms to save an answer", kept=kept, ms=figure(seconds * 1e3, ".0f")
        )
        yield Check("folder/data", "amiss", said, "Save fights on a faster disk: --store FILE.db")
    else:
        yield Check("folder/data", "good", kept)
    for name, folder, way in (
        (
            "cache",
            _cache(),
            "Fix its permissions, or set XDG_CACHE_HOME; until then the kernel is rebuilt every time.",
        ),
        (
            "temporary",
            Path(tempfile.gettempdir()),
            "Free some space there, or set TMPDIR to a writable folder.",
        ),
    ):
        fault, _ = _written(folder)
        if fault:
            said = msg("{folder} is not writable: {why}", folder=folder, why=fault)
            yield Check(f"folder/{name}", "amiss", said, way)
        else:
            yield Check(f"folder/{name}", "good", msg("{folder} is writable", folder=folder))
    yield from _space(own)


def _written(folder: Path) -> tuple[str, float]:
    """Why a file cannot be put on disk there, empty if it can; and how long that took.

    A folder that is not there stays away: then the nearest one above it counts.
    """
    there = next(each for each in (folder, *folder.parents) if os.path.lexists(each))
    try:
        with tempfile.TemporaryFile(dir=there) as file:
            file.write(b"affray" * 100)
            began = perf_counter()
            file.flush()
            os.fsync(file.fileno())
            return "", perf_counter() - began
    except OSError as e:
        return e.strerror or str(e), 0.0


def _space(folder: Path) -> Checks:
    there = next(each for each in (folder, *folder.parents) if each.is_dir())
    free = disk_usage(there).free // 1_000_000
    said = msg("{free} MB free on the disk for fights", free=figure(free, ","))
    state: State = "bad" if free < FULL else "amiss" if free < ROOM else "good"
    yield Check("disk", state, said, "" if state == "good" else "Free some space, or save fights elsewhere.")


def _store() -> Checks:
    from affray.store.addresses import file_of
    from affray.store.sqlite_file import VERSION, form_of

    path = file_of(usual())
    if path is None or not path.is_file():
        yield Check("store", "good", "no store yet: it is created with the first saved fight")
        return
    try:
        form = form_of(path)
    except StoreError as e:
        ways = {"store/newer": "Update Affray, or save fights elsewhere: --store FILE.db"}
        way = ways.get(
            e.code, "Put back a backup (affray restore), or keep fights elsewhere: --store FILE.db"
        )
        yield Check("store", "bad", str(e), way)
        return
    if form < VERSION:
        said = msg("{file}: in an older format ({form}), updated when it is opened", file=path, form=form)
    else:
        said = msg("{file}: a store in the current format ({form})", file=path, form=form)
    yield Check("store", "good", said)


def _network() -> Checks:
    from affray.server.listener import PORT
    from affray.server.phones import LOOPBACK, NO_NETWORK, lan_address

    address = lan_address()
    if address == LOOPBACK:
        yield Check("network", "amiss", "phones cannot reach this machine: no network found", NO_NETWORK)
    else:
        said = msg("phones on this network can reach this machine at {address}", address=Verbatim(address))
        yield Check("network", "good", said)
    if why := taken(PORT):
        said = msg("port {port} cannot be used: {why}", port=PORT, why=why)
        yield Check("port", "amiss", said, "The next free one is used; choose another with --port NUMBER.")
    else:
        yield Check("port", "good", msg("port {port} is free", port=PORT))


def taken(port: int) -> str:
    """Why nobody can listen at a port of this machine; empty if one can."""
    try:
        socket.create_server(("127.0.0.1", port)).close()
    except OSError as e:
        return e.strerror or str(e)
    return ""


def _seen() -> Checks:
    name = browser.found()
    if name:
        yield Check("browser", "good", msg("a browser opens automatically ({name})", name=Verbatim(name)))
    else:
        way = "Open the printed address yourself, or name a browser in BROWSER."
        yield Check("browser", "amiss", "no browser was found that can open automatically", way)
    encoding = (getattr(sys.stdout, "encoding", "") or "ascii").casefold()
    language = locale.language().name
    said = msg(
        "the terminal uses {encoding}, the language is {language}", encoding=encoding, language=language
    )
    if encoding.startswith("utf"):
        yield Check("terminal", "good", said)
    else:
        way = "For all letters and lines, set LC_ALL=C.UTF-8 or PYTHONUTF8=1."
        yield Check("terminal", "amiss", said, way)


def _clock() -> Checks:
    made, now = Path(__file__).stat().st_mtime, time()
    said = msg("the clock says {time}", time=Verbatim(strftime("%Y-%m-%d %H:%M", localtime(now))))
    late = now < made - 86_400
    way = "Set the clock: it shows a time before this version was installed."
    yield Check("clock", "amiss" if late else "good", said, way if late else "")


LOOKS: tuple[Callable[[], Checks], ...] = (
    _program, _kernel, _extras, _folders, _store, _network, _seen, _clock,
)  # fmt: skip
"""What is looked at, in this order."""
