"""The checker of histories finds each kind of fault, and none where there is none."""

from __future__ import annotations

import pytest

from tests.store.history import Call, Entry, History, Look, faults

A, B, C = Entry("override", "a"), Entry("override", "b"), Entry("undo", "c")
CALLS = [Call("Ann", "a", 1, 4, "done"), Call("Bob", "b", 2, 6, "done"), Call("Ann", "c", 7, 9, "done")]
LOOKS = [
    Look("Bob", 1, 3, ()),
    Look("Ann", 1, 5, ("a",)),
    Look("Bob", 1, 8, ("a", "b")),
    Look("Ann", 1, 10, ("a",)),
]
REFUSED = Call("Ann", "d", 11, 12, "refused")
LOG = [Entry("start", ""), A, B, C]


def test_a_sound_history_has_no_faults():
    assert faults(History(CALLS, LOOKS, LOG)) == []
    early = [Look("Bob", 1, 3, ("a", "b"))]
    assert faults(History(CALLS, early, LOG)) == [], "what is not yet answered may be seen"
    unanswered = [*CALLS, Call("Ann", "d", 11)]
    for log in (LOG, [*LOG, Entry("override", "d")]):
        assert faults(History(unanswered, LOOKS, log)) == [], "what is not answered may stand there or not"


@pytest.mark.parametrize(
    ("calls", "looks", "log", "said"),
    [
        (CALLS, [], [A, B], "c was acknowledged and is lost"),
        (CALLS, [], [A, B, B, C], "b stands 2 times"),
        (CALLS, [], [A, B, C, Entry("override", "x")], "x stands there, and nobody has sent it"),
        ([*CALLS, REFUSED], [], [A, B, C, Entry("override", "d")], "d was refused"),
        (CALLS, [], [A, C, B], "c was sent after b was done, and stands before it"),
        (CALLS, [Look("Bob", 1, 8, ("b", "a"))], LOG, "Bob sees ('b', 'a')"),
        (CALLS, [Look("Bob", 1, 2, ("a", "b")), Look("Bob", 1, 3, ())], LOG, "Bob sees ()"),
        (CALLS, [Look("Ann", 1, 5, ())], LOG, "Ann sees ()"),
        (CALLS, [Look("Ann", 2, 10, ("a", "b"))], LOG, "Ann sees ('a', 'b')"),
    ],
    ids=["lost", "twice", "unsent", "refused", "order", "never", "back", "own", "own-on-a-new-line"],
)  # fmt: skip
def test_a_broken_history_is_found(calls, looks, log, said):
    [found] = faults(History(calls, looks, log))
    assert found.startswith(said)
