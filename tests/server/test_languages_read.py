"""Catalogues of messages are large: none is read in the event loop, where all tables would wait."""

from __future__ import annotations

import asyncio

import polib
import pytest

from affray.languages import catalogues
from tests.server.people import House
from tests.server.real import soon

CACHES = (catalogues.language, catalogues._read, catalogues.own_words)


@pytest.fixture
def read(monkeypatch) -> list[bool]:
    """Of each catalogue that is read, whether that is in an event loop."""
    found: list[bool] = []
    whole = polib.pofile

    def noted(*given, **how):
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            found.append(False)
        else:
            found.append(True)
        return whole(*given, **how)

    monkeypatch.setattr(polib, "pofile", noted)
    for cache in CACHES:
        cache.cache_clear()
    return found


@pytest.mark.slow
def test_languages_are_read_beside_the_loop_before_anybody_asks_for_one(read):
    files = sum(len(paths) for name in catalogues.catalogues() for paths in catalogues._paths(name).values())
    with House() as house:
        soon(
            lambda: (
                len(read) >= files
                and catalogues.own_words.cache_info().currsize >= len(catalogues.languages())
            )
        )
        session = house.table()
        door = house.do(session, "seat", act="link")["data"]["path"]
        assert house.guest().post(door, data={"name": "Eve"}).status_code == 200
        page = house.host.get(f"/s/{session}", headers={"accept-language": "fr"})
        assert 'lang="fr"' in page.text
    assert read == [False] * files
