"""What a game offers those who make scenes: fields, names, people, house rules."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from affray import operations
from affray.core.catalogue import Catalogue, Option
from affray.core.pack import NOTHING, Content

SIDES = ("heroes", "foes")
"""What the sides of a new scene are called."""


WORDS_ALONE = re.compile(r"\^\(([a-z]+(?: \\S\.\*)?(?:\|[a-z]+(?: \\S\.\*)?)*)\)\$")
"""A pattern that has only words, each of which may want a name."""

ANYBODY = "…"
"""In a choice, where the name of another fighter stands."""

SAID = {"difficult": "difficult ground"}
"""Keys that say too little by themselves."""


def called(key: str) -> str:
    """A key of a record as people write it.

    >>> called("in_hand"), called("hp")
    ('In hand', 'HP')
    """
    words = SAID.get(key, key).replace("_", " ")
    short = len(words) < 4 and words.islower() and not set("aeiou") & set(words)
    return words.upper() if short else words[0].upper() + words[1:]


def offered(game: str, content: Content = NOTHING) -> dict[str, Any]:
    """All that a page needs to know of a game; raises NotFound.

    `schema` is the JSON Schema of its scenes, whose `examples` are the names that the game has, and
    those that packs bring; a text that is one of a few words has these as `choices`.  `people` is the
    key of a fighter under which one of `folk` may stand.

    `labels` are what its keys are called, `sides` those of a new scene, `packs` those that were read
    from folders.

    >>> offer = offered("coriolis")
    >>> offer["people"], offer["folk"][0], offer["options"][0]["kind"]
    ('archetype', 'agent', 'choice')
    """
    rules = operations.ruleset(game)
    own = [(list(each.names()), content.names(t, each.names())) for t, each in rules.scene.kinds.items()]
    schema, chapters = rules.scene.model_json_schema(), _chapters(rules.catalogue)
    return {
        "game": rules.id,
        "title": rules.title,
        "unit": rules.plan.unit,
        "schema": _with_choices(_with(schema, own)),
        "labels": {key: called(key) for key in sorted({*_keys(schema), *rules.scene.kinds})},
        "sides": SIDES,
        "people": rules.levers.people,
        "folk": _with(list(rules.levers.folk()), own, names=True),
        "packs": [pack._asdict() for pack in content.packs],
        "options": [
            _option(option, chapters.get(option.ruling, "")) for option in rules.catalogue.options.values()
        ],
        "scenes": [
            {"name": shipped.name, "title": operations.load_scene(shipped.name).scene.title}
            for shipped in operations.shipped()
            if shipped.ruleset.id == rules.id
        ],
    }


def _with(part: Any, own: Sequence[tuple[list[str], list[str]]], names: bool = False) -> Any:
    """The same with all names of a table where those of the game stand."""
    if isinstance(part, dict):
        return {key: _with(value, own, key == "examples") for key, value in part.items()}
    if isinstance(part, list) and names:
        return next((every for its, every in own if part == its), part)
    return [_with(value, own) for value in part] if isinstance(part, list) else part


def choices(pattern: str) -> list[str]:
    r"""What may stand where a pattern has only words, `…` for any name; nothing for other patterns.

    >>> choices(r"^(calm|guards \S.*)$"), choices("^V?S?M?$")
    (['calm', 'guards …'], [])
    """
    match = WORDS_ALONE.fullmatch(pattern)
    return match[1].replace(r"\S.*", ANYBODY).split("|") if match else []


def _with_choices(schema: Any) -> Any:
    """The same with `choices` beside each pattern of words alone."""
    if isinstance(schema, list):
        return [_with_choices(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    pattern = schema.get("pattern")
    words = choices(pattern) if isinstance(pattern, str) else []
    inner = {key: _with_choices(each) for key, each in schema.items()}
    return {**inner, "choices": words} if words else inner


def _keys(schema: Any) -> Iterator[str]:
    """The keys of all records in a schema."""
    if isinstance(schema, dict):
        yield from schema.get("properties", ())
        schema = list(schema.values())
    if isinstance(schema, list):
        for each in schema:
            yield from _keys(each)


def _chapters(catalogue: Catalogue) -> dict[str, str]:
    """The chapter of each ruling, which is that of the first rule that it is about."""
    rules = reversed(catalogue.rules.values())
    return {ruling: catalogue.chapters[rule.chapter] for rule in rules for ruling in rule.rulings}


def _option(option: Option, chapter: str) -> dict[str, Any]:
    return {
        "key": option.key,
        "chapter": chapter,
        "kind": option.kind,
        "default": option.default,
        "summary": option.summary,
        "values": [[value, words] for value, words in option.values.items()],
        "least": option.least,
        "most": option.most,
    }
