"""The house rules as the rules read them: one field per option of `rules.toml`, with its default."""

from __future__ import annotations

from typing import Literal, NamedTuple

Entry = Literal["preset", "printed", "mended"]
"""How one slip of the printed tables is read."""


class House(NamedTuple):
    """What this table plays.

    `catalogue.house(House, {...})` makes one from option keys.
    """

    edge: Literal["extend", "clamp", "zero"] = "extend"
    errata: Literal["as-printed", "corrected", "pattern"] = "corrected"
    errata_01: Entry = "preset"
    errata_02: Entry = "preset"
    errata_03: Entry = "preset"
    errata_04: Entry = "preset"
    errata_05: Entry = "preset"
    errata_06: Entry = "preset"
    errata_07: Entry = "preset"
    errata_08: Entry = "preset"
    errata_09: Entry = "preset"
    errata_10: Entry = "preset"
    errata_11: Entry = "preset"
    errata_12: Entry = "preset"
    errata_13: Entry = "preset"
    errata_14: Entry = "preset"
    errata_15: Entry = "preset"
    errata_16: Entry = "preset"
    errata_17: Entry = "preset"
    errata_18: Entry = "preset"
    errata_19: Entry = "preset"
    errata_20: Entry = "preset"
    errata_21: Entry = "preset"
    errata_22: Entry = "preset"
    errata_23: Entry = "preset"
    errata_24: Entry = "preset"
    errata_25: Entry = "preset"
    errata_26: Entry = "preset"
    errata_27: Entry = "preset"
    legacy_tables: Literal["derived", "class_steps", "legacy", "off"] = "derived"
    test_time: Literal["own_turn", "round_start", "first_need"] = "own_turn"
    weapon_change: Literal["same_skill", "carry", "retest", "locked"] = "same_skill"
    order_ties: Literal["traits", "surprise_first", "director", "together"] = "traits"
    order_scope: Literal["fight", "round"] = "fight"
    untrained: Literal["trait", "minus5", "forbidden"] = "trait"
    ties: Literal["unchanged", "changed", "reroll"] = "unchanged"
    difficulty_equal: bool = True
    damage_order: Literal["pool_first", "armour_first"] = "pool_first"
    armour: Literal["each_attack", "pool", "both"] = "each_attack"
    dive_stack: Literal["higher", "add"] = "higher"
    dive_debt: Literal["next_turn", "one_per_round", "unlimited"] = "next_turn"
    dive_time: Literal["announced", "void", "before"] = "announced"
    dive_own_turn_debt: bool = True
    pool_passed_wears: bool = False
    point_blank_edge: Literal["two", "less_for_some"] = "two"
    reach: int = 2
    thrown_ignores_pool: bool = False
    throw_far: Literal["strength", "melee_row", "point_blank"] = "strength"
    grenade_split: Literal["cascade", "by_count"] = "cascade"
    blast_targets: Literal["chosen", "all_near"] = "chosen"
    blast_radius: int = 5
    blast_point_blank: bool = True
    grenade_next: Literal["draw", "belt"] = "draw"
    range_beyond: Literal["no", "half", "ignored"] = "no"
    move_split: bool = False
    move_least: int = 0
    boost_cost: int = 0
    boost_alone: bool = False
    halves_round: Literal["up", "down"] = "up"
    halves_twice: Literal["quarter", "zero"] = "quarter"
    halves_order: Literal["first", "last"] = "first"
    arms: Literal["used", "all", "director"] = "used"
    arms_attack_only: bool = False
    recover: Literal["debt_only", "no_dive", "deadline"] = "debt_only"
    stun_stack: Literal["max", "add"] = "max"
    stun_paid: Literal["next_turn", "borrowed"] = "next_turn"
    wound_needs_damage: bool = False
    head_doubles: Literal["before", "after"] = "before"
    wound_below_one: bool = True
    wound_point_blank: bool = True
    wound_once: bool = False
    surprise_first_round: bool = False
    surprise_scope: Literal["side", "target"] = "side"
    stealth_cost: int = 1
    stealth_watchers: Literal["each", "best", "anew"] = "each"
    awareness_forced_counts: bool = False
    dive_ends_task: bool = False
    escape_count: Literal["fighter", "side"] = "fighter"
    helpers_least: int = 0
    ammo_spare: Literal["unlimited", "counted"] = "unlimited"
    carry_limit: int = 0
    words_counted: bool = True
    join: Literal["next_round", "at_once"] = "next_round"
    idle_acts: bool = False
