"""What a ruleset author gets, tried on the game of coins."""
