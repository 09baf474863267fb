"""The core, by itself: what every game stands on."""
