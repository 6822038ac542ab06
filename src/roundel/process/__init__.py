"""Child processes with time limits, and files that are written atomically."""
