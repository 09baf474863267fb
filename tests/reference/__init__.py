"""The rules as something to read."""
