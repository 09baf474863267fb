"""Importers of characters: exports of Foundry and tables (CSV) become fighters of a scene."""

from affray.importers.characters import ImportedCharacters, ImportOptions, into, read_characters
from affray.importers.templates import template

__all__ = ["ImportOptions", "ImportedCharacters", "into", "read_characters", "template"]
