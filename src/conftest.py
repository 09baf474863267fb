"""Which modules have examples: to look for one in all the others takes as long as many a test."""

from pathlib import Path


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Leave out modules without an example; None leaves it to others to say."""
    module = collection_path.suffix == ".py"
    return True if module and ">>>" not in collection_path.read_text(encoding="utf-8") else None
