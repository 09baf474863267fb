"""The house rules as the rules read them: one field per option of `rules.toml`, with its default."""

from __future__ import annotations

from typing import Literal, NamedTuple


class House(NamedTuple):
    """What this table plays.

    `catalogue.house(House, {...})` makes one from option keys.
    """

    defence_number: Literal["pips", "average", "ten", "rolled"] = "pips"
    damage_rolled: bool = False
    order_skill: Literal["first_action", "readied", "perception"] = "first_action"
    order_advantage: Literal["plus_three", "first"] = "plus_three"
    order_tie: Literal["together", "coin"] = "together"
    multi_penalty: Literal["each", "flat"] = "each"
    actions_declared: Literal["round", "turn"] = "round"
    actions_most: int = 0
    dice_least: Literal["none", "one"] = "none"
    half_move: Literal["once", "each_action"] = "once"
    bow_actions: Literal["split", "three", "four"] = "split"
    bow_ready: bool = True
    spell_cast_action: bool = False
    spell_concentration: bool = False
    cover_action: bool = False
    cover_stack: bool = False
    unaware_cover: bool = False
    unaware_behind: Literal["five", "zero"] = "five"
    unaware_multi: bool = False
    defence_floor: Literal["0", "3", "5", "none"] = "0"
    suppress_cost: Literal["one", "per_five_feet"] = "one"
    suppress_until: Literal["own_turn", "end_of_round"] = "own_turn"
    half_rounds: Literal["up", "down"] = "up"
    suppress_whom: Literal["exposed", "movers"] = "exposed"
    cover_total: Literal["two_modes", "bonus_only"] = "two_modes"
    blast_compared: Literal["roll", "reflexes"] = "roll"
    range_bands: bool = False
    bloodied_reflexes: bool = False
    bloodied_halves: Literal["pips", "dice"] = "pips"
    size_scale: Literal["points", "thirds"] = "points"
    vehicle_still: Literal["reflexes", "ten"] = "reflexes"
    evade_rolled: bool = False
    evade_penalty: Literal["all_aboard", "driver"] = "all_aboard"
    advantage_reach: Literal["melee", "any"] = "melee"
    advantage_stack: bool = False
    hold_persists: bool = False
    aim_most: int = 1
    burst_short: bool = False
    death: Literal["minus_maximum", "zero"] = "minus_maximum"
    wild_die: bool = False
    machine_gun_shots: int = 100
    round_seconds: int = 5
    fight_called_off: bool = False
    aware_attacked: bool = True
    vehicle_shields: bool = True
