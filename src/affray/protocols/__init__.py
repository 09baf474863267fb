"""Faces for programs: JSON lines over stdio, and tools for assistants."""
