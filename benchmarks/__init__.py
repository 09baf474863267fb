"""Measurements, one module each; `make bench` runs them all."""
