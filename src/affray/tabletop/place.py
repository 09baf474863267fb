"""Where something is declared: the file and line that a fault of it is reported at."""

from __future__ import annotations

import sys

from affray.core.message import Verbatim, msg


def declared_at() -> str:
    """The statement of a module that makes it, however many functions it makes it with."""
    frame = sys._getframe(1)  # not `inspect.stack`, which reads the source of every file on the way
    while frame.f_code.co_name != "<module>" and frame.f_back is not None:
        frame = frame.f_back
    return f"{frame.f_code.co_filename}:{frame.f_lineno}"


def declared_already(name: str, place: str) -> str:
    """That something of this name is declared there, in a sentence."""
    return msg("{name} is declared already: {there}", name=Verbatim(repr(name)), there=Verbatim(place))
