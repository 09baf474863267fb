"""What a release says of itself: notes from the change log, and a hash for every file."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

MAKING = "In the making"
"""The heading of what no version has yet."""


def notes(changes: str, version: str) -> str:
    """The first part of the change log: that on this version, or on what is in the making after it."""
    heading, _, said = changes.partition("\n## ")[2].partition("\n## ")[0].partition("\n")
    name = heading.split(",")[0].strip()
    if name not in (version, MAKING) or not said.strip():
        raise SystemExit(f"CHANGELOG.md begins with {name!r}: put a section '## {version}' first.")
    title = f"Affray {version}" if name == version else f"Affray, in the making after {version}"
    return f"# {title}\n\n{said.strip()}\n"


def sums(dist: Path) -> str:
    """A line for each file with its hash, as `sha256sum --check` reads them."""
    made = sorted(path for path in dist.iterdir() if path.is_file() and path.name != "SHA256SUMS")
    return "".join(f"{sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in made)
