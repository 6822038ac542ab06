"""The `roundel` command. One module a command group; each is imported only when it is called."""

from roundel.cli.app import main

__all__ = ["main"]
