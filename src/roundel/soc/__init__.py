"""A service core on a bus: the registers of its shell, and a system with a processor around it."""
