"""The house rules as the rules read them: one field per option of `rules.toml`, with its default."""

from __future__ import annotations

from typing import Literal, NamedTuple


class House(NamedTuple):
    """What this table plays.

    `catalogue.house(House, {...})` makes one from option keys.
    """

    check_difficulty: Literal["average", "gm"] = "average"
    initiative_dex_only: bool = False
    initiative_tie: Literal["current", "full"] = "current"
    tactics_int: bool = False
    tactics_negative: bool = True
    leadership_lasts: Literal["next_turn", "fight"] = "next_turn"
    leadership_free: bool = False
    aim_keep: bool = False
    reaction_penalty: Literal["each", "once"] = "each"
    reaction_negative: bool = False
    extended_spoil: Literal["at_most", "exactly"] = "at_most"
    range_edges: Literal["strict", "inclusive"] = "strict"
    cover_prone_adds: bool = False
    wounds_order: Literal["choose", "free_later", "fixed", "larger"] = "choose"
    aid_once: Literal["wounds", "fight"] = "wounds"
    surgery_failure: Literal["damage", "even"] = "damage"
    healing_remainder: Literal["order", "player"] = "order"
    natural_floor: bool = False
    mental_total: Literal["each", "one"] = "each"
    grapple_turns: Literal["each", "once"] = "each"
    grapple_effect: Literal["own", "margin"] = "own"
    grapple_armour: bool = False
    damage_least: bool = False
    armour_pieces: Literal["add", "best"] = "add"
    characteristic_zero: int = -3
    move_combined: Literal["multiply", "smaller"] = "multiply"
    defer_late: Literal["lost", "next"] = "lost"
    lying_melee: bool = True
    lying_dodge: bool = True
    wounded_slowed: bool = False
    unconscious_prone: bool = True
    scout_finds: Literal["nearest", "all"] = "nearest"
