"""What the Makefile calls: setting up, drawing the tree, counting the rules."""
