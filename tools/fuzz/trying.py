"""Trying one text at a door: what comes out has to be an error of ours, soon, in little memory."""

from __future__ import annotations

import hashlib
import logging
import resource
import tempfile
import traceback
from contextlib import suppress
from pathlib import Path
from random import Random
from time import process_time

from affray.core.errors import AffrayError
from tools.fuzz.doors import DOORS

LONGEST = 2.0
"""Seconds of this process that a text may take."""
SLOW = f"takes longer than {LONGEST:g} s"
LARGEST = 300_000_000
"""Bytes of memory by which this process may grow meanwhile."""


def made(name: str, chance: Random) -> str:
    """A text for a door: one that it takes, altered once or a few times."""
    door = DOORS[name]
    text = chance.choice(door.seeds())
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        try:
            text = door.alter(text, chance)
        except (ValueError, RecursionError):  # it can no longer be read: altered enough
            break
    return text


def fault_of(name: str, text: str) -> str:
    """What is wrong with how a text is taken; empty where nothing is.

    What takes long is tried once more: the first time may have loaded what the next finds.
    """
    fault = _fault_of(name, text)
    return _fault_of(name, text) if fault == SLOW else fault


def _fault_of(name: str, text: str) -> str:
    logging.disable(logging.CRITICAL)
    began, before = process_time(), memory()
    look_anew()
    fault = ""
    with tempfile.TemporaryDirectory() as folder:
        try:
            DOORS[name].enter(text, Path(folder))
        except AffrayError as e:
            fault = "an error without a word" if not str(e).strip() else ""
        except Exception as e:
            fault = f"{type(e).__name__} at {place_of(e)}: {str(e)[:120]}"
    logging.disable(logging.NOTSET)
    if not fault and process_time() - began > LONGEST:
        fault = SLOW
    if not fault and most() - before > LARGEST:
        fault = f"takes more than {LARGEST:,} bytes"
    return fault


def bounded() -> None:
    """Let this process have no more memory than a fault needs to be seen: what wants more is refused it."""
    size = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * 4096
    resource.setrlimit(resource.RLIMIT_AS, (size + 4 * LARGEST, resource.RLIM_INFINITY))


def place_of(e: BaseException) -> str:
    """The file and line from which an error came, the last of ours."""
    frames = [frame for frame in traceback.extract_tb(e.__traceback__) if "affray" in frame.filename]
    last = (frames or traceback.extract_tb(e.__traceback__))[-1]
    return f"{Path(last.filename).name}:{last.lineno}"


def memory() -> int:
    """Bytes that this process has at the moment; 0 where nobody says."""
    try:
        return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * 4096
    except (OSError, ValueError):
        return 0


def look_anew() -> None:
    """Let `most` begin from here."""
    with suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")


def most() -> int:
    """The most bytes that this process has had since; at the moment, where nobody says."""
    try:
        status = Path("/proc/self/status").read_text(encoding="ascii")
        return int(status.partition("VmHWM:")[2].split()[0]) * 1_024
    except (OSError, ValueError, IndexError):
        return memory()


def kept(corpus: Path, name: str, text: str) -> Path:
    """Keep a text that was not taken as it should be; where it lies."""
    data = text.encode(errors="surrogatepass")
    path = corpus / f"{name}-{hashlib.sha256(data).hexdigest()[:10]}"
    path.write_bytes(data)
    return path
