"""The addresses of the server as an OpenAPI document, made from its routes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.metadata import version
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from starlette.routing import BaseRoute, Route

from affray.server import campaign_routes
from affray.server.access import HOST, REPLAY, SEAT
from affray.server.forget_routes import ForgetAsked, Forgotten
from affray.server.json_routes import TOML, SessionSummary
from affray.server.later import loaded
from affray.server.phone_routes import PhonesAsked, PhonesReached
from affray.table import wire
from affray.table.start import Begin

PAGE, TEXT, JSON, SVG, ANY = "text/html", "text/plain", "application/json", "image/svg+xml", "*/*"
LINES = "application/x-ndjson"
WORDS = {
    200: "What was asked for.",
    201: "Started; `location` says where.",
    303: "Continue there; a cookie may be set.",
    400: "Invalid request; the answer says what is wrong.",
    403: "The caller has no seat, or the form comes from another site.",
    404: "Not found.",
    405: "Method not allowed.",
    408: "It took too long to arrive.",
    409: "Something has changed since; look again.",
    413: "Too large.",
    415: "Unsupported content type.",
    421: "The server does not answer to this name.",
    422: "Valid, but not allowed by the rules or the current state of the fight.",
    429: "Too many attempts, or too much at once; wait a minute.",
    500: "Internal error.",
    503: "The store is not responding, or the server is restarting; try again.",
}
EVERYWHERE = {421: TEXT, 405: f"{PAGE} {JSON}", 429: f"{PAGE} {TEXT} {JSON}"}


class RouteSpec(NamedTuple):
    """What routes do not say: types of answers by status, and what is taken."""

    answers: dict[int, str]
    query: Mapping[str, str] = MappingProxyType({})
    form: Mapping[str, bool] = MappingProxyType({})
    body: str = ""
    seated: bool = False
    takes: Mapping[str, Any] = MappingProxyType({})
    """Types of what is taken, by media type."""
    gives: Any = None
    """The type of what is answered as JSON where it is done; refusals are `Refused`."""


EITHER = f"{TEXT} {PAGE}"
LINK = {"path": "A link of this table."}
SINCE = {
    "since": "The number of the last update seen.",
    "epoch": "The server's, from the last view.",
    "as": "The view: `display` or `replay`; by default, that of your seat.",
}
BUILT = {400: JSON, 403: JSON, 404: EITHER + f" {JSON}", 408: JSON, 413: JSON, 503: f"{JSON} {PAGE}"}
STORY = {"since": "The part of the story from which lines are shown as new.", "all": "Show everything."}
DEED = {
    "deed": "What to do, such as `wait` or one of the deeds on the page.",
    "n": "How many units of time pass.",
    "span": "Minute, hour or day.",
    "days": "Days of rest.",
}
DID = {"did": "What a form has just done to a fight.", "fight": "The fight."}
AS = {"as": SINCE["as"]}
REFUSED = {
    400: JSON, 403: JSON, 408: JSON, 413: JSON, 415: JSON, 422: JSON, 429: JSON, 503: f"{JSON} {TEXT}",
}  # fmt: skip
News: TypeAlias = wire.WireView | wire.WireEvent
Answered: TypeAlias = wire.WireDone | wire.Pong
EVENING = {403: PAGE, 404: EITHER, 503: PAGE}
JOIN = {200: PAGE, 303: "", 404: PAGE, 429: PAGE, 503: PAGE}
TOLD = {
    ("GET", "/"): RouteSpec({200: PAGE, 403: PAGE, 503: PAGE}, query=DID, seated=True),
    ("POST", "/new"): RouteSpec(
        {303: "", 400: PAGE, 403: PAGE, 404: PAGE, 503: PAGE}, form={"scene": True}, seated=True
    ),
    ("GET", "/build"): RouteSpec({200: PAGE, 403: PAGE}, seated=True),
    ("GET", "/build/game/{game}"): RouteSpec({200: JSON, **BUILT}, seated=True),
    ("POST", "/build/open"): RouteSpec({200: JSON, **BUILT}, body=JSON, seated=True),
    ("POST", "/build/packs"): RouteSpec({200: JSON, **BUILT}, body=JSON, seated=True),
    ("POST", "/build/text"): RouteSpec({200: JSON, **BUILT}, body=JSON, seated=True),
    ("POST", "/build/start"): RouteSpec({200: JSON, **BUILT}, body=JSON, seated=True),
    ("POST", "/build/odds"): RouteSpec({200: LINES, **BUILT}, body=JSON, seated=True),
    ("POST", "/build/tune"): RouteSpec({200: LINES, **BUILT}, body=JSON, seated=True),
    ("GET", "/build/scenes"): RouteSpec({200: JSON, **BUILT}, seated=True),
    ("POST", "/build/scenes"): RouteSpec({200: JSON, **BUILT}, body=JSON, seated=True),
    ("GET", "/build/scenes/{name}"): RouteSpec({200: JSON, **BUILT}, seated=True),
    ("POST", "/build/scenes/{name}/remove"): RouteSpec({200: JSON, **BUILT}, seated=True),
    ("GET", "/campaigns"): RouteSpec({200: PAGE, 403: PAGE, 503: PAGE}, seated=True),
    ("POST", "/campaigns"): RouteSpec(
        {303: "", 400: PAGE, **EVENING}, form={"title": True, "game": True, "options": False}, seated=True
    ),
    ("GET", "/campaigns/{session}"): RouteSpec({200: PAGE, **EVENING}, query=STORY, seated=True),
    ("POST", "/campaigns/{session}"): RouteSpec(
        {303: "", 400: PAGE, 409: PAGE, **EVENING},
        form=dict.fromkeys(campaign_routes.FIELDS, False),
        seated=True,
    ),
    ("GET", "/campaigns/{session}/odds"): RouteSpec(
        {200: PAGE, 400: PAGE, **EVENING}, query=DEED, seated=True
    ),
    ("GET", "/import"): RouteSpec({200: PAGE, 403: PAGE}, seated=True),
    ("POST", "/import"): RouteSpec(
        {200: PAGE, 400: PAGE, 408: PAGE, 413: PAGE, **EVENING}, body="multipart/form-data", seated=True
    ),
    ("POST", "/import/keep"): RouteSpec(
        {303: "", 400: PAGE, **EVENING}, form={"text": True, "scene": True, "game": False}, seated=True
    ),
    ("POST", "/import/text"): RouteSpec(
        {200: "application/toml", 403: PAGE, 503: PAGE}, form={"text": True}, seated=True
    ),
    ("POST", "/phones"): RouteSpec(
        {200: JSON, **dict.fromkeys((400, 403, 408, 413, 422), JSON)},
        body=JSON,
        seated=True,
        takes={JSON: PhonesAsked},
        gives=PhonesReached,
    ),
    ("GET", "/rescue"): RouteSpec({200: PAGE, 403: PAGE}, seated=True),
    ("POST", "/rescue"): RouteSpec({200: PAGE, 403: PAGE, 409: PAGE, 503: PAGE}, seated=True),
    ("POST", "/copies"): RouteSpec(
        {303: "", 403: PAGE, 404: PAGE, 503: PAGE}, form={"session": True, "upto": True}, seated=True
    ),
    ("GET", "/sessions"): RouteSpec(
        {200: JSON, 403: JSON, 503: f"{JSON} {TEXT}"}, seated=True, gives=list[SessionSummary]
    ),
    ("POST", "/sessions"): RouteSpec(
        {201: JSON, **REFUSED}, seated=True, takes={JSON: Begin, TOML: str}, gives=wire.Forked
    ),
    ("GET", "/s/{session}"): RouteSpec({200: PAGE, 403: PAGE, 503: PAGE}, seated=True),
    ("GET", "/s/{session}/display"): RouteSpec({200: PAGE, 403: PAGE, 503: PAGE}, seated=True),
    ("GET", "/s/{session}/replay"): RouteSpec({200: PAGE, 403: PAGE, 503: PAGE}, seated=True),
    ("POST", "/s/{session}/picture"): RouteSpec(
        {200: JSON, 400: JSON, 403: JSON, 408: JSON, 409: JSON, 413: JSON, 415: JSON, 503: f"{JSON} {PAGE}"},
        body="application/octet-stream",
        seated=True,
    ),
    ("GET", "/s/{session}/picture/{mark}"): RouteSpec({200: ANY, 404: TEXT, 503: PAGE}, seated=True),
    ("GET", "/s/{session}/events"): RouteSpec(
        {200: JSON, 400: JSON, 403: JSON, 429: JSON, 503: f"{JSON} {TEXT}"},
        query=SINCE,
        seated=True,
        gives=list[News],
    ),
    ("GET", "/s/{session}/view"): RouteSpec(
        {200: JSON, 403: JSON, 429: JSON, 503: f"{JSON} {TEXT}"}, query=AS, seated=True, gives=wire.WireView
    ),
    ("POST", "/s/{session}/commands"): RouteSpec(
        {200: JSON, 409: JSON, 500: JSON, **REFUSED},
        query=AS,
        seated=True,
        takes={JSON: wire.AnyCommand},
        gives=Answered,
    ),
    ("POST", "/s/{session}/forget"): RouteSpec(
        {200: JSON, **dict.fromkeys((400, 403, 408, 413, 422), JSON), 503: f"{JSON} {TEXT}"},
        body=JSON,
        seated=True,
        takes={JSON: ForgetAsked},
        gives=Forgotten,
    ),
    ("POST", "/s/{session}/report"): RouteSpec(
        {200: JSON, 403: JSON, 429: JSON, 503: f"{JSON} {TEXT}"}, seated=True
    ),
    ("POST", "/s/{session}/keep"): RouteSpec(
        {303: "", 400: PAGE, **EVENING}, form={"what": True, "name": False}, seated=True
    ),
    ("GET", "/s/{session}/log"): RouteSpec({200: LINES, **EVENING}, seated=True),
    ("GET", "/s/{session}/recount"): RouteSpec({200: PAGE, 400: PAGE, 403: PAGE, 503: PAGE}, seated=True),
    ("GET", "/s/{session}/rules"): RouteSpec({200: PAGE, 403: PAGE}, seated=True),
    ("GET", "/s/{session}/card"): RouteSpec(
        {200: PAGE, 403: PAGE, 404: PAGE, 503: PAGE}, {"name": "One of one's own fighters."}, seated=True
    ),
    ("GET", "/s/{session}/next"): RouteSpec({303: "", **EVENING}, AS, seated=True),
    ("POST", "/s/{session}/next"): RouteSpec(
        {303: "", 400: PAGE, **EVENING}, form={"what": True, "fight": False}, seated=True
    ),
    ("GET", "/s/{session}/dice"): RouteSpec({200: PAGE, 403: PAGE, 503: PAGE}, seated=True),
    ("GET", "/s/{session}/qr"): RouteSpec(
        {200: SVG, 403: EITHER, 404: TEXT, 503: PAGE}, query=LINK, seated=True
    ),
    ("GET", "/j"): RouteSpec({200: PAGE, 303: ""}, query={"code": "The code of a table."}),
    ("POST", "/j"): RouteSpec({200: PAGE, 303: ""}, form={"code": True}),
    ("GET", "/j/{token}"): RouteSpec(JOIN, query={"to": "Where the host continues."}),
    ("POST", "/j/{token}"): RouteSpec(
        {**JOIN, 400: PAGE, 403: PAGE}, form={"name": True, "fighter": False, "watch": False}
    ),
    ("GET", "/rules/{game}"): RouteSpec({200: PAGE, 404: PAGE}),
    ("GET", "/healthz"): RouteSpec({200: TEXT}),
    ("GET", "/readyz"): RouteSpec({200: TEXT, 503: TEXT}),
    ("GET", "/metrics"): RouteSpec({200: TEXT, 403: TEXT}),
    ("GET", "/openapi.json"): RouteSpec({200: JSON}),
    ("GET", "/static/{hash}/{path}"): RouteSpec({200: ANY, 404: EITHER}),
}


REF = "#/components/schemas/{name}"
TOKEN = "The secret of a link: the part after `/j/`. It replaces all cookies."
KINDS = [
    wire.WireRefused,
    *wire.SECTIONS.values(),
    *(told.gives for told in TOLD.values() if told.gives is not None),
    *(kind for told in TOLD.values() for kind in told.takes.values()),
]
"""Everything that comes and goes as JSON."""


def _schema_of(kind: Any) -> dict[str, Any]:
    """The schema of a type, which refers to the components."""
    (schema,), _ = wire.schemas([kind], REF)
    return dict(schema)


SECTIONS = {name: _schema_of(kind) for name, kind in wire.SECTIONS.items()}


def description(routes: Sequence[BaseRoute]) -> dict[str, Any]:
    """An OpenAPI 3.1 document of all routes over HTTP.

    Raises LookupError for one that is not told of.  Messages of sockets are in `affray.table.wire`.
    """
    paths: dict[str, dict[str, Any]] = {}
    for route in routes:
        if isinstance(route, Route):
            path = route.path.replace(":path}", "}")
            for method in sorted((route.methods or set()) - {"HEAD"}):
                paths.setdefault(path, {})[method.lower()] = _operation(route, method, path)
    _, schemas = wire.schemas(KINDS, REF)
    for news in ("View", "Event"):
        schemas[news]["properties"]["sections"] = {"type": "object", "properties": SECTIONS}
    keys = {name: {"type": "apiKey", "in": "cookie", "name": name} for name in (HOST, SEAT, REPLAY)}
    keys["token"] = {"type": "http", "scheme": "bearer", "description": TOKEN}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Affray's live table", "version": version("affray")},
        "paths": paths,
        "components": {"schemas": schemas, "securitySchemes": keys},
    }


def _operation(route: Route, method: str, path: str) -> dict[str, Any]:
    told = TOLD[method, path]
    operation: dict[str, Any] = {
        "operationId": f"{method.lower()}_{route.name}",
        "summary": (loaded(route.endpoint).__doc__ or "").partition("\n")[0],
        "parameters": [*map(_in_path, _names(path)), *(_in_query(*each) for each in told.query.items())],
        "responses": {
            str(status): _response(status, kind, told)
            for status, kind in sorted({**told.answers, **EVERYWHERE}.items())
        },
    }
    if told.body:
        schema = {"type": "object"} if told.body == JSON else {"type": "string", "format": "binary"}
        operation["requestBody"] = {"required": True, "content": {told.body: {"schema": schema}}}
    if told.form:
        operation["requestBody"] = _body(told.form)
    if told.takes:
        content = {media: {"schema": _schema_of(kind)} for media, kind in told.takes.items()}
        operation["requestBody"] = {"required": True, "content": content}
    if told.seated:
        operation["security"] = [{HOST: []}, {SEAT: []}, {"token": []}]
    return operation


def _names(path: str) -> list[str]:
    return [part[1:-1] for part in path.split("/") if part.startswith("{")]


def _in_path(name: str) -> dict[str, Any]:
    return {"name": name, "in": "path", "required": True, "schema": {"type": "string", "minLength": 1}}


def _in_query(name: str, about: str) -> dict[str, Any]:
    return {"name": name, "in": "query", "description": about, "schema": {"type": "string"}}


def _response(status: int, kinds: str, told: RouteSpec) -> dict[str, Any]:
    content = {kind: {"schema": _schema(kind, status, told)} for kind in kinds.split()}
    return {"description": WORDS[status], **({"content": content} if content else {})}


def _schema(kind: str, status: int, told: RouteSpec) -> dict[str, Any]:
    if kind != JSON:
        return {} if kind == ANY else {"type": "string"}
    if told.gives is None:
        return {"type": "object"}
    return _schema_of(told.gives if status < 400 else wire.WireRefused)


def _body(form: Mapping[str, bool]) -> dict[str, Any]:
    schema = {
        "type": "object",
        "properties": {name: {"type": "string"} for name in form},
        "required": [name for name, required in form.items() if required],
    }
    return {"required": True, "content": {"application/x-www-form-urlencoded": {"schema": schema}}}
