"""The house rules as the rules read them: one field per option of `rules.toml`, with its default."""

from __future__ import annotations

from typing import Literal, NamedTuple


class House(NamedTuple):
    """What this table plays.

    `catalogue.house(House, {...})` makes one from option keys.
    """

    init_tie: Literal["roll_off", "second_die_once", "higher_agility", "pcs_first"] = "roll_off"
    init_raise: Literal["permanent_next_turn", "next_turn_only", "immediate"] = "permanent_next_turn"
    init_weapon_bonus: Literal["declared", "while_in_hand", "at_first_roll", "off"] = "declared"
    surprise_free_action: Literal["off", "normal_action"] = "off"
    init_lower: Literal["own_slot", "between_turns"] = "own_slot"
    ap_refresh: Literal["combat_turn", "own_slot"] = "combat_turn"
    ap_borrow: int = 0
    defence_cost: int = 1
    pool_zero: Literal["desperation", "desperation_two_sixes", "minimum_one_die", "auto_fail"] = "desperation"
    bonus_timing: Literal["two_step", "all_before_armour"] = "two_step"
    crit_needs_damage: bool = True
    negated: Literal["harm_only", "everything"] = "harm_only"
    crit_reroll: Literal["keep_highest", "must_take_new"] = "keep_highest"
    crit_repeat: bool = False
    range_close: int = 2
    range_short: int = 20
    range_long: int = 100
    range_extreme: int = 1000
    range_beyond: Literal["replace", "add"] = "replace"
    range_past_extreme: Literal["no", "minus3"] = "no"
    close_helpless: Literal["unaware_only", "helpless_too"] = "helpless_too"
    unaware_range: Literal["close", "any"] = "close"
    prone_melee: Literal["0", "-1", "+2"] = "0"
    prone_small_stack: bool = False
    size_huge: int = 2
    quick_clip: Literal["per_turn", "since_reload", "off"] = "per_turn"
    auto_stop: Literal["may_stop", "until_one"] = "may_stop"
    auto_extra_hits: bool = True
    auto_split: Literal["name_before_each_die", "divide_pool_first", "assign_sixes_after"] = (
        "name_before_each_die"
    )
    auto_base_ones: bool = False
    suppress_auto: Literal["per_six", "once"] = "per_six"
    stress_track: Literal["mind_points", "counter_only"] = "mind_points"
    counter_repeat: bool = False
    counter_crit: bool = False
    defence_repeat_initiative: bool = False
    unarmed_ranged_counts: bool = False
    aoo_defendable: bool = True
    aoo_light_only: bool = False
    aoo_on_entry: bool = False
    npc_dp: Literal["defence", "all_reactions"] = "defence"
    overwatch_trigger: Literal["enemy_acts", "any_time"] = "enemy_acts"
    overwatch_shots: Literal["ap", "one"] = "ap"
    overwatch_until: Literal["own_slot", "end_of_combat_turn"] = "own_slot"
    overwatch_mutual: Literal["opposed", "initiative"] = "opposed"
    overwatch_stress_breaks: bool = False
    interrupt_change: Literal["no", "yes"] = "no"
    cover_melee: bool = False
    cover_wears: bool = False
    fire_support_stack: bool = False
    grapple_prone: bool = False
    grapple_drop_weapon: bool = False
    grapple_attack_cost: Literal["as_melee", "fast"] = "as_melee"
    grapple_weapon_bonus: bool = False
    opposed_tie: Literal["resister", "initiator", "reroll"] = "resister"
    aid_restores: Literal["sixes", "1"] = "sixes"
    aid_retry: bool = False
    rest_restores: int = 1
    broken_extra_injury: bool = False
    crit_only_if_broken: bool = False
    prone_crawl: bool = False
    disarm_pick_up_cost: int = 1
    ammo_reloads: Literal["unlimited", "counted"] = "unlimited"
    move_rate: int = 10
    reactions_order: Literal["initiative", "gm"] = "initiative"
    engaged: Literal["proximity", "explicit"] = "proximity"
    engaged_shoot_away: Literal["0", "-3"] = "0"
    time_turn_seconds: int = 15
    auto_max_range: Literal["weapon", "long"] = "weapon"
    join: Literal["next_turn", "at_once"] = "next_turn"
    darkness_start: int = 2
    darkness_pray: Literal["off", "players", "both"] = "players"
