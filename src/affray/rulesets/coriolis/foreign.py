"""Characters of the game from Foundry, as its system `yzecoriolis` keeps them.

Figures stand under `system`, or under `data` before Foundry 10; bonuses to hit and mind points
under `itemModifiers`, or as `hpBonus` and `mpBonus` of talents before the system's form of 2024.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from affray.core.foreign import Foreign, Reader, Taking, matched, squashed, typed
from affray.core.message import Verbatim, figure, joined, msg
from affray.core.phrases import counted
from affray.rulesets.coriolis import tables
from affray.rulesets.coriolis.sheet import BANDS

ATTRIBUTES = ("strength", "agility", "wits", "empathy")
RANGES = {"contact": "Close", "close": "Close", "short": "Short", "long": "Long", "extreme": "Extreme"}
POINTS = {"hit_points": ("itemModifierHP", "hpBonus"), "mind_points": ("itemModifierMP", "mpBonus")}
FIGURES = {"bonus": (-3, 5), "initiative": (-3, 5), "damage": (0, 20)}
SPELLINGS = {"armorpiercing": "armour-piercing", "singleshot": "single-shot", "highcapacity": "high-capacity"}


def character(actor: Foreign, taking: Taking) -> dict[str, Any]:
    """A fighter from an actor, but for side and place; what came of each thing is noted."""
    system, items = actor.either("system", "data"), actor.at("items").items()
    fighter: dict[str, Any] = {"name": actor.at("name").name()}
    if actor.at("type").text() == "npc":
        fighter["npc"] = True
    fighter["attributes"] = _attributes(system.at("attributes"))
    fighter["skills"] = _skills(system.at("skills"))
    weapons = [weapon for item in _carried(items) if (weapon := _weapon(item, taking)) is not None]
    fighter["weapons"] = _without_doubles(weapons, actor)
    if (armour := _armour(items, taking)) is not None:
        fighter["armour"] = armour
    fighter |= _points(system, items, fighter["attributes"])
    fighter |= _reloads(items)
    for item in items:
        _told(item)
    system.rest()
    return {key: value for key, value in fighter.items() if value not in ({}, [])}


def _attributes(there: Foreign) -> dict[str, int]:
    attributes = {}
    for name in ATTRIBUTES:
        score = there.at(name, "value").number(1, 10)
        if score is None:
            there.at(name, "value").fault("expected a number from 1 to 10, got nothing")
        attributes[name] = score or 1
    there.understood(_listed(attributes))
    return attributes


def _skills(there: Foreign) -> dict[str, int]:
    known = {squashed(name): name for name in tables.skills()}
    skills = {}
    for key, skill in there.values():
        name = known.get(squashed(key))
        level = skill.at("value").number(0, 5)
        if name is None:
            skill.left_out("not one of the game's skills")
        elif level:
            skills[name] = level
    if skills:
        there.understood(_listed(skills))
    return skills


def _listed(figures: dict[str, int]) -> str:
    return joined(", ", (counted(name, n) for name, n in figures.items()))


# --- weapons --------------------------------------------------------------------------------------


def _kept(item: Foreign) -> Foreign:
    return item.either("system", "data")


def _kind(item: Foreign) -> str:
    return item.at("type").text()


def _carried(items: list[Foreign]) -> list[Foreign]:
    """The weapons, those that are equipped before the others."""
    weapons = [item for item in items if _kind(item) == "weapon"]
    return sorted(weapons, key=lambda item: not _kept(item).at("equipped").truth())


def _weapon(item: Foreign, taking: Taking) -> str | dict[str, Any] | None:
    """A weapon of the game by its name, or in line by its own figures; None for what is no weapon here."""
    name, kept = item.at("name").name(), _kept(item)
    if reason := _useless(name, kept):
        item.left_out(msg("{typed}: {reason}", typed=typed(name), reason=reason))
        return None
    figures = _figures(kept)
    there = None if taking.own else matched(name, taking.content.names("weapons", tables.weapons()))
    if there is not None and (there.sure or _fits(figures, there.name)):
        item.taken_for(msg("{typed}: the game's {name}", typed=typed(name), name=there.name), there.sure)
        for difference in _differing(figures, there.name):
            item.guessed(difference)
        return there.name
    if kept.at("explosive").truth():
        item.left_out(msg("{typed}: an explosive, which this game's fights do not cover", typed=typed(name)))
        return None
    item.understood(msg("{typed}: written out, with its own figures", typed=typed(name)))
    return {"name": name, **figures, "tags": _tags(kept, figures["kind"])}


def _useless(name: str, kept: Foreign) -> str:
    """Why something is not carried; empty if it is."""
    if squashed(name) == tables.UNARMED:
        return "bare hands are always there"
    return "there is none left" if kept.at("quantity").number(0, 1_000) == 0 else ""


def _figures(kept: Foreign) -> dict[str, Any]:
    """The figures of a weapon, in the words of a scene."""
    figures: dict[str, Any] = {"kind": "melee" if kept.at("melee").truth() else "ranged"}
    if kept.at("melee").data is None and kept.at("range").text() in ("close", "contact", ""):
        kept.at("melee").guessed("a melee weapon, by its range")
        figures["kind"] = "melee"
    figures |= {name: kept.at(name).number(*bounds) or 0 for name, bounds in FIGURES.items()}
    figures["crit"] = kept.at("crit", "numericValue").number(0, 6) or 0
    figures["band"] = _band(kept.at("range"), figures["kind"])
    return figures


def _band(there: Foreign, kind: str) -> str:
    said = there.text()
    if said in RANGES:
        return RANGES[said]
    band = "Close" if kind == "melee" else "Long" if said == "medium" else "Short"
    if said or kind != "melee":
        there.guessed(msg("{band} range for {said}", band=band, said=Verbatim(repr(said or "none"))))
    return band


def _tags(kept: Foreign, kind: str) -> list[str]:
    """What is special of it: boxes ticked, weight, features of the game."""
    tags = ["automatic"] if kept.at("automatic").truth() else []
    weight = kept.at("weight").text()
    if tag := {"L": "light" if kind == "melee" else "", "H": "heavy"}.get(weight):
        kept.at("weight").guessed(msg("{tag}, by its weight", tag=tag))
        tags.append(tag)
    features = [feature for _, feature in kept.at("special").values()]
    for feature in (*features, kept.at("crit", "customValue"), kept.at("damageText")):
        if said := feature.text():
            tag = _known_tags().get(squashed(said))
            feature.understood(tag) if tag else feature.left_out(
                msg("{typed} is not one of the game's tags", typed=typed(repr(said)))
            )
            tags += [tag] if tag else []
    return list(dict.fromkeys(tags))


@cache
def _known_tags() -> dict[str, str]:
    """The tags of the game's weapons, by their letters alone."""
    tags = {tag for weapon in tables.weapons().values() for tag in weapon.tags} - {"natural"}
    return {**{squashed(tag): tag for tag in sorted(tags)}, **SPELLINGS}


def _fits(own: dict[str, Any], name: str) -> bool:
    """Whether a weapon that is only spelt alike can be meant."""
    game = tables.weapons().get(name)
    return game is None or (own["kind"], own["damage"]) == (game.kind, game.damage)


def _differing(own: dict[str, Any], name: str) -> Iterator[str]:
    """Where the figures of an export are not those of the game."""
    game = tables.weapons().get(name)
    if game is None:
        return
    game_has = {**game._asdict(), "band": BANDS[game.band]}
    for what in ("kind", *FIGURES, "crit", "band"):
        if own[what] != game_has[what]:
            yield msg(
                "{what} {game_has} of the game's {name}, not {own} of the file",
                what=what,
                game_has=game_has[what],
                name=name,
                own=own[what],
            )


def _without_doubles(weapons: list[str | dict[str, Any]], actor: Foreign) -> list[str | dict[str, Any]]:
    by_name: dict[str, str | dict[str, Any]] = {}
    for weapon in weapons:
        name = weapon if isinstance(weapon, str) else weapon["name"]
        if name in by_name:
            actor.at("items").left_out(msg("a second {name}", name=name))
        by_name.setdefault(name, weapon)
    return list(by_name.values())


# --- armour, points, the rest -----------------------------------------------------------------------


def _armour(items: list[Foreign], taking: Taking) -> str | dict[str, Any] | None:
    """What is worn: the best that is equipped, or the only one there is."""
    suits = [item for item in items if _kind(item) == "armor"]
    worn = [item for item in suits if _kept(item).at("equipped").truth()]
    if not worn and len(suits) == 1:
        suits[0].guessed("worn, although not equipped, because there is no other")
        worn = suits
    ratings = [_kept(item).at("armorRating").number(0, 15) or 0 for item in worn]
    best = worn[ratings.index(max(ratings))] if worn else None
    for item in suits:
        if item is not best:
            item.left_out(msg("{typed}: not worn, or not the best", typed=typed(item.at("name").text())))
    return None if best is None else _suit(best, max(ratings), taking)


def _suit(item: Foreign, rating: int, taking: Taking) -> str | dict[str, Any]:
    name = item.at("name").name()
    there = None if taking.own else matched(name, taking.content.names("armours", tables.armours()))
    game = tables.armours().get(there.name) if there else None
    if there is None or (not there.sure and game is not None and game.rating != rating):
        item.understood(msg("{typed}: written out, rating {rating}", typed=typed(name), rating=rating))
        return {"name": name, "rating": rating}
    item.taken_for(msg("{typed}: the game's {name}", typed=typed(name), name=there.name), there.sure)
    if game is not None and game.rating != rating:
        item.guessed(
            msg(
                "rating {rating} of the game's {name}, not {own} of the file",
                rating=game.rating,
                name=typed(there.name),
                own=rating,
            )
        )
    return there.name


def _points(system: Foreign, items: list[Foreign], attributes: dict[str, int]) -> dict[str, int]:
    """Hit and mind points, where not those of the attributes; what is left."""
    s, a, w, e = attributes.values()
    points = {}
    for full, now, key, usual in (
        ("hit_points", "hp", "hitPoints", s + a),
        ("mind_points", "mp", "mindPoints", w + e),
    ):
        more = sum(_bonus(item, *POINTS[full]) for item in items)
        most = max(1, usual + more)
        if more:
            points[full] = most
        left = system.at(key, "value").number(0, 100)
        if left is not None and left < most:
            points[now] = left
        system.at(key).understood(
            msg("{left} of {most}", left=most if left is None else min(left, most), most=most)
        )
    return points


def _bonus(item: Foreign, modifier: str, older: str) -> int:
    """What an item adds to points."""
    kept = _kept(item)
    bonus = kept.at(older).number(-20, 20) or 0
    for _, each in kept.at("itemModifiers").values():
        if each.at("mod").text() == modifier:
            bonus += each.at("value").number(-20, 20) or 0
    if bonus:
        item.understood(
            msg(
                "{typed}: {bonus} {hit, select, true {hit} other {mind}} points",
                typed=typed(item.at("name").text()),
                bonus=figure(bonus, "+d"),
                hit="HP" in modifier,
            )
        )
    return bonus


def _reloads(items: list[Foreign]) -> dict[str, int]:
    """Clips, which a fighter has as many of for each weapon."""
    clips = [n for item in _carried(items) if (n := _kept(item).at("reloads", "value").number(0, 20))]
    if not clips:
        return {}
    if len(set(clips)) > 1:
        items[0].guessed(
            msg("{clips} reloads for each weapon: the most that one of them has", clips=max(clips))
        )
    return {"reloads": max(clips)}


def _told(item: Foreign) -> None:
    """Note what is left out of an item, or all of it."""
    kind, name, kept = _kind(item), item.at("name").text(), _kept(item)
    if kind in ("weapon", "armor"):
        kept.at("description")
        kept.rest()
    elif kind == "talent":
        item.left_out(msg("{typed}: a talent that plays no part in fights", typed=typed(name)))
    elif kind == "injury":
        item.left_out(msg("{typed}: an injury; add it in the fight with `override`", typed=typed(name)))
    else:
        item.left_out(msg("{typed}: {kind}", typed=typed(name), kind=kind or "an item without a type"))


FOREIGN = (Reader("yzecoriolis", ("character", "npc"), ("attributes", "wits", "value"), character),)
