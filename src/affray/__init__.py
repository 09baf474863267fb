"""Affray: combat for tabletop games; a rule is written once and run four ways."""
