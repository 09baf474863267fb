"""Making scenes: what a game offers, a draft with its faults, its odds, its tuning."""
