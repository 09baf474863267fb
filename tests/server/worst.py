"""The worst that can be sent to each address: much of everything, as long as it may be."""

from __future__ import annotations

import json
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

JSON, FORM, BYTES = "application/json", "application/x-www-form-urlencoded", "application/octet-stream"
MULTIPART = "multipart/form-data; boundary=b"


class Sent(NamedTuple):
    """What stands for the parts of an address in braces, its query, what is sent there."""

    parts: Mapping[str, str] = MappingProxyType({})
    query: str = ""
    kind: str = ""
    body: bytes = b""


LONG = "x" * 2_000
MANY = json.dumps({f"field{n}": n for n in range(9_000)}).encode()
DEEP = b'{"game":"coriolis","scene":' + b'{"a":' * 500 + b"1" + b"}" * 501
FIELDS = b"&".join(b"f%d=1" % n for n in range(9_000))
FILES = b"".join(
    b'--b\r\nContent-Disposition: form-data; name="f"; filename="x%d"\r\n\r\n{}\r\n' % n for n in range(900)
)
PAGE = Sent(query="a=" + LONG)
BUILT, FILLED = Sent(kind=JSON, body=MANY), Sent(kind=FORM, body=FIELDS)
WORST: dict[tuple[str, str], Sent] = {
    ("GET", "/"): PAGE, ("POST", "/new"): FILLED, ("GET", "/build"): PAGE,
    ("GET", "/build/game/{game}"): Sent({"game": "traveller"}),
    ("POST", "/build/open"): BUILT, ("POST", "/build/packs"): BUILT, ("POST", "/build/text"): BUILT,
    ("POST", "/build/start"): BUILT, ("POST", "/build/odds"): Sent(kind=JSON, body=DEEP),
    ("POST", "/build/tune"): Sent(kind=JSON, body=DEEP),
    ("GET", "/build/scenes"): PAGE, ("POST", "/build/scenes"): BUILT,
    ("GET", "/build/scenes/{name}"): Sent({"name": LONG}),
    ("POST", "/build/scenes/{name}/remove"): Sent({"name": LONG}, "", JSON, MANY),
    ("GET", "/campaigns"): PAGE, ("POST", "/campaigns"): FILLED,
    ("GET", "/campaigns/{session}"): PAGE, ("POST", "/campaigns/{session}"): FILLED,
    ("GET", "/campaigns/{session}/odds"): Sent(query="deed=" + LONG),
    ("GET", "/import"): PAGE, ("POST", "/import"): Sent(kind=MULTIPART, body=FILES + b"--b--\r\n"),
    ("POST", "/import/keep"): FILLED, ("POST", "/import/text"): FILLED,
    ("GET", "/rescue"): PAGE, ("POST", "/rescue"): FILLED, ("POST", "/copies"): FILLED,
    ("POST", "/phones"): Sent(kind=JSON, body=MANY),
    ("GET", "/sessions"): PAGE, ("POST", "/sessions"): Sent(kind=JSON, body=MANY),
    ("GET", "/s/{session}"): PAGE, ("GET", "/s/{session}/display"): PAGE,
    ("GET", "/s/{session}/replay"): PAGE,
    ("POST", "/s/{session}/keep"): FILLED, ("POST", "/s/{session}/forget"): FILLED,
    ("POST", "/s/{session}/report"): FILLED, ("GET", "/s/{session}/log"): PAGE,
    ("GET", "/s/{session}/recount"): PAGE, ("GET", "/s/{session}/next"): PAGE,
    ("POST", "/s/{session}/next"): FILLED,
    ("GET", "/s/{session}/dice"): PAGE, ("GET", "/s/{session}/rules"): PAGE,
    ("GET", "/s/{session}/card"): Sent(query="name=" + LONG),
    ("POST", "/s/{session}/picture"): Sent(kind=BYTES, body=b"\x89PNG\r\n\x1a\n" * 100_000),
    ("GET", "/s/{session}/picture/{mark}"): Sent({"mark": LONG}),
    ("GET", "/s/{session}/events"): Sent(query="since=0&epoch=" + LONG),
    ("GET", "/s/{session}/view"): Sent(query="as=replay"),
    ("POST", "/s/{session}/commands"): Sent(kind=JSON, body=MANY[:60_000]),
    ("GET", "/s/{session}/qr"): Sent(query="path=/j/" + LONG),
    ("GET", "/j"): Sent(query="code=" + LONG), ("POST", "/j"): FILLED,
    ("GET", "/j/{token}"): Sent({"token": LONG}),
    ("POST", "/j/{token}"): Sent({"token": LONG}, "", FORM, FIELDS),
    ("GET", "/rules/{game}"): Sent({"game": LONG}), ("GET", "/healthz"): PAGE, ("GET", "/readyz"): PAGE,
    ("GET", "/metrics"): PAGE, ("GET", "/openapi.json"): PAGE,
    ("GET", "/static/{hash}/{path}"): Sent({"hash": "x", "path": "../" * 600}),
}  # fmt: skip
"""Of each address, by method, the request that takes longest."""
