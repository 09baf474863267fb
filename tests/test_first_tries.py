"""Whatever the first people who tried it stumbled over has a test that holds it, and that test is there."""

from __future__ import annotations

import re

from tools.blocks import DOCS, ROOT

PAGE = DOCS / "project" / "first-tries.md"
FOUND = 22 + 12


def test_every_line_has_a_test_and_every_test_is_there() -> None:
    lines = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    found = [line for line in lines if not line.startswith("| What they found")]
    assert len(found) == FOUND
    gone = []
    for line in found:
        tests = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", line)
        assert tests, f"no test: {line}"
        for path, name in tests:
            text = (ROOT / path).read_text(encoding="utf-8") if (ROOT / path).is_file() else ""
            if f"def {name}(" not in text:
                gone.append(f"{path}::{name}")
    assert gone == []
