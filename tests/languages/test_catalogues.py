"""The catalogues have every message of the sources, and each is translated."""

from __future__ import annotations

from functools import cache

import polib
import pytest

from affray.languages.catalogues import languages, misfit
from tests.test_architecture import clear
from tools.messages.__main__ import found, needed, place

OTHERS = [name for name in languages() if name != "en"]


@cache
def messages():
    return found()


@pytest.mark.slow
@pytest.mark.parametrize("name", OTHERS)
def test_every_message_of_the_sources_is_translated(name):
    """Mend it by `python -m tools.messages`, and translate what is new."""
    lacking = []
    for domain, texts in messages().items():
        known = {entry.msgid for entry in catalogue(name, domain) if entry.msgstr}
        lacking += [
            f"{domain}: {text!r} ({where})"
            for text, where in texts.items()
            if needed(text) and text not in known
        ]
    clear(lacking)


@pytest.mark.slow
@pytest.mark.parametrize("name", OTHERS)
def test_no_message_is_left_of_a_text_that_is_gone(name):
    clear(
        f"{domain}: {entry.msgid!r}"
        for domain, texts in messages().items()
        for entry in catalogue(name, domain)
        if entry.msgid not in texts
    )
    assert all(place(domain, name).exists() for domain in messages())


@pytest.mark.parametrize("name", OTHERS)
def test_a_translation_fits_its_message(name):
    clear(
        f"{domain}:{entry.linenum}: {fault}"
        for domain in messages()
        for entry in catalogue(name, domain)
        if entry.msgstr and (fault := misfit(entry.msgid, entry.msgstr))
    )


@cache
def catalogue(name, domain):
    return polib.pofile(str(place(domain, name)))
