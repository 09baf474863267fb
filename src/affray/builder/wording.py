"""What a page that makes scenes shows in a language; scenes stay English.

Names of gear, people, sides and options are ids: they go to the page and come back as they are, and
beside them goes a table, `said`, of what is shown for them.  Sentences are said on their way out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from affray import api
from affray.languages.files import language
from affray.languages.language import Language

RUNNING = ("run_by", "level")
"""Fields of every game that say who runs a fighter, and how."""

SENTENCES = frozenset({"say", "why", "what", "words", "word"})
"""Under these keys the desk's answers have sentences, alone or in lists."""


def worded(answer: bytes, name: str, sent: bytes = b"") -> bytes:
    """An answer of the desk to what was `sent`, for a reader of a language.

    A document in it stays as it is.
    """
    if name == "en":
        return answer
    found = msgspec.json.decode(answer)
    data = _document(found) or _document(_decoded(sent))
    tongue = _tongue(name, found.get("game") or data.get("ruleset"))
    told = _sentences(found, tongue.knowing(_people(data)))
    if "schema" in found:
        return msgspec.json.encode(offer(found, tongue))
    if "offer" in found:
        told["offer"] = offer(found["offer"], tongue)
    if "faults" in found:
        told["said"] = shown(_words(data), tongue)
    if found.get("ground"):
        told["ground"] = _lying(found["ground"], tongue)
    if "scenes" in found:
        told["scenes"] = kept(found["scenes"], name)
    if "kept" in found:
        told["kept"] = kept([found["kept"]], name)[0]
    return msgspec.json.encode(told)


def kept(scenes: Iterable[dict[str, str]], name: str) -> list[dict[str, str]]:
    """Scenes of a shelf, the titles of those that came with games in a language."""
    return [{**each, "title": _known(each["title"], _tongue(name, each["game"]))} for each in scenes]


def games(some: Iterable[dict[str, Any]], name: str) -> list[dict[str, Any]]:
    """Games and the scenes that come with them, their titles in a language."""
    found = []
    for each in some:
        tongue = language(name, each["game"])
        scenes = [[scene, tongue.say(title)] for scene, title in each["scenes"]]
        found.append({**each, "title": tongue.say(each["title"]), "scenes": scenes})
    return found


def offer(found: dict[str, Any], tongue: Language) -> dict[str, Any]:
    """What a game offers, with what is said of it, and what is `said` for its names."""
    options = [
        {
            **o,
            "summary": tongue.say(o["summary"]),
            "chapter": o["chapter"] and tongue.say(o["chapter"]),
            "values": [[v, tongue.say(words)] for v, words in o["values"]],
        }
        for o in found["options"]
    ]
    names = {*_names(found["schema"]), *found["folk"], *found["sides"], found["unit"]}
    manners = shown(_manners(found["schema"]), language(tongue.name))  # the words of all games
    return {
        **found,
        "title": tongue.say(found["title"]),
        "labels": {key: tongue.say(label) for key, label in found["labels"].items()},
        "schema": _described(found["schema"], tongue),
        "options": options,
        "said": {**shown(names, tongue), **manners},
    }


def texts(found: dict[str, Any]) -> Iterator[str]:
    """What is said of what a game offers: labels, descriptions, names."""
    yield from found["labels"].values()
    yield from _descriptions(found["schema"])
    yield from sorted({*_names(found["schema"]), *_manners(found["schema"]), *found["folk"], *found["sides"]})


def shown(names: Iterable[str], tongue: Language) -> dict[str, str]:
    """What is shown for names; nothing for those that are shown as they are."""
    said = {name: _known(name, tongue) for name in sorted(names)}
    return {name: text for name, text in said.items() if text != name}


def _known(name: str, tongue: Language) -> str:
    """A name, if there are words for all of it; else as somebody wrote it."""
    ways = (name, name.replace("-", " "))
    return next((tongue.say(way) for way in ways if not tongue.left(way)), name)


def _tongue(name: str, game: Any) -> Language:
    """A language with the words of a game, or of all if there is no such game."""
    return language(name, game if game in {each.ruleset.id for each in api.shipped()} else "")


def _decoded(sent: bytes) -> dict[str, Any]:
    try:
        found = msgspec.json.decode(sent)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        return {}
    return found if isinstance(found, dict) else {}


def _document(found: dict[str, Any]) -> dict[str, Any]:
    data = found.get("data")
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


def _sentences(value: Any, tongue: Language) -> Any:
    """The same, its sentences said; documents stay."""
    if isinstance(value, list):
        return [_sentences(each, tongue) for each in value]
    if not isinstance(value, dict):
        return value
    return {
        key: each
        if key in ("data", "schema", "offer")
        else _said(each, tongue)
        if key in SENTENCES
        else _sentences(each, tongue)
        for key, each in value.items()
    }


def _said(value: Any, tongue: Language) -> Any:
    return [tongue.say(each) for each in value] if isinstance(value, list) else tongue.say(value)


def _lying(ground: dict[str, Any], tongue: Language) -> dict[str, Any]:
    """What lies on the map, under the names that are shown there."""
    cover = [
        {**c, "name": _known(c["name"], tongue), "rating": _known(c["rating"], tongue)}
        for c in ground["cover"]
    ]
    return {
        **ground,
        "cover": cover,
        "zones": [{**z, "name": _known(z["name"], tongue)} for z in ground["zones"]],
    }


# --- schemas ----------------------------------------------------------------------------------------


def _described(schema: Any, tongue: Language) -> Any:
    """The same schema with its descriptions said."""
    if isinstance(schema, list):
        return [_described(each, tongue) for each in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: tongue.say(each) if key == "description" and isinstance(each, str) else _described(each, tongue)
        for key, each in schema.items()
    }


def _descriptions(schema: Any) -> Iterator[str]:
    for key, each in _within(schema):
        if key == "description" and isinstance(each, str):
            yield each


def _names(schema: Any) -> set[str]:
    """Every name that may stand in a scene: of tables, of choices, and defaults."""
    found: set[str] = set()
    for key, each in _within(schema):
        match key, each:
            case "examples" | "enum", list():
                found.update(name for name in each if isinstance(name, str))
            case "default", str():
                found.add(each)
    return found - {""}


def _manners(schema: Any) -> set[str]:
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
