"""The numbers that stand a second time in the enums of kernel.c.

The limits of a walk are in `walker`, which says them to the kernel's arrays.
"""

from __future__ import annotations

ASK, REFER, LEAST, SOME, RANKED, NEXT, ROLL, DO, CALL, RETURN, ALIKE, HOLD, RELEASE = range(13)
"""What a node of a function tree does."""
BITS, ROOM = 7, 127
"""Bits of a register and of the op in the head of a node, and the largest of them."""
TABLE_REGISTER = 99
"""The register of the table, above all that a function can have: it is the same body everywhere."""
DERIVED = 10_000
"""Fields from here on are derived facts."""
SLOTS = 1024
"""Facts that the kernel remembers, at most."""
ONE, OTHER, BOTH = range(3)
"""Which of its bodies a fact reads."""
