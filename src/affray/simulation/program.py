"""A program: what has been seen of a game's rules so far, as trees that are walked without the rules.

Two kinds of trees, both grown lazily from runs of the plain rules (`trace`):

* *field trees* answer a fact, a rank or an effect from the fields of one or two bodies: each node
  reads one field of one body, each leaf is a result.  Values of fields are interned, per field.
* *function trees* are the rules themselves, one tree per unit and pattern of arguments: each node
  asks a fact, draws from chance, applies an effect or calls another function, and branches by the
  outcome.  Fighters are registers, so one tree serves whoever acts.

A program only ever grows.  Nothing in it depends on one fight, so all fights of as many fighters under
the same house rules and policy share it.  Everything stands in flat arrays of integers, which the kernel
in C reads where they lie.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, insort
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from affray.core.dice import Chance
from affray.core.effect import Effect, Who
from affray.core.fight import Fight, GameFight
from affray.core.view import tie_of
from affray.simulation.arrays import MISSING, ArrayMoves, KernelArray
from affray.simulation.children import READ, WHOSE, Children
from affray.simulation.tracked import PAIR, BodyIds, Read, TrackedBody

# The op codes, bits and limits from here to BOTH stand a second time in the enums of kernel.c.
ASK, REFER, LEAST, SOME, RANKED, NEXT, ROLL, DO, CALL, RETURN, ALIKE, HOLD, RELEASE = range(13)
HEAD = 2
"""Integers of a node of a function tree before its children: op, two registers and width in one; and a fact,
a chance, an effect, a result, or where the function that is called and its arguments stand.

A node is known by the place of its first integer.  Children that have become more than their room stand at
the end: then the width in the head is 0, and behind it follow where they begin and how many they are."""
BITS, ROOM, WIDEST = 7, 127, 1023
"""Bits of a register and of the op in a head, the largest of them, and the most children that follow it."""
TABLE_REGISTER = 99
"""The register of the table, above all that a function can have: it is the same body everywhere."""
DERIVED = 10_000
"""Fields from here on are derived facts."""
SLOTS = 1024
"""Facts that the kernel remembers, at most."""
ONE, OTHER, BOTH = range(3)
"""Which of its bodies a fact reads."""
FAR = 1 << 30
"""Ranked places are numbered from 0 to here."""


class Untraceable(Exception):
    """Something the trees cannot hold; the step is played by the plain engine."""


class Program:
    """The trees of one game, house rules and policy, for fights of so many fighters."""

    def __init__(self, fight: GameFight) -> None:
        self.moves = ArrayMoves()
        self.house = fight.house
        self.fighters = len(fight.bodies) - 1  # the table is the last body
        self.body_type, self.table_type = type(fight.bodies[0]), type(fight.bodies[-1])
        self.body_fields = {name: n for n, name in enumerate(self.body_type._fields)}
        size = len(self.body_fields)
        self.table_fields = {name: size + n for n, name in enumerate(self.table_type._fields)}
        self.fields = size + len(self.table_fields)  # a field tree may read both, so they share one numbering
        # Values are interned so that trees branch by small integers. Each field counts for itself: its
        # ids stay few and close together, which keeps the children of field trees dense (see `children`).
        self.values: list[list[Any]] = [[] for _ in range(self.fields)]
        self.ids: list[dict[Any, int]] = [{} for _ in range(self.fields)]
        # function trees
        self.nodes, self.args = self._numbers(), self._numbers()
        self.roots = self._numbers()
        self.functions: dict[object, int] = {}
        self.keys: list[tuple[Any, ...]] = []
        self.units: list[Any] = []
        """The unit of each function."""
        self.returns: list[dict[Any, int]] = []
        self.returning: list[list[Any]] = []
        """The results of each function, by number."""
        # field trees
        self.reads = self._numbers()
        self.children = Children(self.reads)
        self.starts = self._numbers()
        self.facts: dict[object, int] = {}
        self.readers: list[tuple[Callable[..., Any], Callable[[int, Any], int]]] = []
        self.arity: list[int] = []
        self.given: list[dict[int, Any]] = []
        """What a fact gave, by leaf."""
        self.touches: list[set[tuple[int, int]]] = []
        """What a fact has read so far: which body, which field."""
        self._forgetting()
        self.results: list[dict[Any, int]] = []
        self.order, self.order_at, self.order_cap = self._numbers(), self._numbers(), array("i")
        self.sorted_places: dict[int, list[Any]] = {}
        self.ties = self._numbers()
        """What parts those who are equal by a fact."""
        self._effects()

    def _effects(self) -> None:
        """Effects and chances.

        An effect is a field tree, too, whose leaves are lists of writes.  Its *template* is the effect
        without the fighters in it, as rules hurt anybody in the same way; only a fighter whose number
        it stores makes another tree of it, a *variant*.
        """
        self.templates: dict[object, int] = {}
        self.effects: list[Effect] = []
        """One effect of each kind and amounts, and its field that refers to another fighter."""
        self.refers: list[str] = []
        self.by_reference = self._numbers()
        self.variants = self._numbers()
        self.wholes: list[type[Effect]] = []
        """The kind of effect of which each is one, or a piece."""
        self.held_by = self._numbers()
        self.holds: list[tuple[type[Effect], ...]] = []
        """Kinds that are held back together; `held_by` has a bit for each of these that holds an effect."""
        self.writes, self.write_at = self._numbers(), self._numbers(0)
        self.written: dict[tuple[int, ...], int] = {}
        # Chances are known by identity, as to compare their weights costs more than a walk: each game makes
        # a kind of roll once. `kept` holds them, or the id of one that is gone could become that of another.
        self.chances: dict[int, int] = {}
        self.kept: list[Chance[Any]] = []
        self.cumulative, self.chance_at = KernelArray("d", [], self.moves), self._numbers(0)

    def _forgetting(self) -> None:
        """What the kernel remembers, and which fields it depends on.

        A fact has a slot of the kernel's memory once it is known what it reads.  `dependents` has SLOTS
        places for each field: the slots that a write to this field empties.  A fact that reads a field
        on one path in a thousand is forgotten at every write to it: to forget too much costs a look
        into a tree, to forget too little would be another fight.
        """
        self.users: dict[int, set[int]] = {}
        """The facts that read a derived fact."""
        self.cached, self.slots = self._numbers(), 0
        self.dependents = array("i", [0]) * (self.fields * SLOTS)
        self.dependent_count = array("i", [0]) * self.fields

    def _numbers(self, *values: int) -> KernelArray:
        return KernelArray("i", values, self.moves)

    # --- states -----------------------------------------------------------------------------------

    def value(self, field: int, value: Any) -> int:
        """The id of a value of a field."""
        ids = self.ids[field]
        id_ = ids.get(value)
        if id_ is None:
            id_ = ids[value] = len(ids)
            self.values[field].append(value)
        return id_

    def encoded(self, fight: GameFight) -> array[int]:
        """The state as ids: the fields of the table, then those of each fighter."""
        size = len(self.body_fields)
        flat = array("i", [self.value(size + n, v) for n, v in enumerate(fight.bodies[-1])])
        for body in fight.bodies[:-1]:
            flat.extend([self.value(n, v) for n, v in enumerate(body)])
        return flat

    def at(self, who: int) -> int:
        """Where the fields of a fighter begin in a state.

        For the table (-1) it is so far before the state that the numbers of its fields, which come
        after those of a body, lead to its beginning.
        """
        size = len(self.body_fields)
        return len(self.table_fields) + who * size if who >= 0 else -size

    def decoded(self, flat: Sequence[int]) -> GameFight:
        """The fight of these ids."""
        bodies = [self.body_of(flat, self.at(who)) for who in range(self.fighters)]
        return Fight((*bodies, self.table_of(flat)), self.house)

    def ids_at(self, flat: Sequence[int], at: int) -> BodyIds:
        """The body or table whose fields begin there."""
        size = len(self.body_fields)
        if at < 0:
            return BodyIds(flat, self.table_fields, size)
        return BodyIds(flat[at : at + size], self.body_fields, 0)

    def ids_of(self, body: Any) -> BodyIds:
        """A body or table."""
        names, first = (
            (self.body_fields, 0)
            if type(body) is self.body_type
            else (self.table_fields, len(self.body_fields))
        )
        return BodyIds([self.value(first + n, v) for n, v in enumerate(body)], names, first)

    def body_of(self, flat: Sequence[int], at: int) -> Any:
        """The body whose fields begin there."""
        return self.body_type(
            *[values[flat[at + n]] for n, values in enumerate(self.values[: len(self.body_fields)])]
        )

    def table_of(self, flat: Sequence[int]) -> Any:
        """The table of a state."""
        return self.table_type(
            *[values[id_] for values, id_ in zip(self.values[len(self.body_fields) :], flat, strict=False)]
        )

    @property
    def width(self) -> int:
        """Integers of one state."""
        return self.fighters * len(self.body_fields) + len(self.table_fields)

    # --- function trees ---------------------------------------------------------------------------

    def function(self, key: tuple[Any, ...]) -> int:
        """The number of a unit with its arguments."""
        number = self.functions.get(key)
        if number is None:
            number = self.functions[key] = len(self.roots)
            self.roots.append(MISSING)
            self.keys.append(key)
            self.units.append(key[0])
            self.returns.append({})
            self.returning.append([])
        return number

    def node(self, op: int, a: int, b: int, c: int, width: int) -> int:
        """A new node with room for so many outcomes."""
        at, head = len(self.nodes), op | b << BITS | c << 2 * BITS
        if width > WIDEST:
            self.nodes.extend((head, a, at + HEAD + 2, width, *[MISSING] * width))
        else:
            self.nodes.extend((head | width << 3 * BITS, a, *[MISSING] * width))
        return at

    def head(self, node: int) -> tuple[int, int, int, int]:
        """What a node is made of: op, a, b, c."""
        head, a = self.nodes[node : node + HEAD]
        return head & ROOM, a, head >> BITS & ROOM, head >> 2 * BITS & ROOM

    def place(self, node: int, outcome: int) -> int:
        """Where the child for this outcome is kept; makes room when it is a new one."""
        nodes = self.nodes
        width, base = nodes[node] >> 3 * BITS, node + HEAD
        if not width:
            base, width = nodes[base], nodes[base + 1]
        if outcome >= width:
            base, width = _wider(nodes, base, width, outcome)
            # The old block stays behind unused: nodes never move, as others point to them by their place.
            nodes[node] &= (1 << 3 * BITS) - 1
            nodes[node + HEAD], nodes[node + HEAD + 1] = base, width
        return base + outcome

    def returned(self, function: int, value: Any, key: object = None) -> int:
        """The number of a result of a function, which is known by its key."""
        known = self.returns[function]
        key = key or (type(value), value)  # with its type, or True would be the same as 1
        number = known.get(key)
        if number is None:
            number = known[key] = len(known)
            self.returning[function].append(value)
        return number

    def chance(self, chance: Chance[Any]) -> int:
        """The number of a chance request."""
        number = self.chances.get(id(chance))
        if number is None:
            number = self.chances[id(chance)] = len(self.kept)
            self.kept.append(chance)
            # The kernel looks for the first value above a draw from [0, 1): 2 ends that search for certain.
            self.cumulative.extend((*chance.cumulative, 2.0))
            self.chance_at.append(len(self.cumulative))
        return number

    # --- field trees ------------------------------------------------------------------------------
    #
    # A fact is a pure function of one body or two, so what it has read so far decides what it reads next. Its
    # runs therefore form a tree: the root is the first field that it reads, each value of it leads to the
    # field read after that value, and so on to the result. Two bodies that agree on the fields of one path
    # get the same result whatever else they hold, which is why a few thousand paths answer for all fights.

    def fact(
        self, key: object, read: Callable[..., Any], number: Callable[[int, Any], int], bodies: int
    ) -> int:
        """The number of a fact, a rank or an effect of so many bodies.

        `number` makes a leaf of what it gives: a number from 0.
        """
        fact = self.facts.get(key)
        if fact is None:
            fact = self.facts[key] = len(self.starts)
            self.readers.append((read, number))
            self.arity.append(bodies)
            self.touches.append(set())
            self.given.append({})
            self.starts.append(MISSING)
            self.cached.append(MISSING)
            self.ties.append(MISSING)
            self.results.append({})
            self.order_at.append(len(self.order))
            self.order_cap.append(0)
        return fact

    def rank(self, rank: Callable[[Any, Any], Any]) -> int:
        """The number of a rank; the rank that parts its equals gets one as well."""
        key = ("rank", rank)
        known = self.facts.get(key)
        if known is not None:
            return known
        fact, tie = self.fact(key, rank, self.ranking, 2), tie_of(rank)
        if tie is not None:
            self.ties[fact] = self.rank(tie)
        return fact

    def result(self, fact: int, value: Any) -> int:
        """The number of a result of a fact."""
        return _interned(self.results[fact], (type(value), value))

    def place_number(self, fact: int, place: Any) -> int:
        """The number of a place, from 1; 0 for none.  Equal places have equal numbers."""
        return 0 if place is None else 1 + self.result(fact, place)

    def ranking(self, fact: int, place: Any) -> int:
        """The number of a place given by a rank, from 1; 0 for none.

        The number is in the order in which places were met, for it stands in trees that are not to
        change.  Which of two comes first says `order`, by number: integers with gaps, so that a new place
        goes between two others and none of them moves.
        """
        if place is None:
            return 0
        known, order = self.results[fact], self.sorted_places.setdefault(fact, [])
        if place not in known:
            known[place] = len(known) + 1
            if len(known) >= self.order_cap[fact]:
                self.order_cap[fact] = 2 * len(known) + 2
                self.order_at[fact] = len(self.order)
                self.order.extend([0] * self.order_cap[fact])
                insort(order, place)
                self._spaced(fact, order)
            else:
                self._between(fact, order, place)
        return known[place]

    def _between(self, fact: int, order: list[Any], place: Any) -> None:
        """Give a new place a number between those of its neighbours."""
        at, known, base = bisect_left(order, place), self.results[fact], self.order_at[fact]
        low = self.order[base + known[order[at - 1]]] if at else 0
        high = self.order[base + known[order[at]]] if at < len(order) else FAR
        order.insert(at, place)
        if high - low > 1:
            self.order[base + known[place]] = (low + high) // 2
        else:
            self._spaced(fact, order)

    def _spaced(self, fact: int, order: list[Any]) -> None:
        """Number all places anew, far from each other."""
        known, base, apart = self.results[fact], self.order_at[fact], FAR // (len(order) + 1)
        for n, place in enumerate(order):
            self.order[base + known[place]] = (n + 1) * apart

    def grow(self, fact: int, path: Sequence[Read], leaf: int, node: int = MISSING, deep: int = 0) -> None:
        """Add the leaf at the end of a path of reads.

        The tree may be known to follow the first `deep` of them, the last of which stands at `node`: there
        the kernel missed a child, and the path need not be gone again from its start.
        """
        holder, at = self.starts, fact
        if not path:  # it reads nothing, so no first read will give it a slot
            self._remembered(fact)
        if deep:
            holder, at = self.reads, self.children.place(node, path[deep - 1][2])
        for body, field, value in path[deep:]:
            if (body, field) not in self.touches[fact]:
                self._touched(fact, body, field)
            node = holder[at]
            if node == MISSING:
                node = holder[at] = self.children.node(body, field, value)
            if self.children.read(node) != (body, field):
                # It has read what stands in no body, such as a global or a clock: no tree can hold that.
                raise Untraceable(f"the order of reads of fact {fact} is not a function of what it read")
            holder, at = self.reads, self.children.place(node, value)
        holder[at] = -leaf - 2  # leaves lie below MISSING, nodes from 0 up

    def derive(self, read: Callable[..., Any], *bodies: BodyIds) -> tuple[int, int, Any]:
        """A derived fact of one body or two: its field, its id, its value.

        What reads it branches by its value alone: where a rule only wants to know who is down, forty
        different hit points are two branches.
        """
        fact = self.fact(("derived", read), read, self.result, len(bodies))
        leaf = self.find(fact, bodies)
        if leaf == MISSING:
            leaf, _ = self.learn(fact, bodies)
        return DERIVED + fact, leaf, self.given[fact][leaf]

    def learn(
        self, fact: int, bodies: Sequence[BodyIds], node: int = MISSING, deep: int = 0
    ) -> tuple[int, Any]:
        """Run a fact once and add the path that it went: the leaf and what it gave; see `grow`."""
        read, number = self.readers[fact]
        log: list[Read] = []
        value = read(*[TrackedBody(self, body, slot, log) for slot, body in enumerate(bodies)])
        leaf = number(fact, value)
        self.grow(fact, log, leaf, node, deep)
        # an effect gives a body, which nobody takes from here: it would keep its bodies alive
        self.given[fact][leaf] = None if isinstance(value, TrackedBody) else value
        return leaf, value

    def find(self, fact: int, bodies: Sequence[BodyIds]) -> int:
        """The leaf for these bodies; MISSING when it has not been seen.

        The same walk as `leaf` in kernel.c, for what Python asks while it traces.
        """
        node, reads = self.starts[fact], self.reads
        while node >= 0:
            head, field, base, width = reads[node : node + READ]
            body = bodies[head & 1]
            if field < DERIVED:
                value = body.ids[field - body.first]
            else:
                value = self.find(field - DERIVED, (body, bodies[1 - (head & 1)]) if head & PAIR else (body,))
            if value < 0:
                return MISSING
            if width < 0:
                at = value - (head >> WHOSE)
                node = reads[base + at] if 0 <= at < -width else MISSING
            else:
                node = self.children.of(node, value)
        return MISSING if node == MISSING else -node - 2

    def _touched(self, fact: int, body: int, field: int) -> None:
        """Note a field that a fact has not read before: from now on a write to it has to forget the fact."""
        self.touches[fact].add((body, field))
        if field >= DERIVED:
            self.users.setdefault(field - DERIVED, set()).add(fact)
        self._remembered(fact)

    def _remembered(self, fact: int) -> None:
        """Let the kernel remember a fact until one of its bodies changes.

        What a look at all fighters gave is remembered until any of them changes.  Effects are not
        remembered, as most change what they have read; nor are facts beyond SLOTS, which are looked up
        each time.
        """
        slot = self.cached[fact] >> 2 if self.cached[fact] != MISSING else self.slots
        if self.readers[fact][1] != self.change and slot < SLOTS:
            self.slots = max(self.slots, slot + 1)
            one, other = self._fields_of(fact, 0), self._fields_of(fact, 1)
            self.cached[fact] = 4 * slot + (BOTH if one and other else OTHER if other else ONE)
            for field in one | other:
                self._depends(field, slot, self.arity[fact] == 1 or field in other)
        self._tell_users(fact)

    def _tell_users(self, fact: int) -> None:
        """What reads a derived fact depends on what that has read."""
        for user in self.users.get(fact, ()):
            self._remembered(user)

    def _depends(self, field: int, slot: int, anyone: bool) -> None:
        """What is remembered in this slot depends on this field, of `anyone` or of the one who looks."""
        at, count = field * SLOTS, self.dependent_count[field]
        for place in range(at, at + count):
            if self.dependents[place] >> 1 == slot:
                self.dependents[place] |= anyone
                return
        self.dependents[at + count] = 2 * slot + anyone
        self.dependent_count[field] += 1

    def _fields_of(self, fact: int, slot: int) -> set[int]:
        """The fields of a body that a fact reads, also under derived ones."""
        fields = set()
        for body, field in self.touches[fact]:
            if field < DERIVED:
                fields |= {field} if body == slot else set()
            elif body & 1 == slot:
                fields |= self._fields_of(field - DERIVED, 0)
            elif body >= PAIR:
                fields |= self._fields_of(field - DERIVED, 1)
        return fields

    # --- effects ----------------------------------------------------------------------------------

    def template(self, key: object, effect: Effect, by_reference: str, whole: type[Effect]) -> int:
        """The number of a kind of effect with its amounts, itself or as a piece of a whole."""
        number = self.templates.get((key, whole))
        if number is None:
            number = self.templates[key, whole] = len(self.by_reference)
            self.wholes.append(whole)
            self.held_by.append(sum(1 << n for n, kinds in enumerate(self.holds) if issubclass(whole, kinds)))
            self.effects.append(effect)
            self.by_reference.append(int(bool(by_reference)))
            self.refers.append(by_reference)
            self.variants.extend([MISSING] * (self.fighters + 1))
        return number

    def held(self, kinds: tuple[type[Effect], ...]) -> int:
        """The bit of effects that are held back together: those of these kinds."""
        if kinds not in self.holds:
            if len(self.holds) == 30:  # a bit each, of a signed integer of 32
                raise Untraceable("more than 30 sets of effects held back together")
            for n, whole in enumerate(self.wholes):
                self.held_by[n] |= issubclass(whole, kinds) << len(self.holds)
            self.holds.append(kinds)
        return 1 << self.holds.index(kinds)

    def variant(self, template: int, reference: int) -> int:
        """The fact number of a template, for the fighter it refers to; the last place is for none."""
        at = template * (self.fighters + 1) + reference
        fact: int = self.variants[at]
        if fact == MISSING:
            effect, name = self.effects[template], self.refers[template]
            if name:
                effect = replace(effect, **{name: Who(reference)})  # type: ignore[type-var]
            fact = self.variants[at] = self.fact(
                ("effect", template, reference), effect.on, self.change, 1 + len(effect.others)
            )
        return fact

    def change(self, _: int, changed: TrackedBody) -> int:
        """The number of a list of writes: field, value, field, value, …"""
        writes = changed.written()
        number = self.written.get(writes)
        if number is None:
            number = self.written[writes] = len(self.write_at) - 1
            self.writes.extend(writes)
            self.write_at.append(len(self.writes))
        return number

    @property
    def size(self) -> int:
        """Bytes in all arrays."""
        arrays = [a for a in vars(self).values() if isinstance(a, array)]
        return sum(len(a) * a.itemsize for a in arrays)


def _interned(known: dict[Any, int], value: Any) -> int:
    return known.setdefault(value, len(known))


def _wider(nodes: array[int], base: int, width: int, outcome: int) -> tuple[int, int]:
    """Move a block of children to the end, with room for the outcome."""
    wide = max(outcome + 1, 2 * width)
    moved = len(nodes)
    nodes.extend([*nodes[base : base + width], *[MISSING] * (wide - width)])
    return moved, wide
