"""The languages people read: what the program says in English, said in another."""
