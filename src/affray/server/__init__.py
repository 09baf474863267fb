"""The live table over HTTP and WebSockets: pages, joining, one socket a client."""
