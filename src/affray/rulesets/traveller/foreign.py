"""Characters of the game from Foundry, as its system `twodsix` keeps them.

Figures stand under `system`, or under `data` before Foundry 10.  Skills are items.  The system serves
many games of this family, so damage, ranges and skills come in many spellings.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from affray.core.foreign import Foreign, Match, Reader, Taking, matched, squashed, typed
from affray.core.message import Verbatim, figure, joined, msg
from affray.rulesets.traveller import tables
from affray.rulesets.traveller.sheet import CHARACTERISTICS, SOC

NAMES = ("strength", "dexterity", "endurance", "intelligence", "education", "socialStanding")
DICE = re.compile(r"(\d{1,3})\s*[dD]6?\s*([+-]\s*\d{1,3})?")
NEAR = ("closeQuarters", "extendedReach", "reach", "melee", "personal", "hands", "claws", "teeth", "horns")
"""Range bands of what only strikes."""
METRES = {
    "pistol": 10, "short": 10, "shotgun": 20, "assaultWeapon": 50, "medium": 50,
    "rifle": 200, "rocket": 200, "long": 200, "veryLong": 300, "distant": 300,
}  # fmt: skip
"""The range of a weapon of which only the band is known."""
THROW = 10
"""Metres that a thing is thrown where its file says none."""
USUAL = {"melee": "melee", "ranged": "gun combat", "thrown": "athletics (dexterity)"}
"""The skill with a kind of weapon, and how the names of its skills begin."""
GEAR = ("equipment", "tool", "consumable")


def character(actor: Foreign, taking: Taking) -> dict[str, Any]:
    """A fighter from an actor, but for side and place; what came of each thing is noted."""
    system, items = actor.either("system", "data"), actor.at("items").items()
    fighter: dict[str, Any] = {"name": actor.at("name").name()}
    fighter["characteristics"], now = _characteristics(system.at("characteristics"))
    fighter["skills"] = _skills(items)
    weapons = [weapon for item in _with_it(items, "weapon") if (weapon := _weapon(item, items, taking))]
    gear = [name for item in _with_it(items, *GEAR) if (name := _gear(item, taking))]
    fighter["weapons"] = _without_doubles([*weapons, *gear], actor)
    fighter["armour"] = _armour(system, items, taking)
    fighter["now"] = now
    fighter["augment"] = _augment(items)
    for item in items:
        _told(item)
    _hits(system, now)
    system.rest()
    return {key: value for key, value in fighter.items() if value not in ({}, [], 0)}


def _characteristics(there: Foreign) -> tuple[dict[str, int], dict[str, int]]:
    """The six, and what is left of those that are damaged."""
    scores, now = {}, {}
    for name, key in zip(CHARACTERISTICS, NAMES, strict=True):
        one = there.at(key)
        score = one.at("value").number(1, 20)
        if score is None:
            one.at("value").fault("expected a number from 1 to 20, got nothing")
        scores[name] = score or 1
        damage = one.at("damage").number(0, 100)
        if damage and name == SOC:
            one.at("damage").left_out("social standing cannot be lost in fights")
        elif damage:
            now[name] = max(0, scores[name] - damage)
    there.understood(_listed(scores) + (msg("; left: {listed}", listed=_listed(now)) if now else ""))
    there.rest()
    return scores, now


def _listed(figures: dict[str, int]) -> str:
    return joined(", ", (f"{name} {figure}" for name, figure in figures.items()))


def _hits(system: Foreign, now: dict[str, int]) -> None:
    hits = system.at("hits")
    value, most = hits.at("value").number(0, 1_000), hits.at("max").number(0, 1_000)
    if value is not None and most and value < most and not now:
        hits.left_out(
            msg(
                "{value} of {most} hits: no characteristic says where the damage lies", value=value, most=most
            )
        )


# --- skills -----------------------------------------------------------------------------------------


def _skills(items: list[Foreign]) -> dict[str, int]:
    skills: dict[str, int] = {}
    for item in items:
        if item.at("type").text() == "skills":
            _learn(item, skills)
    return skills


def _learn(item: Foreign, skills: dict[str, int]) -> None:
    """Add a skill at its level, if it is trained."""
    name, level = item.at("name").text(), item.either("system", "data").at("value")
    if (level.number(-20, 100) or 0) < 0:
        return
    ours = _ours(name)
    if not ours:
        item.left_out(msg("{typed}: a skill that plays no part in fights", typed=typed(name)))
        return
    trained = level.number(0, 5) or 0
    item.taken_for(
        msg("{skill} {level}: {ours}", skill=typed(name), level=trained, ours=joined(" and ", ours)),
        squashed(name) == squashed(ours[0]),
    )
    for skill in ours:
        skills[skill] = max(trained, skills.get(skill, 0))


def _ours(name: str) -> list[str]:
    """The game's skills for one of another name: the same, or that of the longest beginning."""
    wanted = squashed(name)
    same = [skill for skill in tables.skills() if squashed(skill) == wanted]
    begins = [begin for begin in _beginnings() if wanted.startswith(begin)]
    return same or (_beginnings()[max(begins, key=len)] if begins else [])


@cache
def _beginnings() -> dict[str, list[str]]:
    """How the names of other games' skills begin, and which of the game's they are."""
    return {row["begins"]: row["ours"].split("; ") for row in tables.rows("foreign")}


# --- weapons and gear -------------------------------------------------------------------------------


def _kept(item: Foreign) -> Foreign:
    return item.either("system", "data")


def _with_it(items: list[Foreign], *kinds: str) -> Iterator[Foreign]:
    """Items of these types that are at hand, what is equipped first."""
    things = [item for item in items if item.at("type").text() in kinds]
    places = {item.place: _kept(item).at("equipped").data for item in things}
    for item in things:
        if places[item.place] in ("vehicle", "ship", "base"):
            item.left_out(
                msg(
                    "{typed}: left in the {places}",
                    typed=typed(item.at("name").text()),
                    places=places[item.place],
                )
            )
    here = [item for item in things if places[item.place] not in ("vehicle", "ship", "base")]
    return iter(sorted(here, key=lambda item: places[item.place] != "equipped"))


def _weapon(item: Foreign, items: list[Foreign], taking: Taking) -> str | dict[str, Any] | None:
    """A weapon of the game by its name, or in line by its own figures; None for what is none here."""
    name, kept = item.at("name").name(), _kept(item)
    if reason := _useless(name, kept):
        item.left_out(msg("{typed}: {reason}", typed=typed(name), reason=reason))
        return None
    kind, dice = _kind(kept), _dice(kept)
    there = None if taking.own else matched(name, taking.content.names("weapons", tables.weapons()))
    game = tables.weapons().get(there.name) if there else None
    if there and (there.sure or game is None or (kind, dice) == (game.kind, game.dice)):
        item.taken_for(msg("{typed}: the game's {name}", typed=typed(name), name=there.name), there.sure)
        if game is not None and dice and dice != game.dice:
            item.guessed(
                msg(
                    "{dice} dice of the game's {weapon}, not {found} of the file",
                    dice=game.dice,
                    weapon=there.name,
                    found=dice,
                )
            )
        return there.name
    if not dice:
        item.left_out(
            msg(
                "{typed}: damage {at} is not a number of dice",
                typed=typed(name),
                at=Verbatim(repr(kept.at("damage").text())),
            )
        )
        return None
    return _in_line(item, name, kind, dice, items)


def _useless(name: str, kept: Foreign) -> str:
    """Why something is not carried; empty if it is."""
    if squashed(name) in (tables.UNARMED, "unarmedattack", "unarmedcombat", "hands"):
        return "bare hands are always there"
    return "there is none left" if kept.at("quantity").number(0, 1_000) == 0 else ""


def _in_line(item: Foreign, name: str, kind: str, dice: int, items: list[Foreign]) -> dict[str, Any]:
    kept = _kept(item)
    weapon: dict[str, Any] = {"name": name, "kind": kind, "dice": dice}
    if kind != "melee":
        weapon["range"] = _metres(kept, kind)
        held = kept.at("quantity" if kind == "thrown" else "magazineSize").number(0, 1_000)
        weapon["shots"] = held or (1 if kind == "thrown" else 0)
    if "scope" in kept.at("features").text().casefold():
        weapon["scope"] = True
    weapon["skill"] = _skill_with(kept, kind, items)
    weapon["tags"] = list(_tags(kept))
    item.understood(msg("{typed}: written out, with its own figures", typed=typed(name)))
    return {key: value for key, value in weapon.items() if value != []}


def _kind(kept: Foreign) -> str:
    said, band, reach = (kept.at(key).text() for key in ("weaponType", "rangeBand", "range"))
    if said.casefold() == "melee" or band in NEAR or reach.startswith(("melee", "reach")):
        return "melee"
    if any("thrown" in text.casefold() for text in (said, band, reach)):
        return "thrown"
    if _number_in(reach) or _number_in(band) or band in METRES or said.casefold() == "ranged":
        return "ranged"
    kind = "ranged" if kept.at("magazineSize").number(0, 1_000) else "melee"
    kept.at("range").guessed(msg("a {kind} weapon: its range is not given", kind=kind))
    return kind


def _number_in(text: str) -> int:
    match = re.match(r"\d{1,5}", text)
    return int(match[0]) if match else 0


def _metres(kept: Foreign, kind: str) -> int:
    """How far it shoots: the first number, or what is usual in its band."""
    for there in (kept.at("range"), kept.at("rangeBand")):
        if metres := min(_number_in(there.text()), 5_000):
            if "/" in there.text():
                there.guessed(
                    msg("range {metres} metres, the first of {there}", metres=metres, there=there.text())
                )
            return metres
    band = kept.at("rangeBand")
    metres = THROW if kind == "thrown" else METRES.get(band.text(), THROW)
    band.guessed(
        msg("range {metres} metres for {band}", metres=metres, band=Verbatim(repr(band.text() or "nothing")))
    )
    return metres


def _dice(kept: Foreign) -> int:
    """How many dice of damage; 0 where it is no number of dice."""
    damage = kept.at("damage")
    match = DICE.fullmatch(damage.text())
    if match is None or match[1] == "0":
        return 0
    more = int((match[2] or "0").replace(" ", "")) + (kept.at("damageBonus").number(-20, 20) or 0)
    dice = max(1, min(12, int(match[1]) + round(more / 3.5)))
    if more or dice != int(match[1]):
        damage.guessed(
            msg("{dice} dice for {damage}", dice=dice, damage=damage.text())
            + (msg(", {more} in all", more=figure(more, "+d")) if more else "")
        )
    return dice


def _skill_with(kept: Foreign, kind: str, items: list[Foreign]) -> str:
    """The skill it is used with: the item that it names, or the one of that name."""
    used = kept.at("skill").text()
    named = [item.at("name").text() for item in items if used and item.data.get("_id") == used]
    for name in (*named, kept.at("associatedSkillName").text()):
        skills = [skill for skill in _ours(name) if skill.startswith(USUAL[kind].split(" (")[0])]
        if name and skills:
            return skills[0]
    return USUAL[kind]


def _tags(kept: Foreign) -> Iterator[str]:
    if kept.at("damageType").text().casefold() == "laser":
        yield "laser"
    around = kept.at("target")
    radius = around.at("type").text() == "radius" and (around.at("value").number(0, 1_000) or 0) > 0
    if radius or "blast" in kept.at("features").text().casefold():
        around.guessed("explodes like the game's grenades")
        yield "blast"


def _gear(item: Foreign, taking: Taking) -> str | None:
    """What is carried besides weapons and is of use in a fight, by its name."""
    there = matched(item.at("name").text(), taking.content.names("weapons", tables.weapons()))
    if there is None or there.name not in tables.weapons() or tables.weapons()[there.name].kind != "gear":
        item.left_out(msg("{typed}: of no use in fights", typed=typed(item.at("name").text())))
        return None
    item.taken_for(
        msg("{typed}: the game's {name}", typed=typed(item.at("name").text()), name=there.name),
        there.sure,
    )
    return there.name


def _without_doubles(carried: list[str | dict[str, Any]], actor: Foreign) -> list[str | dict[str, Any]]:
    by_name: dict[str, str | dict[str, Any]] = {}
    for one in carried:
        name = one if isinstance(one, str) else str(one["name"])
        if name in by_name:
            actor.at("items").left_out(msg("a second {name}", name=name))
        by_name.setdefault(name, one)
    return list(by_name.values())


# --- armour and the rest ------------------------------------------------------------------------------


def _armour(system: Foreign, items: list[Foreign], taking: Taking) -> list[Any] | int:
    """The pieces that are worn; points of a beast, which wears none."""
    suits = list(_with_it(items, "armor"))
    worn = [item for item in suits if _kept(item).at("equipped").data == "equipped"]
    if not worn and len(suits) == 1:
        suits[0].guessed("worn, although not equipped, because there is no other")
        worn = suits
    for item in suits:
        if item not in worn:
            item.left_out(msg("{typed}: not worn", typed=typed(item.at("name").text())))
    skin = system.at("primaryArmor", "value").number(0, 50) or 0
    if skin and not any(item.at("type").text() == "armor" for item in items):
        system.at("primaryArmor", "value").understood(msg("armour {skin}", skin=skin))
        return skin
    return [piece for item in worn for piece in _pieces(item, taking)]


def _pieces(item: Foreign, taking: Taking) -> list[str | dict[str, Any]]:
    """A suit of the game by its name, or in line: against all, against lasers."""
    name, kept = item.at("name").name(), _kept(item)
    all_round = kept.at("armor").number(0, 50) or 0
    second = kept.at("secondaryArmor")
    kinds = second.at("protectionTypes").data
    lasers = isinstance(kinds, list) and "laser" in kinds
    against_lasers = (second.at("value").number(0, 50) or 0) if lasers else 0
    there = None if taking.own else _suit(name, taking)
    game = tables.armours().get(there.name) if there else None
    usual = max(all_round, against_lasers) if game is None or not game.lasers_only else against_lasers
    if there and (there.sure or game is None or game.protection == usual):
        item.taken_for(msg("{typed}: the game's {name}", typed=typed(name), name=there.name), there.sure)
        if game is not None and game.protection != usual:
            item.guessed(
                msg(
                    "protection {protection} of the game's {armour}, not {usual} of the file",
                    protection=game.protection,
                    armour=there.name,
                    usual=usual,
                )
            )
        return [there.name]
    item.understood(msg("{typed}: in line, protection {all_round}", typed=typed(name), all_round=all_round))
    pieces: list[str | dict[str, Any]] = [{"name": name, "protection": all_round}] if all_round else []
    if against_lasers:
        shield = f"{name[:32]} (laser)"
        pieces.append({"name": shield, "protection": against_lasers, "against": "lasers"})
    elif second.at("value").number(0, 50):
        second.left_out("what it is besides, against something that is no laser")
    return pieces


def _suit(name: str, taking: Taking) -> Match | None:
    """The suit of the game that this name means, today's or a former one."""
    names = taking.content.names("armours", tables.armours())
    former = {old: new for old, new in tables.former_armours().items() if new in names and old not in names}
    there = matched(name, [*names, *former])
    return there and there._replace(name=former.get(there.name, there.name))


def _augment(items: list[Foreign]) -> int:
    """The highest tech level of augmentations that are worn."""
    levels = [0]
    for item in _with_it(items, "augment"):
        level = _kept(item).at("techLevel").number(0, 20) or 0
        item.understood(
            msg(
                "{typed}: an augmentation of tech level {level}",
                typed=typed(item.at("name").text()),
                level=level,
            )
        )
        levels.append(level)
    return max(levels)


def _told(item: Foreign) -> None:
    """Note what is left out of an item, or all of it."""
    kind = item.at("type").text()
    if kind in ("weapon", "armor"):
        _kept(item).at("description")
        _kept(item).rest()
    elif kind not in ("skills", "augment", *GEAR):
        item.left_out(
            msg("{typed}: {kind}", typed=typed(item.at("name").text()), kind=kind or "an item without a type")
        )


TYPES = ("traveller", "animal", "robot")
FOREIGN = (Reader("twodsix", TYPES, ("characteristics", "endurance", "value"), character),)
