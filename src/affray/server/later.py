"""Endpoints whose modules are loaded when somebody asks: a server is open sooner without them."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from importlib import import_module
from typing import TypeAlias

from starlette.requests import Request
from starlette.responses import Response

Endpoint: TypeAlias = Callable[[Request], Awaitable[Response]]


class LaterRoutes:
    """The endpoints of a module below `affray.server`, as attributes."""

    def __init__(self, module: str) -> None:
        self._module = module

    def __getattr__(self, name: str) -> Endpoint:
        place = self._module

        async def endpoint(request: Request) -> Response:
            if endpoint.__module__ not in sys.modules:
                await asyncio.to_thread(import_module, endpoint.__module__)
            return await loaded(endpoint)(request)

        endpoint.__name__, endpoint.__module__ = name, f"affray.server.{place}"
        return endpoint


def loaded(endpoint: Endpoint) -> Endpoint:
    """The endpoint itself, of one that stands for it or of any other."""
    found: Endpoint = getattr(import_module(endpoint.__module__), endpoint.__name__)
    return found
