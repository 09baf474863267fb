"""The sheet in a language: what is on it, before it is wrapped and laid out."""

from __future__ import annotations

import re
from dataclasses import replace

from affray.core.catalogue import Catalogue, Option, Rule, Ruling
from affray.core.message import Message
from affray.languages.language import Language
from affray.reference.calculation import ComputedOdds
from affray.reference.entry import Entry, Switch
from affray.reference.sheet import Chapter, Sheet
from affray.sheet import ActionGroup, Cell, Flow, Item, Modifiers, OddsTable, Page, Step, Table, Topic

FIGURE = re.compile(r"[<>+-]?\d+(?:\.\d+)?")
"""What is a number, and no word."""
TIED = "\N{NO-BREAK SPACE}"
"""What ties words of a cell together."""
SET_APART = re.compile(r" (?=[:;?!%»])|(?<=«) ")
"""A space before or behind a mark, as French sets it, where no line may break."""


def translated(sheet: Sheet, language: Language) -> Sheet:
    """The same sheet in a language; ids, keys and values that are typed stay."""
    if language.name == "en":
        return sheet
    translator = _SheetTranslator(language)
    return sheet._replace(
        game=replace(
            sheet.game,
            title=translator.say(sheet.game.title),
            catalogue=translator.catalogue(sheet.game.catalogue),
        ),
        page=translator.page(sheet.page),
        odds=tuple(map(translator.grid, sheet.odds)),
        switched=tuple(map(translator.switch, sheet.switched)),
        chapters=tuple(map(translator.chapter, sheet.chapters)),
    )


class _SheetTranslator:
    """Says the parts of a sheet."""

    def __init__(self, language: Language) -> None:
        self.language, self.figure = language, language.figure

    def say(self, words: str) -> str:
        """Words in the language; no line begins with a mark."""
        return SET_APART.sub(TIED, self.language.say(words))

    def cell(self, value: Cell) -> Cell:
        """What stands in a table: a text, or a figure as the language writes it."""
        if not isinstance(value, str):
            return value
        if isinstance(value, Message):
            return self.say(value)
        return self.figure(value) if FIGURE.fullmatch(value) else self.say(value.replace(TIED, " "))

    # --- the page -----------------------------------------------------------------------------------

    def page(self, page: Page) -> Page:
        return page._replace(
            actions=tuple(map(self.group, page.actions)),
            modifiers=tuple(map(self.modifiers, page.modifiers)),
            flows=tuple(map(self.flow, page.flows)),
            odds=tuple(map(self.odds, page.odds)),
            tables=tuple(map(self.table, page.tables)),
            topics=tuple(map(self.topic, page.topics)),
        )

    def topic(self, topic: Topic) -> Topic:
        return topic._replace(title=self.say(topic.title), lines=self.items(topic.lines))

    def group(self, group: ActionGroup) -> ActionGroup:
        return ActionGroup(self.say(group.title), self.say(group.cost), self.items(group.items))

    def items(self, items: tuple[Item, ...]) -> tuple[Item, ...]:
        return tuple(i._replace(name=self.say(i.name), note=self.say(i.note)) for i in items)

    def modifiers(self, some: Modifiers) -> Modifiers:
        mods = tuple(mod._replace(why=self.say(mod.why)) for mod in some.mods)
        return Modifiers(self.say(some.title), mods, self.say(some.note))

    def flow(self, flow: Flow) -> Flow:
        return flow._replace(title=self.say(flow.title), steps=tuple(map(self.step, flow.steps)))

    def step(self, step: Step) -> Step:
        ways = tuple(way._replace(when=self.say(way.when)) for way in step.ways)
        return step._replace(text=self.say(step.text), ways=ways)

    def odds(self, odds: OddsTable) -> OddsTable:
        return odds._replace(
            title=self.say(odds.title),
            corner=self.say(odds.corner),
            rows=tuple(map(self.say, odds.rows)),
            columns=tuple(map(self.say, odds.columns)),
            note=self.say(odds.note),
        )

    def grid(self, grid: ComputedOdds) -> ComputedOdds:
        return grid._replace(odds=self.odds(grid.odds), mark=self.figure("."))

    def table(self, table: Table) -> Table:
        return table._replace(
            title=self.say(table.title),
            columns=tuple(map(self.say, table.columns)),
            rows=tuple(tuple(map(self.cell, row)) for row in table.rows),
            note=self.say(table.note),
        )

    # --- the rules ----------------------------------------------------------------------------------

    def catalogue(self, known: Catalogue) -> Catalogue:
        return replace(
            known,
            title=self.say(known.title),
            notice=self.say(known.notice),
            chapters={name: self.say(title) for name, title in known.chapters.items()},
            rules={name: self.rule(rule) for name, rule in known.rules.items()},
            rulings={name: self.ruling(ruling) for name, ruling in known.rulings.items()},
            options={name: self.option(option) for name, option in known.options.items()},
        )

    def rule(self, rule: Rule) -> Rule:
        return replace(rule, title=self.say(rule.title), text=self.say(rule.text))

    def ruling(self, ruling: Ruling) -> Ruling:
        question, answer, why = map(self.say, (ruling.question, ruling.answer, ruling.why))
        return replace(ruling, question=question, answer=answer, why=why)

    def option(self, option: Option) -> Option:
        values = {value: self.say(words) for value, words in option.values.items()}
        return replace(option, summary=self.say(option.summary), values=values)

    def switch(self, switch: Switch) -> Switch:
        return Switch(self.option(switch.option), switch.value)

    def chapter(self, chapter: Chapter) -> Chapter:
        entries = tuple(map(self.entry, chapter.entries))
        return chapter._replace(title=self.say(chapter.title), entries=entries)

    def entry(self, entry: Entry) -> Entry:
        title, text, chapter = map(self.say, (entry.title, entry.text, entry.chapter))
        return entry._replace(title=title, text=text, chapter=chapter)
