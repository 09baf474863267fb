"""The autopilot: levels, tempers, advice, and the matches that prove it."""
