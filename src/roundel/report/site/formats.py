"""Tables as CSV, JSON, Markdown and LaTeX: a function for each format."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable
from typing import Any

from roundel.table import About, Table, markdown_table

# What CommonMark or its tables would take for markup.
_MARKDOWN = re.compile(r"([\\`*_\[\]<>|~&])")
_LATEX = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "{": r"\{",
        "}": r"\}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
        **{letter: f"\\{letter}" for letter in "&%$#_"},
    }
)
LATEX_EMPTY = "--"
NEXT = ",\n"


def csv_text(table: Table[Any]) -> str:
    """Return a table as CSV (RFC 4180 with line feeds): the columns' keys, then the rows."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([column.key for column in table.parts])
    writer.writerows([column.stored(row) for column in table.parts] for row in table.rows)
    return out.getvalue()


def json_text(tables: Iterable[Table[Any]], about: About) -> str:
    """Return all tables as one JSON object: `about`, then `tables` with units and rows of named values.

    A row is a line.
    """
    parts = NEXT.join(map(_json_table, tables))
    return f'{{\n"about": {_json(dict(about))},\n"tables": {{\n{parts}\n}}\n}}\n'


def _json_table(table: Table[Any]) -> str:
    columns = {column.key: column.heading for column in table.parts}
    rows = (_json({column.key: column.data(row) for column in table.parts}) for row in table.rows)
    head = f'{_json(table.name)}: {{"title": {_json(table.title)}, "columns": {_json(columns)},'
    return f'{head} "rows": [\n{NEXT.join(rows)}\n]}}'


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def markdown_text(tables: Iterable[Table[Any]], about: About) -> str:
    """Return all tables as one Markdown page."""
    facts = [f"- {_marked(name)}: {_marked('; '.join(lines_of(said)))}" for name, said in about.items()]
    parts = ["# Roundel: measured results", "\n".join(facts)]
    for table in tables:
        heads = [_marked(column.heading) for column in table.parts]
        lines = ([_marked(column.stored(row)) for column in table.parts] for row in table.rows)
        parts += [f"## {_marked(table.title)}", _marked(table.note), markdown_table(heads, lines).rstrip()]
    return "\n\n".join(filter(None, parts)) + "\n"


def lines_of(said: str | tuple[str, ...]) -> tuple[str, ...]:
    """Return what is said as lines."""
    return (said,) if isinstance(said, str) else said


def latex_text(table: Table[Any]) -> str:
    r"""Return a table to be \input into a document: its figures, then how its rows are made again.

    It needs the packages booktabs and longtable. Details that CSV has are left out; see `Column.place`.
    """
    figures, origin = (
        [column for number, column in enumerate(table.parts) if column.place == place or not number]
        for place in ("figure", "origin")
    )
    parts = [
        f"% {_line(table.title)}. Needs \\usepackage{{booktabs,longtable}}. Made by `roundel report`.",
        _longtable(Table(figures, table.rows), table.title),
    ]
    if len(origin) > 1:
        parts.append(_longtable(Table(origin, table.rows), f"{table.title}: how its rows are made again"))
    return "\n".join(parts) + "\n"


def _longtable(table: Table[Any], caption: str) -> str:
    # A column without values is none of figures.
    sides = (figures and any(column.stored(row) for row in table.rows) for column, figures in table.shown)
    columns = "".join("r" if right else "l" for right in sides)
    heads = " & ".join(_tex(column.heading) for column in table.columns)
    lines = (
        " & ".join(_tex(column.stored(row)) or LATEX_EMPTY for column in table.columns) + r" \\"
        for row in table.rows
    )
    return "\n".join(
        [
            rf"\begin{{longtable}}{{@{{}}{columns}@{{}}}}",
            rf"\caption{{{_tex(caption)}}}\\",
            r"\toprule",
            rf"{heads} \\",
            r"\midrule",
            r"\endfirsthead",
            r"\toprule",
            rf"{heads} \\",
            r"\midrule",
            r"\endhead",
            r"\bottomrule",
            r"\endlastfoot",
            *lines,
            r"\end{longtable}",
        ]
    )


def _marked(text: str) -> str:
    return _MARKDOWN.sub(r"\\\1", _line(text))


def _tex(text: str) -> str:
    return _line(text).translate(_LATEX).replace("--", "-{}-")  # two hyphens of an option are no dash


def _line(text: str) -> str:
    return " ".join(text.split())
