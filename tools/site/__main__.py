"""Build the site: python -m tools.site [FOLDER], by default `site`.

No network is needed.

Ends with 1, and says why, when a link or an anchor of any page leads nowhere.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tools.site.build import build
from tools.site.staging import ROOT


def main() -> int:
    """Build it and say where it is."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "site"
    faults = build(folder)
    for fault in faults:
        print(fault, file=sys.stderr)
    if not faults:
        print(f"The documentation is in {folder / 'index.html'}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
