"""What stands on the sheet of one who fights: traits, skills, weapons, gear."""

from __future__ import annotations

from collections.abc import Iterator

from affray.core.effect import Who
from affray.core.message import joined, msg, word
from affray.core.phrases import thing
from affray.rulesets.horizon import tables
from affray.rulesets.horizon.reference.profiles import SCORE, move, reach
from affray.rulesets.horizon.sheet import LOCKED, TRAITS, Item, Weapon
from affray.rulesets.horizon.state import Body, State
from affray.sheet import Cell, SheetPart


def fighter(fight: State, who: Who) -> Iterator[SheetPart]:
    """Weapons as they are at one score, with what is loaded."""
    b: Body = fight.bodies[who]
    sheet = b.sheet
    yield SheetPart("Traits", tuple((short.upper(), getattr(sheet, name)) for short, name in TRAITS.items()))
    ranks = ((kind.name, getattr(sheet.skills, kind.field)) for kind in tables.skills().values())
    yield SheetPart("Skills", tuple((name, rank) for name, rank in ranks if rank != LOCKED))
    book = tables.book(fight.house)
    armed = [(item, item.weapon) for item in b.kit if item.weapon is not None]
    rows = [_weapon(b, book, w, item) for item, w in armed]
    yield SheetPart(
        msg("Weapons at {score} AP", score=SCORE),
        (*rows, _weapon(b, book, sheet.style, None)),
        ("weapon", "shots", "dmg", "Def", "Move\N{NO-BREAK SPACE}±", "range"),
    )
    yield SheetPart("Gear", tuple(_gear(b)))


def _weapon(b: Body, book: tables.Book, w: Weapon, item: Item | None) -> tuple[Cell, ...]:
    row = book.read(w, SCORE)
    title = w.short if item is None else thing(item.name)
    name = msg("{weapon} (in hand)", weapon=title) if b.hand == (item.name if item else "") else title
    shots = f"{item.rounds}/{w.magazine}" if item is not None and w.fires else None
    return name, shots, row.damage[0], row.defense, move(row), reach(w, row)


def _gear(b: Body) -> Iterator[tuple[Cell, ...]]:
    if b.sheet.armour:
        yield "armour", b.sheet.armour
    things = [thing(item.name) for item in b.kit if item.weapon is None]
    things += [word("Grapple Line")] if b.sheet.grapple else []
    if things:
        yield "carried", joined(", ", things)
    if b.sheet.augs:
        yield "Augs", joined(", ", (aug.name for aug in b.sheet.augs))
