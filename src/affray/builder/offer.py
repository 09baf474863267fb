"""What a game offers those who make scenes: fields, names, people, house rules."""

from __future__ import annotations

from typing import Any

from affray import api
from affray.core.catalogue import Option


def offered(game: str) -> dict[str, Any]:
    """All that a page needs to know of a game; raises NotFound.

    `schema` is the JSON Schema of its scenes, whose `examples` are the names that the game has;
    `people` is the key of a fighter under which one of `folk` may stand.

    >>> found = offered("coriolis")
    >>> found["people"], found["folk"][0], found["options"][0]["kind"]
    ('archetype', 'soldier', 'choice')
    """
    rules = api.ruleset(game)
    return {
        "game": rules.id,
        "title": rules.title,
        "unit": rules.plan.unit,
        "schema": rules.scene.model_json_schema(),
        "people": rules.levers.people,
        "folk": list(rules.levers.folk()),
        "options": [_option(option) for option in rules.catalogue.options.values()],
        "scenes": [
            {"name": shipped.name, "title": api.load_scene(shipped.name).scene.title}
            for shipped in api.shipped()
            if shipped.ruleset.id == rules.id
        ],
    }


def _option(option: Option) -> dict[str, Any]:
    return {
        "key": option.key,
        "kind": option.kind,
        "default": option.default,
        "summary": option.summary,
        "values": [[value, words] for value, words in option.values.items()],
        "least": option.least,
        "most": option.most,
    }
