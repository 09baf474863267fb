"""The page's modules are typed: TypeScript checks them against the wire, as strictly as it can."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from affray.server.assets import STATIC
from tests.debian import needed
from tools.wire_types import declared

pytestmark = pytest.mark.slow

HELD = Path(__file__).with_name("page.d.ts")
OPTIONS = {
    "allowJs": True,
    "checkJs": True,
    "noEmit": True,
    "strict": True,
    "noImplicitReturns": False,
    "noFallthroughCasesInSwitch": True,
    "target": "es2022",
    "module": "es2022",
    "lib": ["es2022", "dom", "dom.iterable"],
    "types": [],
    "skipDefaultLibCheck": True,  # what browsers have is declared by TypeScript itself
}


def checker() -> str:
    """Debian's TypeScript; installed first where it is missing and we may."""
    return needed(lambda: shutil.which("tsc"), "node-typescript")


def faults(folder: Path, *more: str) -> list[str]:
    """What TypeScript finds in the page, with further modules if any."""
    (folder / "wire.d.ts").write_text(declared())
    files = [*map(str, sorted(STATIC.rglob("*.js"))), str(HELD), str(folder / "wire.d.ts"), *more]
    (folder / "tsconfig.json").write_text(json.dumps({"compilerOptions": OPTIONS, "files": files}))
    found = subprocess.run(
        [checker(), "--pretty", "false", "-p", str(folder)], capture_output=True, text=True, check=False
    )
    return [line for line in found.stdout.splitlines() if "error TS" in line]


def test_the_modules_hold_to_the_wire_and_what_does_not_is_found(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.js"
    wrong.write_text(
        f"""import {{ act, shown }} from "{STATIC}/state.js";
        act("x", {{ do: "answr", n: 1 }});
        act("x", {{ do: "answer", n: "one" }});
        export const name = shown().title.titel;
        """
    )
    found = faults(tmp_path, str(wrong))
    assert [line for line in found if "wrong.js" not in line] == []
    assert [line.partition("wrong.js")[2][:2] for line in found] == ["(2", "(3", "(4"]
