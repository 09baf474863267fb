"""The single file: what lies in it beside the packages."""
