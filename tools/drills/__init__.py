"""Drills: what a change to a game costs, in files and lines (docs/project/drills.md)."""
