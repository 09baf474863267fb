"""Whether what a row recorded is what the rules make of its entry today."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from affray.core.effect import Effect
from affray.core.errors import LogError, unknown
from affray.core.live import Answer, Pending
from affray.core.message import Verbatim, msg
from affray.session import log


def as_recorded(
    where: log.LogSource, seq: int, caused: Sequence[Effect], row: log.Header | log.Row, state: str
) -> None:
    """See that effects and hash are those of the row, and it is as it was written; raises LogError."""
    for n, (want, got) in enumerate(zip(row.effects, [e.packed() for e in caused], strict=False), 1):
        if want != got:
            raise where.error(seq, msg("effect {n}: {unlike}", n=n, unlike=_unlike(want, got)), "log/effect")
    if len(row.effects) != len(caused):
        raise where.error(
            seq,
            msg(
                "the log has {effects} effects here, but the rules give {caused}",
                effects=len(row.effects),
                caused=len(caused),
            ),
            "log/effect",
        )
    if row.hash != state:
        raise where.error(seq, "the hash of the state differs: the log or the rules were changed", "log/hash")
    log.untouched(where, row)


def untouched(where: log.LogSource, header: log.Header, rows: Sequence[log.Row]) -> None:
    """See that all these are as they were written, as far as they have checksums; raises LogError."""
    for row in (header, *rows):
        log.untouched(where, row)


def unmoved(where: log.LogSource, rows: Sequence[log.Header | log.Row]) -> None:
    """See that no answer without effects changed the hash of the state; raises LogError.

    No rule is needed for that, so it holds of older versions, whose hashes are not those of today's states.
    """
    for before, row in pairwise(rows):
        if isinstance(row, log.AnswerRow) and not row.effects and row.hash != before.hash:
            said = (
                "has no effects, but the hash of its state differs from the entry before: the log was changed"
            )
            raise where.error(row.seq, said, "log/hash")


def _unlike(want: dict[str, Any], got: dict[str, Any]) -> str:
    """How two effects differ, in words; an effect that nothing has is called that."""
    name = want.get("effect")
    if not isinstance(name, str) or name not in Effect.known:
        return unknown("effect", str(name), Effect.known)
    return msg("the log has {plain}, but the rules give {plain2}", plain=_plain(want), plain2=_plain(got))


def _plain(effect: dict[str, Any]) -> str:
    values = ", ".join((f"{k} {v}" for k, v in effect.items() if k != "effect"))
    return msg("{effect} ({values})", effect=effect["effect"], values=values)


def asked_here(pending: Pending, entry: Answer) -> None:
    """Raise unless the answer is to what is asked, and fits."""
    asked, here = entry.asked, pending.asked
    if asked != here:
        raise LogError(
            msg(
                "answers {question} of fighter {who}, but the rules ask {asked} of fighter {whom}",
                question=Verbatim(repr(asked.question)),
                who=int(asked.who),
                asked=Verbatim(repr(here.question)),
                whom=int(here.who),
            ),
            code="log/diverged",
        )
    pending.answer(entry.value, entry.dice)
