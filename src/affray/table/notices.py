"""Notices: what everybody at a table is told of it as long as it is so, in words and by a code."""

from __future__ import annotations

from typing import NamedTuple

from affray.table import wire


class Notice(NamedTuple):
    """What is told; nothing if there are no words."""

    words: str = ""
    code: wire.NoticeCode = ""

    def __bool__(self) -> bool:
        return bool(self.words)


NONE = Notice()
