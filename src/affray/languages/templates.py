"""Templates of pages: what they say, and what stands in them, in the language of whoever reads.

A template says its own words, `{{ say('Continue') }}` and `{{ fill('{n} dice', n=dice) }}`, and words that a
game has, `{{ side | say }}`.  Messages and figures that are put into it are said; other text stays as it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from affray.core.message import Figure, Message, figure, msg
from affray.languages import reader

if TYPE_CHECKING:
    from jinja2 import Environment


def fill(form: str, **fields: Any) -> str:
    """A message of this form, with these fields, in the language of its reader."""
    return reader.say(msg(form, **fields))


def said(value: Any) -> Any:
    """What stands in a page, in the language of its reader; text that is no message stays as it is."""
    return reader.say(value) if isinstance(value, Message | Figure) else value


def speaking(templates: Environment) -> Environment:
    """The same templates, which say themselves."""
    templates.finalize = said
    templates.globals |= {"say": reader.say, "fill": fill, "figure": figure, "reader": reader.language}
    templates.filters["say"] = reader.say
    return templates
