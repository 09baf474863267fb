"""The house rules as the rules read them: one field per option of `rules.toml`, with its default."""

from __future__ import annotations

from typing import Literal, NamedTuple


class House(NamedTuple):
    """What this table plays."""

    ladder_top: Literal["dice", "number"] = "dice"
    init_tie: Literal["dice", "roll_off"] = "dice"
    init_again: Literal["next_round", "at_once"] = "next_round"
    act_penalty: Literal["all", "sequential"] = "all"
    act_most: int = 0
    skill_unskilled: Literal["lost", "unharmed"] = "lost"
    defence_undeclared: Literal["next_round", "now"] = "next_round"
    damage_odd: Literal["stun", "wounds"] = "stun"
    plot_cut: Literal["die", "points"] = "die"
    plot_rolls: Literal["off", "before", "after", "both"] = "off"
    out_later: Literal["growing", "flat"] = "growing"
    bleed_harm: Literal["none", "d2"] = "none"
    die_difficulty: Literal["easy", "average"] = "easy"
    die_growing: bool = False
    cover_unaware: bool = True
    special_test: Literal["average", "kinds"] = "average"
    disarm_damage: bool = False
    feint_lasts: Literal["turn", "attack"] = "turn"
    grapple_break: Literal["contest", "hard"] = "contest"
    throw_steps: Literal["table", "gm"] = "table"
    rights_defence: Literal["fixed", "innate"] = "fixed"
    block_unarmed: Literal["weapon", "none"] = "weapon"
    dodge_rolls: Literal["kept", "each"] = "kept"
    burst_innate: Literal["each", "once"] = "each"
    autofire_basic: Literal["margin", "seven"] = "margin"
    explosive_dodge: bool = False
    unarmed_margin: Literal["stun", "split"] = "stun"
    attack_attribute: Literal["agility", "strength"] = "agility"
    penalty_several: Literal["add", "worst"] = "add"
    roll_botch: bool = False
    roll_extraordinary: bool = False
    move_pace: int = 3
