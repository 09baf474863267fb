"""Tells whoever started the server, such as systemd, that it is there."""

from __future__ import annotations

import os
import socket
from contextlib import suppress


def notify(state: str) -> None:
    """Send a state, such as `READY=1`, to the socket that the environment names, if it names one."""
    where = os.environ.get("NOTIFY_SOCKET", "")
    if where and hasattr(socket, "AF_UNIX"):
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
            line.sendto(state.encode(), f"\0{where[1:]}" if where.startswith("@") else where)
