"""Whether a test that carries an id would notice if its rule were another one.

`sites` finds what a citation of an id governs, `changes` the slips that are made there, `mutants` all of
a game with its tables; `running` runs them against the tests that carry the ids, in `children`; `results`
knows which are equal and keeps how it went (docs/project/mutants.md).
"""
