"""Sessions: what a log is, and what a live fight promises."""
