"""The core: dice, plays, tallies, effects and fights; it knows no game."""
