"""What Affray needs of others, found in the metadata of what is installed, with its licences."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import Distribution, distributions
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tools.release.targets import PYTHONS

HEAD = """\
# Software of others

What Affray runs with, in the versions that its releases are tried with. A wheel of Affray has none of it
inside. A single file and a container image have it, with the texts of its licences in the `.dist-info`
folders of the packages, those of ICU (in icu4py) and llhttp (in httptools) among them. A single file has
no httptools and uvloop; one for Windows has colorama 0.4.6 (BSD-3-Clause) besides. Within uvloop is libuv
(MIT).

Made by `python -m tools.release.closure`.

| package | version | licence |
|---|---|---|
"""
WHERE: list[dict[str, str | frozenset[str]]] = [
    {"sys_platform": system, "python_version": version, "python_full_version": f"{version}.0", "extra": ""}
    for system in ("linux", "darwin", "win32")
    for version in PYTHONS
]
"""Systems and Pythons, as the conditions of requirements name them."""
CLASSIFIED = "License :: OSI Approved :: "


def needed(
    name: str, folder: Path | None = None, without: frozenset[str] = frozenset()
) -> dict[str, Distribution]:
    """A package and all that it needs to run, by name, as installed in a folder or in this environment."""
    found = distributions(path=[str(folder)]) if folder else distributions()
    there: dict[str, Distribution] = {canonicalize_name(each.metadata["Name"]): each for each in found}
    reached: dict[str, Distribution] = {}
    todo: list[str] = [canonicalize_name(name)]
    while todo:
        each = todo.pop()
        if each not in reached and each not in without:
            reached[each] = there[each]
            todo.extend(other for other in _asked(there[each]) if other in there)
    return dict(sorted(reached.items()))


def _asked(package: Distribution) -> Iterator[str]:
    """What it asks for on any system and Python that we are for, without extras."""
    for text in package.requires or ():
        wanted = Requirement(text)
        if wanted.marker is None or any(map(wanted.marker.evaluate, WHERE)):
            yield canonicalize_name(wanted.name)


def table(packages: dict[str, Distribution]) -> str:
    """The page on software of others."""
    rows = (
        f"| {package.metadata['Name']} | {package.version} | {licence(package)} |"
        for package in packages.values()
    )
    return HEAD + "\n".join(rows) + "\n"


def licence(package: Distribution) -> str:
    """The licence that a package names, in the shortest of the three places where it may."""
    if told := _all(package, "License-Expression"):
        return told[0]
    classified = (each.partition(CLASSIFIED)[2] for each in _all(package, "Classifier"))
    return ", ".join(filter(None, classified)) or "".join(_all(package, "License")).partition("\n")[0]


def _all(package: Distribution, field: str) -> list[str]:
    return package.metadata.get_all(field) or []


def third_party() -> str:
    """The page on what Affray needs in this environment."""
    packages = needed("affray")
    del packages["affray"]
    return table(packages)


if __name__ == "__main__":
    (Path(__file__).resolve().parents[2] / "THIRD-PARTY.md").write_text(third_party(), encoding="utf-8")
