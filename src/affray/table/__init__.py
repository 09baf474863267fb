"""The live table: who sits there, what each may see and do; no sockets, no HTTP."""
