"""The tests: one file per module of src/affray, in the same folders."""
