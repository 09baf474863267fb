"""The tables of the sheet, from the tables that the rules read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from affray.core.message import joined, msg
from affray.rulesets.coriolis import tables as figures
from affray.rulesets.coriolis.bonus import CRITICALS, FEAR, RAISE, REPEATED, SUPPRESS
from affray.rulesets.coriolis.house import House
from affray.rulesets.coriolis.melee import BOUGHT, CANCEL, COUNTER
from affray.rulesets.coriolis.melee import DISARM as DISARMS
from affray.rulesets.coriolis.melee import RAISE as RISES
from affray.rulesets.coriolis.sheet import BANDS, Weapon
from affray.rulesets.coriolis.tables import InjuryKind, Wound
from affray.sheet import Cell, Table
from affray.tabletop import TableColumn

TIED = "\N{NO-BREAK SPACE}"
SHORT = {"minutes": "min"}
UNITS = {seconds: SHORT.get(name, name) for name, seconds in figures.UNITS.items()}


def tables(house: House) -> tuple[Table, ...]:
    """Everything that is looked up in a fight."""
    arms = figures.weapons().values()
    return (
        _sixes(house),
        _defence(house),
        _arms("ranged-weapons", "Ranged weapons", [w for w in arms if not w.melee], "COR-RNG-01"),
        _arms("melee-weapons", "Melee weapons", [w for w in arms if w.melee], "COR-MEL-05"),
        Table("armour", "Armour", ("suit", "dice", "notes"), tuple(_suits()), ("COR-DMG-02",)),
        Table("cover", "Cover", ("cover", "dice", "rule"), tuple(_covers()), ("COR-COV-09",)),
        Table(
            "injuries",
            "Critical injuries",
            ("D66", "injury", "effects", "heals"),
            tuple(_injury(kind) for kind in figures.injuries().values()),
            ("COR-CRT-02", "COR-CRT-04"),
            "Heals in so many D6 days; in brackets, what first aid loses in dice.",
        ),
        Table(
            "people",
            "People",
            ("archetype", "str", "agi", "wits", "emp", "skills"),
            tuple(_people()),
            note="Hit points are strength and agility, mind points wits and empathy.",
            apart=True,
        ),
        Table("skills", "Skills", ("attribute", "skills, * need training"), tuple(_skills()), apart=True),
    )


def _sixes(house: House) -> Table:
    """What sixes beyond the first buy, in melee and at range."""
    once = "again" if house.crit_repeat else "once"
    more = msg("1{tied}more at full auto", tied=TIED)
    if house.suppress_auto == "once":
        more = msg("1{tied}more at full auto, once", tied=TIED)
    raised = {"permanent_next_turn": "+2 from the next turn on", "next_turn_only": "+2 in the next turn",
              "immediate": "+2 at once"}[house.init_raise]  # fmt: skip
    crit = "for the weapon's crit in sixes: a D66; each further six rolls again, the highest stands"
    if house.crit_reroll == "must_take_new":
        crit = "for the weapon's crit in sixes: a D66; each further six rolls again, the last stands"
    return Table(
        "extra-sixes",
        "Sixes beyond the first buy",
        ("effect", "1 six", "what it does", "rules"),
        (
            ("damage", "again", "+1 damage", _ids(("COR-MBE-01", "COR-MBE-02", "COR-RBE-01", "COR-RBE-02"))),
            ("critical injury", once, crit,
             _ids(*CRITICALS[False], *CRITICALS[True])),
            ("strike fear, melee", "again", "1 stress", _ids(REPEATED[FEAR, False])),
            ("suppress, shots", "again", joined("; ", ("1 stress", more)),
             _ids(REPEATED[SUPPRESS, True], ("COR-RBE-06",))),
            ("raise initiative", "again", raised, _ids(REPEATED[RAISE, False], REPEATED[RAISE, True])),
            ("disarm", once, "it drops an item you name", _ids(("COR-MBE-09", "COR-RBE-10"))),
            ("grapple, melee", once, "it is pinned", "COR-MBE-10"),
        ),
        ("COR-MEL-08", "COR-RNG-09"),
    )  # fmt: skip


def _defence(house: House) -> Table:
    """What the sixes of a defence buy."""
    strikes, rises = ("again" if again else "once"
                      for again in (house.counter_repeat, house.defence_repeat_initiative))  # fmt: skip
    bought = {
        CANCEL: ("again", "cancels one of the attacker's sixes"),
        COUNTER: (strikes, _counter(house)),
        DISARMS: ("once", "the attacker drops the weapon afterwards"),
        RISES: (rises, "+2 initiative"),
    }
    return Table(
        "defence-sixes",
        "Sixes of a defence buy",
        ("effect", "1 six", "what it does", "rules"),
        tuple((what, *bought[what], rule) for what, rule in BOUGHT.items()),
        ("COR-DEF-06", "COR-DEF-13"),
    )


def _counter(house: House) -> str:
    strikes = "the weapon's damage to the attacker, armour helps"
    return joined("; ", (strikes, "further sixes: a critical injury")) if house.counter_crit else strikes


def _ids(*rules: tuple[str, ...]) -> str:
    return " ".join(dict.fromkeys(rule for some in rules for rule in some))


def _arms(name: str, title: str, arms: Sequence[Weapon], rule: str) -> Table:
    """Weapons with their figures, and those further ones that some of them have; of shots, the range."""
    further = figures.WeaponColumn.shown(arms)
    reach = () if arms[0].melee else ("range",)
    heads = ("weapon", "dice", "init", "dmg", "crit", *reach, *(column.name for column in further), "notes")
    return Table(name, title, heads, tuple(_weapon(w, further) for w in arms), (rule, "COR-INIT-10"))


def _weapon(w: Weapon, further: Sequence[TableColumn]) -> tuple[Cell, ...]:
    band = () if w.melee else (BANDS[w.band],)
    notes = joined(", ", (tag for tag in w.tags if tag != "natural"))
    more = (column(w) or None for column in further)
    return (w.name, signed(w.bonus), signed(w.initiative), w.damage, w.crit or None, *band, *more, notes)


def signed(amount: int) -> str:
    """A number to be added, with its sign.

    >>> signed(2), signed(0)
    ('+2', '0')
    """
    return f"{amount:+d}" if amount else "0"


def _suits() -> Iterable[tuple[Cell, ...]]:
    suits = sorted(figures.armours().values(), key=lambda suit: suit.rating)
    return ((suit.name, suit.rating, joined(", ", suit.tags)) for suit in suits)


def _covers() -> Iterable[tuple[Cell, ...]]:
    rules = figures.cover_rules()
    return ((c.name, c.rating, rules[c.rating]) for c in figures.covers().values())


def _injury(kind: InjuryKind) -> tuple[Cell, ...]:
    effects = (_effect(wound, number) for wound, number in kind.codes.items())
    return kind.code, kind.name, joined(", ", (*effects, *_deadline(kind))), kind.heal or None


def _deadline(kind: InjuryKind) -> Iterable[str]:
    """When it kills, and how many dice first aid against it loses."""
    if kind.at_once:
        yield msg("at{tied}once", tied=TIED)
    elif kind.limit:
        dice = kind.limit if kind.limit > 1 else ""
        time = msg("{dice}D6{tied}{units}", dice=dice, tied=TIED, units=UNITS[kind.unit])
        yield (
            msg("kills in {time} ({aid})", time=time, aid=kind.aid)
            if kind.aid
            else msg("kills in {time}", time=time)
        )


def _effect(wound: Wound, number: str) -> str:
    if wound is figures.STUN:
        return msg("stunned {number}", number=number)
    if wound is figures.BLEED:
        return msg("bleeds each {number}", number=number)
    what = wound.word.replace("-", " ")
    return joined(" ", (what, number)) if number.startswith("-") else what


def _people() -> Iterable[tuple[Cell, ...]]:
    for kind in figures.archetypes().values():
        levels = {name.replace("_", " "): level for name, level in kind.skills._asdict().items() if level}
        skills = joined(", ", (joined(TIED, (name, str(level))) for name, level in levels.items()))
        yield kind.name, kind.strength, kind.agility, kind.wits, kind.empathy, skills


def _skills() -> Iterable[tuple[Cell, ...]]:
    for attribute in ("strength", "agility", "wits", "empathy"):
        named = [
            joined("", (s.name, "*")) if s.advanced else s.name
            for s in figures.skills().values()
            if s.attribute == attribute
        ]
        yield attribute, joined(", ", named)
