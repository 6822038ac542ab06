"""The report: everything measured, the papers' answers and the cores, as one page that needs no network.

`build` takes what is to be reported and returns the files by name; nothing here measures or reads a store.
"""

from roundel.report.site.build import Material, build

__all__ = ["Material", "build"]
