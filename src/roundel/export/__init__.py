"""A core as a folder that a user drops into their own project, and that simulates by itself."""

from roundel.export.folder import Exported, export

__all__ = ["Exported", "export"]
