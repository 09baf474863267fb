"""The pictures in README and docs, made from the program as it is: `python -m tools.pictures`."""
