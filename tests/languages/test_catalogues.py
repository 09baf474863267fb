"""The catalogues have every message of the sources, and each is translated."""

from __future__ import annotations

import polib
import pytest

from affray.languages.catalogues import _paths, languages, misfit
from tests.test_architecture import clear
from tools.messages.__main__ import found, needed, place

OTHERS = [name for name in languages() if name != "en"]


@pytest.mark.parametrize("name", OTHERS)
def test_every_message_of_the_sources_is_translated_and_none_is_left_of_a_text_that_is_gone(name):
    """Mend it by `python -m tools.messages`, and translate what is new."""
    faults = []
    for domain, texts in found().items():
        assert place(domain, name).exists()
        known = {entry.msgid: entry.msgstr for entry in polib.pofile(str(place(domain, name)))}
        faults += [
            f"{domain}: {text!r} is not translated ({where})"
            for text, where in texts.items()
            if needed(text) and not known.get(text)
        ]
        faults += [f"{domain}: {text!r} is gone" for text in known if text not in texts]
    clear(faults)


@pytest.mark.parametrize("name", OTHERS)
def test_a_translation_fits_its_message(name):
    clear(
        f"{path}:{entry.linenum}: {fault}"
        for paths in _paths(name).values()
        for path in paths
        for entry in polib.pofile(str(path))
        if entry.msgstr and (fault := misfit(entry.msgid, entry.msgstr))
    )
