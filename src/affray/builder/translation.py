"""What a page that makes scenes shows in a language; scenes stay English.

Names of gear, people, sides and options are ids: they go to the page and come back as they are, and
beside them goes a table, `said`, of what is shown for them.  Sentences are said on their way out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from affray import operations
from affray.languages.catalogues import language
from affray.languages.language import Language

RUNNING = ("run_by", "level")
"""Fields of every game that say who runs a fighter, and how."""

SENTENCES = frozenset({"say", "why", "what", "words", "word"})
"""Under these keys the desk's answers have sentences, alone or in lists."""


def worded(answer: bytes, name: str, sent: bytes = b"") -> bytes:
    """An answer to what was `sent`, in the language of its reader; a document in it stays as it is."""
    if name == "en":
        return answer
    reply = msgspec.json.decode(answer)
    data = _document(reply) or _document(_decoded(sent))
    locale = _locale(name, reply.get("game") or data.get("ruleset"))
    told = _sentences(reply, locale.knowing(_people(data)))
    if "schema" in reply:
        return msgspec.json.encode(offer(reply, locale))
    if "offer" in reply:
        told["offer"] = offer(reply["offer"], locale)
    if "faults" in reply:
        told["said"] = shown(_words(data), locale)
    if reply.get("ground"):
        told["ground"] = _lying(reply["ground"], locale)
    if "scenes" in reply:
        told["scenes"] = kept(reply["scenes"], name)
    if "kept" in reply:
        told["kept"] = kept([reply["kept"]], name)[0]
    return msgspec.json.encode(told)


def kept(scenes: Iterable[dict[str, str]], name: str) -> list[dict[str, str]]:
    """Scenes of a shelf, the titles of those that came with games in a language."""
    return [{**each, "title": _known(each["title"], _locale(name, each["game"]))} for each in scenes]


def games(some: Iterable[dict[str, Any]], name: str) -> list[dict[str, Any]]:
    """Games and the scenes that come with them, their titles in a language."""
    translated = []
    for each in some:
        locale = language(name, each["game"])
        scenes = [[scene, locale.say(title)] for scene, title in each["scenes"]]
        translated.append({**each, "title": locale.say(each["title"]), "scenes": scenes})
    return translated


def offer(offered: dict[str, Any], locale: Language) -> dict[str, Any]:
    """What a game offers, with what is said of it, and what is `said` for its names."""
    options = [
        {
            **o,
            "summary": locale.say(o["summary"]),
            "chapter": o["chapter"] and locale.say(o["chapter"]),
            "values": [[v, locale.say(words)] for v, words in o["values"]],
        }
        for o in offered["options"]
    ]
    names = {*_names(offered["schema"]), *offered["folk"], *offered["sides"], offered["unit"]}
    profiles = shown(_profiles(offered["schema"]), language(locale.name))  # the words of all games
    return {
        **offered,
        "title": locale.say(offered["title"]),
        "labels": {key: locale.say(label) for key, label in offered["labels"].items()},
        "schema": _described(offered["schema"], locale),
        "options": options,
        "said": {**shown(names, locale), **profiles},
    }


def texts(offered: dict[str, Any]) -> Iterator[str]:
    """What is said of what a game offers: labels, descriptions, names."""
    yield from offered["labels"].values()
    yield from _descriptions(offered["schema"])
    schema = offered["schema"]
    yield from sorted({*_names(schema), *_profiles(schema), *offered["folk"], *offered["sides"]})


def shown(names: Iterable[str], locale: Language) -> dict[str, str]:
    """What is shown for names; nothing for those that are shown as they are."""
    said = {name: _known(name, locale) for name in sorted(names)}
    return {name: text for name, text in said.items() if text != name}


def _known(name: str, locale: Language) -> str:
    """A name, if there are words for all of it; else as somebody wrote it."""
    ways = (name, name.replace("-", " "))
    return next((locale.say(way) for way in ways if not locale.left(way)), name)


def _locale(name: str, game: Any) -> Language:
    """A language with the words of a game, or of all if there is no such game."""
    return language(name, game if game in {each.ruleset.id for each in operations.shipped()} else "")


def _decoded(sent: bytes) -> dict[str, Any]:
    try:
        record = msgspec.json.decode(sent)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        return {}
    return record if isinstance(record, dict) else {}


def _document(record: dict[str, Any]) -> dict[str, Any]:
    data = record.get("data")
    return data if isinstance(data, dict) else {}


def _people(data: dict[str, Any]) -> set[str]:
    """The names of the fighters, which nobody says in another way."""
    fighters = data.get("fighters")
    some = (
        [each.get("name") for each in fighters if isinstance(each, dict)]
        if isinstance(fighters, list)
        else []
    )
    return {name for name in some if isinstance(name, str)}


def _words(data: dict[str, Any]) -> set[str]:
    """The texts in a document, but names of people."""
    return set(_strings(data)) - _people(data)


def _strings(value: Any) -> Iterator[str]:
    match value:
        case str():
            yield value
        case dict():
            yield from value
            for each in value.values():
                yield from _strings(each)
        case list():
            for each in value:
                yield from _strings(each)


def _sentences(value: Any, locale: Language) -> Any:
    """The same, its sentences said; documents stay."""
    if isinstance(value, list):
        return [_sentences(each, locale) for each in value]
    if not isinstance(value, dict):
        return value
    return {
        key: each
        if key in ("data", "schema", "offer")
        else _said(each, locale)
        if key in SENTENCES
        else _sentences(each, locale)
        for key, each in value.items()
    }


def _said(value: Any, locale: Language) -> Any:
    return [locale.say(each) for each in value] if isinstance(value, list) else locale.say(value)


def _lying(ground: dict[str, Any], locale: Language) -> dict[str, Any]:
    """What lies on the map, under the names that are shown there."""
    cover = [
        {**c, "name": _known(c["name"], locale), "rating": _known(c["rating"], locale)}
        for c in ground["cover"]
    ]
    return {
        **ground,
        "cover": cover,
        "zones": [{**z, "name": _known(z["name"], locale)} for z in ground["zones"]],
    }


# --- schemas ----------------------------------------------------------------------------------------


def _described(schema: Any, locale: Language) -> Any:
    """The same schema with its descriptions said."""
    if isinstance(schema, list):
        return [_described(each, locale) for each in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: locale.say(each) if key == "description" and isinstance(each, str) else _described(each, locale)
        for key, each in schema.items()
    }


def _descriptions(schema: Any) -> Iterator[str]:
    for key, each in _within(schema):
        if key == "description" and isinstance(each, str):
            yield each


def _names(schema: Any) -> set[str]:
    """Every name that may stand in a scene: of tables, of choices, and defaults."""
    names: set[str] = set()
    for key, each in _within(schema):
        match key, each:
            case "examples" | "enum", list():
                names.update(name for name in each if isinstance(name, str))
            case "default", str():
                names.add(each)
    return names - {""}


def _profiles(schema: Any) -> set[str]:
    """The words of who runs a fighter; those of texts that have only a few."""
    words: set[str] = set()
    for key, each in _within(schema):
        if key in RUNNING and isinstance(each, dict):
            words.update(each.get("enum", ()))
        elif key == "choices":
            words.update(each)
    return words


def _within(schema: Any) -> Iterator[tuple[str, Any]]:
    """Every key and its value, at any depth."""
    if isinstance(schema, dict):
        yield from schema.items()
        schema = list(schema.values())
    if isinstance(schema, list):
        for each in schema:
            yield from _within(each)
