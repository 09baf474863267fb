"""What a page that makes scenes shows in a language; scenes stay English.

Names of gear, people, sides and options are ids: they go to the page and come back as they are, and
beside them goes a table, `said`, of what is shown for them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from affray import operations
from affray.languages import reader
from affray.languages.catalogues import language
from affray.languages.language import Language

RUNNING = ("run_by", "level")
"""Fields of every game that say who runs a fighter, and how."""


def spoken(game: Any) -> Language:
    """The language of the reader, with the words of a game, or of all if there is no such game."""
    known = isinstance(game, str) and game in operations.rulesets()
    return language(reader.language().name, game if known else "")


def kept(scenes: Iterable[dict[str, str]]) -> list[dict[str, str]]:
    """Scenes of a shelf; those that came with games have their titles in the language of the reader."""
    return [{**each, "title": _known(each["title"], spoken(each["game"]))} for each in scenes]


def games(some: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Games and the scenes that come with them, their titles in the language of the reader."""
    translated = []
    for each in some:
        locale = spoken(each["game"])
        scenes = [[scene, locale.say(title)] for scene, title in each["scenes"]]
        translated.append({**each, "title": locale.say(each["title"]), "scenes": scenes})
    return translated


def beside(data: dict[str, Any], locale: Language) -> dict[str, Any]:
    """What is `said` for the words of a document; nothing of that in English."""
    return {} if locale.name == "en" else {"said": shown(_words(data), locale)}


def lying(ground: dict[str, Any], locale: Language) -> dict[str, Any]:
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


def offer(offered: dict[str, Any], locale: Language) -> dict[str, Any]:
    """What a game offers, with what is said of it, and what is `said` for its names; in English as it is."""
    if locale.name == "en":
        return offered
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
        "labels": {key: label(text, locale) for key, text in offered["labels"].items()},
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


def label(text: str, locale: Language) -> str:
    """What a key is called: a name of its own, or a word with a capital."""
    word = text[:1].lower() + text[1:]
    if locale.knows(text) or not locale.knows(word):
        return locale.say(text)
    said = locale.say(word)
    return said[:1].upper() + said[1:]


def _known(name: str, locale: Language) -> str:
    """A name, if there are words for all of it; else as somebody wrote it."""
    ways = (name, name.replace("-", " "))
    return next((locale.say(way) for way in ways if locale.knows(way)), name)


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
