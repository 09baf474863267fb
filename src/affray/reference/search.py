"""Searching a catalogue: by id, by the beginning of an id, by chapter, by words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from affray.core.catalogue import Catalogue
from affray.core.errors import BadAnswer, NotFound
from affray.core.message import Verbatim, msg
from affray.reference.entry import Entry, Kind, look_up

EXACT, BEGINS, CHAPTER = 1_000, 500, 400
"""What the id itself, its beginning, and the chapter's id are worth."""
TITLE, NAME, TEXT, RULING = 40, 8, 10, 3
"""What a word is worth in the title, the chapter's name, the text, and what is ruled about it."""
ID = re.compile(r"\w+(?:[-.]\w+)+")
"""How ids and keys of house rules look."""
SHORTEST = 3
"""Letters that the beginning of a word must have to find it."""


class Hit(NamedTuple):
    """What a search has hit: the kind of entry, its id and title, and how well it fits."""

    kind: Kind
    id: str
    title: str
    score: int


class _Place(NamedTuple):
    """Where words are looked for: an id, and texts with what a word there is worth."""

    kind: Kind
    id: str
    title: str
    chapter: str
    texts: tuple[tuple[str, int], ...]


def meant(catalogue: Catalogue, words: str) -> list[Entry]:
    """The entry of an id, or all that fit the words, the best first.

    Raises NotFound for an id that nothing has, BadAnswer for words that stand nowhere.
    """
    try:
        return [look_up(catalogue, words)]
    except NotFound:
        hits = search(catalogue, words)
        if not hits and ID.fullmatch(words.strip()):
            raise
        if not hits:
            said = msg("no rule, ruling or house rule matches {words}", words=Verbatim(repr(words[:60])))
            raise BadAnswer(said, code="name/nothing-found") from None
        return [look_up(catalogue, hit.id) for hit in hits]


def search(
    catalogue: Catalogue, words: str, kinds: Sequence[Kind] = ("rule", "ruling", "option")
) -> list[Hit]:
    """What fits all the words, the best first; equals in the order of the sheet.

    A word is found by its beginning, whatever its case; `COR-MEL` and `MEL` are beginnings of ids.
    No words at all find every rule.
    """
    wanted = words.casefold().split()
    if not wanted:
        return [Hit("rule", rule.id, rule.title, 0) for rule in catalogue.rules.values()]
    hits = []
    for place in _places(catalogue):
        scores = [_score(place, word) for word in wanted]
        if all(scores) and place.kind in kinds:
            hits.append(Hit(place.kind, place.id, place.title, sum(scores)))
    return sorted(hits, key=lambda hit: -hit.score)


def _places(catalogue: Catalogue) -> Iterator[_Place]:
    rulings = catalogue.rulings
    for rule in catalogue.rules.values():
        about = " ".join(f"{n} {rulings[n].question} {rulings[n].answer}" for n in rule.rulings)
        keys = " ".join(option.key for option in catalogue.options_of[rule.id])
        texts = ((rule.title, TITLE), (rule.text, TEXT), (catalogue.chapters[rule.chapter], NAME))
        yield _Place("rule", rule.id, rule.title, rule.chapter, (*texts, (f"{about} {keys}", RULING)))
    for ruling in rulings.values():
        texts = ((ruling.question, TITLE), (ruling.answer, TEXT), (ruling.why, RULING))
        yield _Place("ruling", ruling.id, ruling.question, "", texts)
    for option in catalogue.options.values():
        values = " ".join(f"{value} {words}" for value, words in option.values.items())
        texts = ((f"{option.key} {option.summary}", TITLE), (values, TEXT), (option.ruling, RULING))
        yield _Place("option", option.key, option.summary, "", texts)


def _score(place: _Place, word: str) -> int:
    """How well one word fits; 0 when it does not."""
    name = place.id.casefold()
    if word == name:
        return EXACT
    if name.startswith(word) and ("-" in word or "." in word):
        return BEGINS
    if place.chapter and word == place.chapter.casefold():
        return CHAPTER
    if f"-{word}" in name and "-" in word:
        return BEGINS
    return sum(worth * _in(text.casefold(), word) for text, worth in place.texts)


def _in(text: str, word: str) -> int:
    """3 when the word stands there, 2 for another form, 1 for a beginning, else 0."""
    words = set(re.findall(r"[\w.-]*\w", text))
    if word in words:
        return 3
    if _stem(word) in {_stem(other) for other in words}:
        return 2
    return int(len(word) >= SHORTEST and any(other.startswith(word) for other in words))


def _stem(word: str) -> str:
    """A word without its ending, so that "grapples" finds "grappling"."""
    return re.sub(r"(?<=\w{3})(?:ing|ed|es|s|e)$", "", word)
