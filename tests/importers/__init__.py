"""Imported characters."""
