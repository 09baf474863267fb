"""The state of the house: measures of a package's source, for `make bench ONLY=house` and a test.

All of it is read from the files of a package's folder, which need not be those of this tree.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path

GAMES = "rulesets"
"""The games' classes may share names: each game has its Fighter."""
ENGINE = ("core", "pricing", "simulation")
"""Where the engine's hard places are, under the names that its packages have had."""
UNTYPED = "[Any, Any, Any]"
MAY_BE_UNTYPED = ("core", "testing")
WIDEST = 110
"""Columns of a line, in Python and in the browser's languages alike."""

OPENER = re.compile(
    r"(?:after|also|although|among|and|apart|as|at|because|before|behind|besides?|between|but|by|each|either|else"
    r"|except|for|from|given|if|in|instead|into|like|n?or|not|of|on|once|only|otherwise|over|so|than|that|then"
    r"|through|to|together|under|unless|until|what|when|where|whether|which|while|who|whose|with|within|without)\b",
    re.IGNORECASE,
)
"""Words with which the rest of a chopped sentence begins."""
VERB = re.compile(
    r"\b(?:are|be|belongs?|cannot|can|comes?|costs?|counts?|decides?|did|do|does|falls?|follows?|gets?|gives?|go|goes"
    r"|has|have|hears?|holds?|is|keeps?|knows?|leaves?|makes?|may|means?|must|needs?|plays?|puts?|raises?|reads?"
    r"|returns?|runs?|says?|sees?|shows?|stands?|stays?|takes?|tells?|wants?|was|were|will|wins?|would)\b"
)
"""Verbs that make a main clause of what follows a comma, or what opens a sentence as its subject."""
CLAUSE = re.compile(
    rf"(?:each|only|so|that|then|what|which|who)\b.*?{VERB.pattern}"
    r"|(?!as|because|if|that|unless|until|when|where|whether|while)"
    r".*\b(?:it|nobody|nothing|one|they)\s[a-z]+s\b",
    re.IGNORECASE,
)
"""Whole sentences that begin like the rest of one: "Each fault is told", "Without ends it helps"."""
FEW = 12
"""A fragment has no more words than this."""
NO_REASON = re.compile(r"#\s*(noqa|type:|fmt:|pragma|-{3,}|!)")
"""Comments that speak to tools, and lines that part sections."""


class Source:
    """A module: where it is in the package, its text, and its syntax, parsed when it is asked for."""

    def __init__(self, path: Path, text: str) -> None:
        self.path, self.text = path, text

    @property
    def package(self) -> str:
        """The package within the package; empty for a module at the top."""
        return self.path.parts[0] if len(self.path.parts) > 1 else ""

    @cached_property
    def tree(self) -> ast.Module:
        """Its syntax."""
        return ast.parse(self.text)

    @property
    def functions(self) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
        """Its functions and methods."""
        return [
            node for node in ast.walk(self.tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        ]

    @cached_property
    def classes(self) -> list[ast.ClassDef]:
        """Its classes, and those within them; not those that functions make."""
        kinds = [node for node in self.tree.body if isinstance(node, ast.ClassDef)]
        for kind in kinds:
            kinds += [node for node in kind.body if isinstance(node, ast.ClassDef)]
        return kinds


class House:
    """The source of a package, in a folder."""

    def __init__(self, package: Path) -> None:
        self.package = package

    @cached_property
    def sources(self) -> list[Source]:
        """Every module."""
        paths = sorted(self.package.rglob("*.py"))
        return [Source(path.relative_to(self.package), path.read_text(encoding="utf-8")) for path in paths]

    def public_classes(self) -> dict[str, list[str]]:
        """The modules outside the games in which there is a public class of each name."""
        named: dict[str, list[str]] = defaultdict(list)
        for source in self.sources:
            for kind in source.classes if source.package != GAMES else ():
                if not kind.name.startswith("_"):
                    named[kind.name].append(source.path.as_posix())
        return named

    def recurring_classes(self) -> dict[str, list[str]]:
        """Names that serve two public classes or more, with their modules."""
        return {name: where for name, where in sorted(self.public_classes().items()) if len(where) > 1}

    def identifiers(self, name: str) -> Iterator[str]:
        """The places where something is called so: variables, arguments, attributes, functions."""
        for source in self.sources:
            for node in ast.walk(source.tree) if name in source.text else ():
                if name in _called(node):
                    yield f"{source.path.as_posix()}:{getattr(node, 'lineno', 0)}"

    def chopped(self) -> Iterator[str]:
        """Docstrings whose second sentence is what was cut off the first."""
        for source in self.sources:
            for node in (*source.classes, *source.functions):
                if rest := fragment(ast.get_docstring(node) or ""):
                    yield f"{source.path.as_posix()}:{node.lineno}: {rest}"

    def comments(self) -> tuple[int, int]:
        """Comments of the engine that are for people, and its lines that are not empty."""
        texts = [source.text for source in self.sources if source.package in ENGINE]
        lines = sum(bool(line.strip()) for text in texts for line in text.splitlines())
        return sum(len(list(remarks(text))) for text in texts), lines

    def untyped(self) -> dict[str, int]:
        """How often the modules above core speak of fights of anything whatever."""
        texts = {s.path.as_posix(): s.text for s in self.sources if s.package not in MAY_BE_UNTYPED}
        return {path: n for path, text in texts.items() if (n := text.count(UNTYPED))}

    def methods(self) -> list[tuple[int, str]]:
        """Each class with the number of its methods, properties among them; the largest first."""
        counted = [
            (sum(isinstance(m, ast.FunctionDef | ast.AsyncFunctionDef) for m in kind.body), where, kind.name)
            for source in self.sources
            for where, kind in ((source.path.as_posix(), kind) for kind in source.classes)
        ]
        return [(n, f"{name} in {where}") for n, where, name in sorted(counted, key=lambda c: (-c[0], c[1:]))]

    def wide_lines(self) -> dict[str, int]:
        """How many lines of each script and style sheet are wider than `WIDEST`."""
        paths = sorted(path for end in ("js", "css") for path in self.package.rglob(f"*.{end}"))
        wide = {path: sum(len(line) > WIDEST for line in _lines(path)) for path in paths}
        return {path.relative_to(self.package).as_posix(): n for path, n in wide.items() if n}

    def function_sizes(self) -> list[int]:
        """Lines of each function's body, without its docstring; the shortest first."""
        return sorted(size(each) for source in self.sources for each in source.functions)

    def file_sizes(self) -> list[tuple[int, str]]:
        """Each module with its lines, the longest first."""
        return sorted(((len(s.text.splitlines()), s.path.as_posix()) for s in self.sources), reverse=True)


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


def _called(node: ast.AST) -> tuple[str | None, ...]:
    """The names that a node gives or uses."""
    match node:
        case ast.Name(id=name) | ast.arg(arg=name) | ast.keyword(arg=name) | ast.Attribute(attr=name):
            return (name,)
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
            return (name,)
        case _:
            return ()


def fragment(docstring: str) -> str:
    """The second sentence of a docstring if it is a piece of the first; else empty.

    That is guessed.  A piece opens with a preposition, a conjunction or the like and has at most `FEW`
    words; there is no verb behind its first comma, where a main clause would stand, and it is no
    `CLAUSE`.  What is whole all the same is counted as well, and what opens in other ways is not.

    >>> fragment("The same for equal seeds.  In other states and for other actions.")
    'In other states and for other actions.'
    >>> fragment("One attack.  Where there is none, `why` says why.")
    ''
    >>> fragment("A cover.  Without ends it helps against all.")
    ''
    """
    prose = " ".join(docstring.partition(">>>")[0].split())
    sentences = re.split(r"(?<=\.)\s+(?=[A-Z])", prose)
    second = sentences[1] if len(sentences) > 1 else ""
    is_short = len(second.split()) <= FEW
    is_whole = CLAUSE.match(second) or VERB.search(second.partition(",")[2])
    return second if OPENER.match(second) and is_short and not is_whole else ""


def remarks(text: str) -> Iterator[str]:
    """The comments of a module that are for people."""
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT and not NO_REASON.match(token.string):
            yield token.string


def size(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Lines of a function's body, without its docstring."""
    body = function.body[1:] if ast.get_docstring(function) is not None else function.body
    return (body[-1].end_lineno or 0) - body[0].lineno + 1 if body else 0


def percentile(values: Sequence[int], share: float) -> int:
    """The value below which so large a part of sorted values lies.

    >>> percentile([1, 2, 3, 4, 50], 0.5)
    3
    """
    return values[min(len(values) - 1, int(share * len(values)))]
