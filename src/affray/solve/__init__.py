"""Whole fights exactly: who wins and how often, and what is best to do."""
