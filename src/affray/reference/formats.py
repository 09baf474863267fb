"""The sheet as Markdown, and as one page of HTML that needs nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, partial
from importlib.resources import files
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from markupsafe import Markup, escape

from affray.languages.catalogues import ENGLISH
from affray.languages.language import Language
from affray.reference.heights import WHOLE, spans
from affray.reference.layout import Spot, laid_out
from affray.reference.paper import Paper, paper
from affray.reference.sheet import Sheet, said
from affray.reference.text import value_in_words
from affray.reference.translation import translated
from affray.sheet import Cell, Flow, Step, Table

if TYPE_CHECKING:
    from jinja2 import Environment

CORNER = 4
"""How round the corners of arrows are, in pixels."""
MINUS, TIED = "\N{MINUS SIGN}", "\N{NO-BREAK SPACE}"
NUMBER = re.compile(r"[+-]?\d+(?:[.,]\d+)?|[<>]\d+|-")
NAME = re.compile(r"[A-Za-z][\w-]*(?:[.-]\w+)+")


def as_markdown(sheet: Sheet, language: Language = ENGLISH) -> str:
    """The sheet as a Markdown document; every entry has its id as an anchor."""
    context = _context(translated(sheet, language), language)
    text = _environment(False).get_template("sheet.md.j2").render(context)
    return re.sub(r"\n{3,}", "\n\n", text).strip() + "\n"


def as_html(sheet: Sheet, language: Language = ENGLISH) -> str:
    """The sheet as one page that needs nothing else, for screens and paper."""
    context = _context(translated(sheet, language), language)
    return _environment(True).get_template("sheet.html.j2").render(context) + "\n"


@cache
def _environment(html: bool) -> Environment:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    env = Environment(
        loader=PackageLoader("affray.reference"),
        autoescape=html,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    env.filters.update(signed=signed, numeric=numeric, path=path, cell=cell, in_row=in_row)
    return env


@cache
def script() -> str:
    """The script of a sheet: its search.  Without it everything else is there."""
    return files("affray.reference").joinpath("templates", "search.js").read_text(encoding="utf-8")


def _context(sheet: Sheet, language: Language) -> dict[str, Any]:
    def linked(text: Cell) -> Markup:
        return with_links(sheet, text)

    return {
        "sheet": sheet,
        "game": sheet.game,
        "page": sheet.page,
        "linked": linked,
        "script": Markup(script()),
        "beside": partial(beside, sheet),
        "spans": spans,
        "whole": WHOLE,
        "md": lambda text: in_markdown(sheet, text),
        "drawn": lambda flow: laid_out(flow, sheet.short),
        **_on_paper(sheet)._asdict(),
        "numbered": partial(numbered, colon=language.colon),
        "said": partial(said, colon=language.colon),
        "value": value_in_words,
        "language": language.name,
        "say": language.say,
        "fill": language.fill,
        "colon": language.colon,
    }


def _on_paper(sheet: Sheet) -> Paper:
    """The front pages as they are printed."""
    front = sheet.page._replace(tables=sheet.tables)
    top = " ".join(f"{s.option.key} {s.option.summary} {said(s)} {s.option.default}" for s in sheet.switched)
    return paper(front, sheet.odds, top, partial(_without, sheet.prefix), own=bool(sheet.name))


def _without(prefix: str, name: str) -> str:
    """An id without what all of them begin with, which is looked up once."""
    return name.removeprefix(prefix)


# --- text -----------------------------------------------------------------------------------------


def with_links(sheet: Sheet, text: Cell) -> Markup:
    """A text for HTML in which the ids that the sheet holds are links."""
    bare = cell(text)
    linked, at, last = Markup(), 0, ""
    for name in NAME.finditer(bare):
        if name[0] in sheet.ids:
            between = bare[at : name.start()]
            linked += escape(between) + link(sheet, name[0], last if between == " " else "")
            at, last = name.end(), name[0]
    return linked + escape(bare[at:])


def beside(sheet: Sheet, rules: Iterable[str]) -> Markup:
    """The ids of a line, as links; of those of one chapter the second and later are numbers alone."""
    return with_links(sheet, " ".join(rules))


def in_markdown(sheet: Sheet, text: Cell) -> str:
    """A text for Markdown in which the ids that the sheet holds are links."""

    def linked(name: re.Match[str]) -> str:
        if name[0] not in sheet.ids:
            return name[0]
        if sheet.name:
            return sheet.short(name[0])
        return f"[{sheet.short(name[0])}{'*' if name[0] in sheet.changed else ''}](#{name[0]})"

    return NAME.sub(linked, cell(text))


def link(sheet: Sheet, name: str, last: str = "") -> Markup:
    """A link to an entry, shorter behind the last one of its chapter; marked if a house rule changes it."""
    kind = "id changed" if name in sheet.changed else "id"
    chapter, _, number = name.rpartition("-")
    short = number if chapter and chapter == last.rpartition("-")[0] else sheet.short(name)
    if sheet.name:  # a card has no rules to lead to
        return Markup('<span class="{}">{}</span>').format(kind, short)
    return Markup('<a class="{}" href="#{}">{}</a>').format(kind, name, short)


def cell(value: Cell) -> str:
    """What stands in a cell, with a true minus, tied to what stands before it.

    >>> cell("-2").encode("ascii", "namereplace"), cell(None), cell("sawn-off")
    (b'\\\\N{MINUS SIGN}2', '', 'sawn-off')
    """
    text = "" if value is None else re.sub(r"(?<!\w)-(?=\d)", MINUS, str(value))
    return text.replace(f" {MINUS}", TIED + MINUS)


def signed(amount: int) -> str:
    """An amount with its sign."""
    return cell(f"{amount:+d}")


def numeric(table: Table) -> list[bool]:
    """Which columns hold nothing but numbers."""
    rows = [row for row in table.rows if not table.heads(row)]
    columns = [[str(row[n]) for row in rows if row[n] not in (None, "")] for n in range(len(table.columns))]
    return [bool(cells) and all(NUMBER.fullmatch(text) for text in cells) for cells in columns]


def in_row(value: Cell) -> str:
    """A cell for a row of a Markdown table."""
    return cell(value).replace("|", "\\|")


# --- flows ----------------------------------------------------------------------------------------


class FlowLine(NamedTuple):
    """A step of a flow in a line: its number, and where it goes on."""

    number: int
    step: Step
    on: str


def numbered(flow: Flow, colon: str = ":") -> list[FlowLine]:
    """The steps of a flow as lines."""
    places = {step.id: n for n, step in enumerate(flow.steps, 1)}
    lines = []
    for n, step in enumerate(flow.steps, 1):
        ways = [way for way in step.ways if way.when or places[way.to] != n + 1]
        on = ", ".join(
            f"{way.when}{colon} {places[way.to]}" if way.when else str(places[way.to]) for way in ways
        )
        lines.append(FlowLine(n, step, on))
    return lines


def path(spots: tuple[Spot, ...]) -> str:
    """A line through these places with round corners, as SVG has it."""
    (x, y), *rest = spots
    parts = [f"M{x:.1f} {y:.1f}"]
    for (px, py), (qx, qy) in pairwise(rest):
        back, on = _towards((px, py), (x, y)), _towards((px, py), (qx, qy))
        parts.append(f"L{back[0]:.1f} {back[1]:.1f}Q{px:.1f} {py:.1f} {on[0]:.1f} {on[1]:.1f}")
        x, y = px, py
    return "".join([*parts, f"L{rest[-1][0]:.1f} {rest[-1][1]:.1f}"])


def _towards(one: Spot, other: Spot) -> Spot:
    """A little way from one place to the other."""
    far = abs(other[0] - one[0]) + abs(other[1] - one[1])
    share = min(CORNER, far / 2) / far if far else 0
    return one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share
