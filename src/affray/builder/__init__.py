"""Making scenes: what a game offers, faults, odds that follow, tuning, a shelf."""
