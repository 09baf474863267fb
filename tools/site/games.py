"""Each game as pages: its rules, house-rule options and scenes; its rulings."""

from __future__ import annotations

from collections.abc import Iterator

from affray.core.catalogue import Option, Rule
from affray.core.ruleset import Ruleset, rulesets
from tools.site.schema import code, words

SHORT = "---\ntocdepth: 2\n---\n"
"""What keeps the list of headings beside a page to the upper ones."""


def slug(heading: str) -> str:
    """The anchor of a heading, as the generator makes it."""
    return "".join(c for c in heading.lower().replace(" ", "-") if c.isalnum() or c in "-_")


def pages() -> dict[str, str]:
    """The pages, by their places."""
    found = {
        "reference/games/index.md": index("Games", "Their rules, house-rule options and scenes."),
        "explanation/rulings/index.md": index("Rulings", "Where rules leave something open."),
    }
    for game in rulesets().values():
        found[f"reference/games/{game.id}.md"] = "\n".join(reference(game))
        found[f"explanation/rulings/{game.id}.md"] = "\n".join(rulings(game))
    return found


def index(title: str, about: str) -> str:
    """A page that lists one of each game."""
    listed = (f"* [{game.title}]({game.id}.md)" for game in rulesets().values())
    return "\n".join([f"# {title}\n\n{about}\n", *listed, ""])


def reference(game: Ruleset) -> Iterator[str]:
    """What there is to look up of a game."""
    counts = f"{len(game.catalogue.rules)} rules, {len(game.catalogue.options)} house-rule options"
    yield SHORT
    yield f"# {game.title}\n\n{counts}, {len(game.scenes)} scenes. {words(game.catalogue.notice)}\n"
    yield f"`affray rules {game.id} WORDS` finds it in the terminal, with the tests that show each rule.\n"
    yield "## House rules\n"
    yield (
        "A scene switches them in its table `options`, `affray simulate` and `affray sheet` with "
        '`--options "KEY=VALUE"`; '
        "[how](../../howto/house-rule.md). Each decides one [ruling]"
        f"(../../explanation/rulings/{game.id}.md).\n"
    )
    for option in game.catalogue.options.values():
        yield from _option(game, option)
    yield "## Scenes\n\nThey come with Affray, are played by name and are good to copy from.\n"
    for name, text in game.scenes.items():
        yield f"### {name}\n\n```toml\n{text.rstrip()}\n```\n"
    yield from _rules(game)


def _option(game: Ruleset, option: Option) -> Iterator[str]:
    decided = [rule.id for rule in game.catalogue.rules.values() if option.ruling in rule.rulings]
    usual = str(option.default).lower() if isinstance(option.default, bool) else option.default
    yield f"### {option.key}\n\n{words(option.summary)}\n"
    yield f"Default: `{usual}`. Ruling: {option.ruling}. Rules: {', '.join(decided) or 'none by itself'}.\n"
    if option.values:
        yield "\n".join(f"* {code(value)}: {words(about)}" for value, about in option.values.items()) + "\n"
    else:
        yield f"Takes {option.expected}.\n"


def _rules(game: Ruleset) -> Iterator[str]:
    catalogue = game.catalogue
    for chapter, title in catalogue.chapters.items():
        inside = [rule for rule in catalogue.rules.values() if rule.chapter == chapter]
        if inside:
            yield f"## {title}\n"
            yield from (_rule(rule) for rule in inside)


def _rule(rule: Rule) -> str:
    doubts = f" Rulings: {', '.join(rule.rulings)}." if rule.rulings else ""
    return f"### {rule.id}\n\n**{words(rule.title)}.** {words(rule.text)}{doubts}\n"


def rulings(game: Ruleset) -> Iterator[str]:
    """Where the rules of a game leave something open, and how it is read."""
    yield f"# {game.title}: rulings\n"
    yield (
        "Each is a question that the rules leave open, our answer and why. Where an option stands, "
        "a table can decide otherwise.\n"
    )
    for ruling in game.catalogue.rulings.values():
        keys = [option.key for option in game.catalogue.options.values() if option.ruling == ruling.id]
        asked = [rule.id for rule in game.catalogue.rules.values() if ruling.id in rule.rulings]
        links = ", ".join(f"[`{key}`](../../reference/games/{game.id}.md#{slug(key)})" for key in keys)
        yield f"## {ruling.id}\n\n**{words(ruling.question)}** {words(ruling.answer)}\n"
        yield f"*Why:* {words(ruling.why)}\n"
        yield f"Rules: {', '.join(asked) or 'none'}." + (f" House rule: {links}." if links else "") + "\n"
