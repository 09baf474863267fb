"""Traveller: each rule at work."""
