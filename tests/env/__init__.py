"""The environment for learning machines."""
