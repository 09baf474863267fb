"""The catalogues of messages: a file per language and domain, as of gettext.

Languages are found by entry point, in the group `affray.languages`: a package that brings one names a
`MessageCatalogue` there under the code of the language, as our own does for French:

    [project.entry-points."affray.languages"]
    de = "affray_german:CATALOGUE"

Several packages may bring the same language.  A game has its own words beside it: `languages/de.po` in its
package.  What is broken is said once, in one sentence, and left out; whoever asks for it reads English.
"""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from affray.core.errors import NotFound
from affray.core.message import formatter
from affray.languages.forms import PLURALS, fields
from affray.languages.language import English, Language

GROUP = "affray.languages"
LOG = logging.getLogger(GROUP)
PO = Path(__file__).parent / "po"
ENGLISH = English()

TEXTS = frozenset({"", "select"})
"""The types of fields that may be filled with text."""
CHOOSING = frozenset({"select", *PLURALS})
"""The types of fields that another language may have no need of."""
MARKUP = re.compile(r"</?[a-zA-Z]|&(?:\w+|#\d+);")

OWN = "page"
"""The domain of what pages say by themselves, which is looked up in the page."""


class MessageCatalogue(NamedTuple):
    """What a package brings of a language: how that calls itself, and a folder of `.po` files.

    A file is named by its domain: the id of a game, `table` and `faces` for what the program says, `page`
    for what pages say by themselves.
    """

    title: str
    folder: Path


FRENCH = MessageCatalogue("Français", PO / "fr")


@cache
def catalogues() -> dict[str, tuple[MessageCatalogue, ...]]:
    """What installed packages bring, by the code of the language; nothing for one that is broken."""
    brought: dict[str, tuple[MessageCatalogue, ...]] = {}
    # ours first, so that it has the first word, and then in an order that no machine changes
    for point in sorted(
        entry_points(group=GROUP), key=lambda p: (not p.value.startswith("affray."), p.value)
    ):
        brought[point.name] = (*brought.get(point.name, ()), *_loaded(point))
    return brought


def _loaded(point: EntryPoint) -> Iterator[MessageCatalogue]:
    """The catalogue of an entry point, if it is one."""
    try:
        catalogue = point.load()
    except Exception as e:  # whatever goes wrong as a stranger's module is imported
        _say_broken(point.name, f"{point.value} cannot be loaded ({type(e).__name__}: {e})")
        return
    if fault := _fault(point.name, catalogue):
        _say_broken(point.name, f"{point.value} {fault}")
    else:
        yield catalogue


def _fault(name: str, catalogue: object) -> str:
    """What is wrong with a catalogue; nothing if it is sound."""
    if not re.fullmatch("[a-z]{2}", name) or name == "en":
        return "has to be named by two small letters, and not en"
    if not isinstance(catalogue, MessageCatalogue):
        return f"is no MessageCatalogue, but {type(catalogue).__name__}"
    if not any(Path(catalogue.folder).glob("*.po")):
        return f"has no .po files in {catalogue.folder}"
    return ""


@cache
def _say_broken(name: str, why: str) -> None:
    """Say in one sentence what is wrong with a language; once."""
    LOG.warning("the language %r is left out: %s", name, why)


@cache
def languages() -> dict[str, str]:
    """The languages there are, by code, as they call themselves."""
    return {"en": "English", **{code: known[0].title for code, known in catalogues().items() if known}}


@cache
def language(name: str, game: str = "") -> Language:
    """A language with the words of a game, or of all; raises NotFound.

    The words of a game go before those of the program, and these before those of other games.  English
    for a language that is broken.
    """
    if name == "en" or not _known(name):
        return ENGLISH
    paths = _paths(name)
    first = [domain for domain in (game, "table", "faces") if domain in paths]
    others = [domain for domain in paths if domain not in (*first, OWN)] if game not in paths else []
    try:
        messages: dict[str, str] = {}
        for domain in (*first, *others):
            for path in paths[domain]:
                messages = {**_read(path).messages, **messages}
        return Language(name, messages)
    except (OSError, ValueError) as e:
        _say_broken(name, str(e))
        return ENGLISH


@cache
def own_words(name: str) -> Mapping[str, str]:
    """What pages say by themselves, by what they say in English; empty for English."""
    if name == "en" or not _known(name):
        return {}
    words: dict[str, str] = {}
    try:
        for path in _paths(name).get(OWN, ()):
            words = {**_read(path).messages, **words}
    except (OSError, ValueError) as e:
        _say_broken(name, str(e))
        return {}
    return words


def _known(name: str) -> bool:
    """Whether a language can be read; raises NotFound for one that nobody brings."""
    if name not in catalogues():
        raise NotFound("language", name[:40], languages())
    return name in languages()


def _paths(name: str) -> dict[str, list[Path]]:
    """The files of a language, by domain; those of games first."""
    paths: dict[str, list[Path]] = {}
    for point in sorted(entry_points(group="affray.rulesets"), key=lambda p: p.name):
        path = beside(point.module, name)
        if path is not None and path.exists():
            paths.setdefault(point.name, []).append(path)
    for known in catalogues()[name]:
        for path in sorted(known.folder.glob("*.po")):
            paths.setdefault(path.stem, []).append(path)
    return paths


def beside(package: str, name: str) -> Path | None:
    """Where a game has its own words in a language; None where it is no folder."""
    spec = find_spec(package)
    places = spec.submodule_search_locations if spec else None
    return Path(next(iter(places))) / "languages" / f"{name}.po" if places else None


def completeness(name: str) -> float:
    """The share of the messages in its files that a language has, from 0 to 1."""
    if name == "en" or not _known(name):
        return 1.0
    try:
        read = [_read(path) for paths in _paths(name).values() for path in paths]
    except (OSError, ValueError) as e:
        _say_broken(name, str(e))
        return 0.0
    return sum(len(each.messages) for each in read) / max(1, sum(each.entries for each in read))


@cache
def offered() -> dict[str, str]:
    """The languages as readers choose them; behind one that is not complete stands how much there is."""
    return {code: _offered(code, title) for code, title in languages().items()}


def _offered(name: str, title: str) -> str:
    share = completeness(name)
    return title if share == 1 else f"{title} ({share:.0%})".replace("%", "\N{NO-BREAK SPACE}%")


class _Read(NamedTuple):
    """The translations of a file by their messages, and how many entries it has."""

    messages: Mapping[str, str]
    entries: int


@cache
def _read(path: Path) -> _Read:
    """What a file has; raises OSError or ValueError."""
    import polib  # not needed where everything is English

    try:
        entries = [entry for entry in polib.pofile(str(path), encoding="utf-8") if not entry.obsolete]
    except ValueError as e:  # such as letters that are none
        raise ValueError(f"{path}: {e}") from None
    told: dict[str, str] = {}
    for entry in entries:
        if not entry.msgstr:
            continue
        if fault := misfit(entry.msgid, entry.msgstr):
            LOG.warning("%s:%d: %s; it is said in English", path, entry.linenum or 1, fault)
        else:
            told[entry.msgid] = entry.msgstr
    return _Read(told, len(entries))


def misfit(form: str, translated: str) -> str:
    """Why a translation does not fit its message; nothing if it does.

    >>> misfit("{who} moves {far} m", "{qui} avance de {far} m")
    "'{who} moves {far} m' has no field {qui}, but {who}"
    """
    try:
        there, given = fields(form), fields(translated)
    except ValueError as e:
        return str(e)
    if given:
        try:
            formatter(translated, "en")
        except ValueError as e:
            return f"{translated!r} is no ICU message ({str(e).rpartition(' ')[2]})"
    lacking = [name for name in there if name not in given and there[name] not in CHOOSING]
    if unknown := sorted(given.keys() - there.keys()):
        known = f", but {_braced(lacking)}" if lacking else ""
        return f"{form!r} has no field {_braced(unknown)}{known}"
    if lacking:
        return f"the translation of {form!r} lacks {_braced(lacking)}"
    for name, kind in given.items():
        if kind not in TEXTS and there[name] in TEXTS:
            return f"{form!r} has no number {_braced([name])}"
    if MARKUP.search(translated) and not MARKUP.search(form):
        return f"{translated!r} has markup, which is none where it is shown"
    return ""


def _braced(fields: Iterable[str]) -> str:
    return ", ".join(f"{{{each}}}" for each in sorted(fields))


def wanted(asked: str) -> str:
    """The language that a reader likes best of those there are; else English.

    `asked` is as in HTTP, such as `fr-CA,fr;q=0.9`, or a locale.
    """
    weighed = []
    for at, part in enumerate(asked.split(",")[:20]):
        name, _, weight = part.strip().partition(";q=")
        code = name.lower()[:2]
        share = float(weight) if re.fullmatch(r"[01](\.\d{1,3})?", weight) else 1.0
        # English first: who reads it waits for no look at what is installed
        if share and (code == "en" or (code.isalpha() and code in languages())):
            weighed.append((-share, at, code))
    return min(weighed)[2] if weighed else "en"


def of_environment() -> str:
    """The language of this terminal: AFFRAY_LANGUAGE, else that of the locale."""
    chosen = os.environ.get("AFFRAY_LANGUAGE", "")
    if chosen:
        return language(chosen).name
    for key in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(key):
            return wanted(os.environ[key].split(":")[0])
    return "en"
