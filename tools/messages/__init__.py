"""The messages in the sources, and the catalogues of them in other languages."""
