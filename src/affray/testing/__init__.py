"""What a ruleset author gets: scripted plays, a contract suite, random play."""
