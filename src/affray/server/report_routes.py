"""The route of a fault report: a file for whoever sits there, which goes nowhere by itself."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from affray.server import locales
from affray.server.access import REPLAY, keys
from affray.server.guard import same_origin
from affray.server.json_routes import JSON, RequestRefused, answering
from affray.server.logbook import Logbook
from affray.server.tables import tables_of
from affray.table.fault_report import LAST, RoomReport, concerns
from affray.table.pace import Limit

REPORTS = (6, 60.0)
"""So many reports of a seat in so many seconds: a game master's has the whole fight played once more."""


@answering
async def report(request: Request) -> Response:
    """What went wrong, as a file to read and then to send: what is seen from a seat, without names."""
    access = tables_of(request).access
    room = await access.asked_for(request)
    viewer = (
        access.viewer(room, keys(request)) or access.viewer(room, keys(request), REPLAY) if room else None
    )
    if room is None or viewer is None or viewer.pending or not same_origin(request):
        raise RequestRefused("wire/no-seat", "you have no seat here; open your link again")
    limit: Limit = request.app.state.reports
    if not limit.allows(f"{room.id}:{viewer.seat}"):
        raise RequestRefused("wire/too-often", "that is too much at once; try again in a moment")
    viewer = locales.read_by(request.scope, viewer)
    await room.audience.shared_views.ready(viewer)
    logbook: Logbook = request.app.state.logbook
    mine = [line for line in logbook.recent if concerns(line, room.id, "" if viewer.master else viewer.seat)]
    found = RoomReport(room, viewer, mine[-LAST:], request.headers.get("user-agent", "")[:300])
    headers = {
        "cache-control": "no-store",
        "content-disposition": 'attachment; filename="affray-report.json"',
    }
    return Response(await room.tasks.beside(found.text), media_type=JSON, headers=headers)
