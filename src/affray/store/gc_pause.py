"""The collector pauses while a long log is read: a million small things are made, and none is garbage."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

_LOCK = Lock()
_READING: list[bool] = []
"""For each that reads just now, in whatever thread, whether garbage was looked for when it began."""


@contextmanager
def gc_paused() -> Iterator[None]:
    """Nothing is looked through for garbage meanwhile: that would take longer than the reading."""
    with _LOCK:
        _READING.append(gc.isenabled() or any(_READING))
        gc.disable()
    try:
        yield
    finally:
        with _LOCK:
            looks = _READING.pop()
            if looks and not _READING:
                gc.enable()
