"""Routes of the door for phones: the host lets them in and out."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from affray.languages import reader
from affray.server.access import keys
from affray.server.guard import body_of, same_origin
from affray.server.json_routes import RequestRefused, answering
from affray.server.tables import tables_of

MOST = 1_000
SETTLED = "this server was started without phones; --lan lets them in"


class PhonesAsked(msgspec.Struct):
    """Whether phones are to come in."""

    open: bool


class PhonesReached(msgspec.Struct):
    """The address at which phones reach the server; empty if they do not."""

    base: str


@answering
async def phones(request: Request) -> Response:
    """Let phones in, or out again; the answer has the address at which they reach the server.

    It is the host's to say, who may be game master of a table here or not.
    """
    tables = tables_of(request)
    if not tables.access.is_host(keys(request)) or not same_origin(request):
        raise RequestRefused("seat/not-yours", "only the host can let phones in")
    if tables.phones is None:
        raise RequestRefused("serve/settled", SETTLED)
    try:
        asked = msgspec.json.decode(await body_of(request, MOST), type=PhonesAsked)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise RequestRefused("wire/unreadable", 'expected {"open": true} or {"open": false}') from None
    if asked.open:
        await tables.phones.let_in()
    else:
        await tables.phones.shut()
    return Response(reader.encode(PhonesReached(tables.phones.base)), media_type="application/json")
