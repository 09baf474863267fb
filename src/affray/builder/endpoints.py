"""What the page that makes scenes asks, as bytes in and bytes out.

All of it can be thought out in another process; nothing of it is kept by the page's server but
scenes that somebody wants kept.  `contents` is what the server's own packs bring, by game.

An answer is put into the words of whoever reads it where it is encoded, with the words of its game first;
see `read_in`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from affray import operations
from affray.builder import live_odds, offer, sliced_search, translation
from affray.builder.documents import CheckedDocument, brought, decoded, document, here, of_text, read, text_of
from affray.builder.scene_map import lying
from affray.core.errors import BadAnswer
from affray.core.message import word
from affray.core.pack import NO_PACKS, NOTHING, Content, Contents, content_for
from affray.core.record import parsed
from affray.languages import reader
from affray.languages.catalogues import language
from affray.languages.language import Language


def read_in(name: str, work: Callable[..., bytes], *args: Any) -> bytes:
    """What some work answers, for whoever reads this language."""
    with reader.reading(language(name)):
        return work(*args)


def offered(game: str, contents: Contents = NO_PACKS) -> bytes:
    """What a game offers; raises NotFound."""
    locale = translation.spoken(game)
    return _encoded(translation.offer(offer.offered(game, content_for(contents, game)), locale), locale)


def packs(body: bytes, contents: Contents = NO_PACKS) -> bytes:
    """What the packs of a document bring, and what its game offers with them; raises AffrayError."""
    sent = decoded(body)
    data, content = document(sent), brought(sent, contents)
    there = here(data, contents)
    own = {t: sorted(some.keys() - there.tables.get(t, {}).keys()) for t, some in content.tables.items()}
    brings = {table: names for table, names in own.items() if names}
    replaces = sorted(content.replaces - there.replaces)
    game_offer, locale = offer.offered(str(data.get("ruleset", ""))[:40], content), _locale(data)
    titles = [parsed(text, "pack")[0].get("title", "") for text in sent.get("packs", [])]
    answer = {"titles": titles, "brings": brings, "replaces": replaces}
    return _encoded({**answer, "offer": translation.offer(game_offer, locale)}, locale)


def opened(body: bytes, contents: Contents = NO_PACKS) -> bytes:
    """The document of a TOML `text`, or of a game's own `scene`; raises AffrayError."""
    sent = decoded(body)
    text, scene = sent.get("text"), sent.get("scene")
    if isinstance(scene, str) and scene in operations.scenes():
        text = operations.scenes()[scene]
    if not isinstance(text, str):
        raise BadAnswer("expected a TOML text under `text`, or the name of a scene under `scene`")
    data = of_text(text)
    faults = told(data, here(data, contents))["faults"]
    locale = _locale(data)
    return _encoded({"data": data, "faults": faults, **translation.beside(data, locale)}, locale)


def looked(body: bytes, contents: Contents = NO_PACKS) -> bytes:
    """The faults of a document, or what lies on its map; raises AffrayError."""
    sent = decoded(body)
    data = document(sent)
    answer, locale = told(data, brought(sent, contents)), _locale(data)
    lies = answer["ground"] and translation.lying(answer["ground"], locale)
    return _encoded({"t": "told", **answer, "ground": lies, **translation.beside(data, locale)}, locale)


def told(data: dict[str, Any], content: Content = NOTHING) -> dict[str, Any]:
    """Faults with their places; of a scene without any, its ground."""
    doc = read(data, content)
    faults = [{"at": list(fault.at), "say": word(fault.say)} for fault in doc.faults]
    return {"faults": faults, "ground": _ground(doc)}


def _ground(doc: CheckedDocument) -> dict[str, Any] | None:
    return lying(doc.ruleset, doc.draft.fight) if doc.sound else None


def text(body: bytes) -> bytes:
    """A document as TOML; raises AffrayError."""
    return _encoded({"text": text_of(document(decoded(body)))}, reader.language())


def odds(body: bytes, contents: Contents = NO_PACKS) -> bytes:
    """The odds of a document after another slice of fights; raises AffrayError."""
    sent = decoded(body)
    data = document(sent)
    return _encoded({"t": "odds", **live_odds.followed(data, brought(sent, contents))}, _locale(data))


def exact(body: bytes, contents: Contents = NO_PACKS) -> bytes:
    """The exact odds of a small fight; empty for a larger one; raises AffrayError."""
    sent = decoded(body)
    data = document(sent)
    exact_odds = live_odds.exactly(data, brought(sent, contents))
    return _encoded({"t": "exact", **exact_odds}, _locale(data)) if exact_odds else b""


def tuned(key: str, body: bytes, contents: Contents = NO_PACKS) -> bytes:
    """Another slice of the search of this key; raises AffrayError."""
    sent = decoded(body)
    return _encoded(sliced_search.tuned(key, sent, contents), _locale(document(sent)))


def left(key: str) -> None:
    """End the search of this key, for which nobody waits any more."""
    sliced_search.left(key)


def _locale(data: dict[str, Any]) -> Language:
    """The language of the reader, with the words of the game of a document."""
    return translation.spoken(data.get("ruleset"))


def _encoded(value: Any, locale: Language) -> bytes:
    with reader.reading(locale):
        return reader.encode(value)
