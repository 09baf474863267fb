"""A fuzzer by structure: what people and programs write, altered where it hurts, and what comes out."""
