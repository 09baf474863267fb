"""Whole fights: in bulk, from the same rule text that is played."""
