"""Events for tests of stores, and stores that are closed again."""

from affray.testing.stores import begun, event, opened

__all__ = ["begun", "event", "opened"]
