"""The gate by address: how many requests come from one place."""

from __future__ import annotations

from starlette.requests import HTTPConnection, Request
from starlette.types import ASGIApp, Receive, Scope, Send

from affray.server.guard import outside
from affray.server.json_routes import asks_as_one, refused
from affray.server.locales import LocaleMiddleware, plain
from affray.table.quotas import Quotas, Rate

TOO_OFTEN = "too many requests from your network; wait a minute"


class AddressGate:
    """Answers so many requests a minute from each address; programs on this machine as many as they send."""

    def __init__(self, app: ASGIApp, quotas: Quotas) -> None:
        self.app, self.rate = app, Rate(quotas.requests)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on what may come."""
        asking = HTTPConnection(scope) if scope["type"] in ("http", "websocket") else None
        who = outside(asking) if asking else ""
        if not who or self.rate.allows(who):
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1013, "reason": "crowded"})
        else:
            await _too_often(scope, receive, send)


async def _refuse(scope: Scope, receive: Receive, send: Send) -> None:
    one = asks_as_one(Request(scope))
    answer = refused("wire/too-often", TOO_OFTEN) if one else plain(TOO_OFTEN, 429)
    answer.headers["retry-after"] = "60"
    await answer(scope, receive, send)


_too_often = LocaleMiddleware(_refuse)
"""The same, in the language of whoever asks."""
