"""Characters from elsewhere: exports of Foundry and CSV, as fighters."""

from affray.elsewhere.characters import ImportedCharacters, ImportOptions, into, read_characters
from affray.elsewhere.templates import template

__all__ = ["ImportOptions", "ImportedCharacters", "into", "read_characters", "template"]
