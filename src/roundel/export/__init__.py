"""A core as a folder that a user drops into their own project, and that simulates alone."""

from roundel.export.folder import Exported, export

__all__ = ["Exported", "export"]
