"""Holding a core against known answers and against its golden model."""
