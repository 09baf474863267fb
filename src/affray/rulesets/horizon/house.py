"""The house rules as the rules read them: a field for each option of `rules.toml`."""

from __future__ import annotations

from affray.core.catalogue import house_record

House = house_record(__package__)
