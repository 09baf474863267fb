"""Characters from elsewhere."""
