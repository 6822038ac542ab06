"""Pages with fewer bytes: the same tree, what has to stay stays, and columns keep their alignment."""

from __future__ import annotations

import html5lib
import pytest
from report_material import made_up, made_up_core, made_up_row

from roundel.report.site import build, render
from roundel.report.site.alignment import LAST, alignment_rules, column_classes, width
from roundel.report.site.compact import compact
from roundel.table import Column, Table


def tree(text: str) -> object:
    """The elements, attributes and words of a page, without white space."""
    root = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False).parse(text)
    return [
        (e.tag, sorted(e.attrib.items()), (e.text or "").split(), (e.tail or "").split()) for e in root.iter()
    ]


def test_the_page_has_the_same_tree_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    material = made_up(made_up_row("core-a"), made_up_row("core-b"), cores=(made_up_core("core-a"),))
    short = build(material)["index.html"]
    monkeypatch.setattr(render, "compact", lambda text: text)
    whole = build(material)["index.html"]
    assert len(short) < 0.95 * len(whole)
    assert tree(short) == tree(whole)


@pytest.mark.parametrize(
    ("whole", "short"),
    [
        ("<table>\n<tr>\n<td>a b</td> <td>c</td>\n</tr>\n</table>", "<table><tr><td>a b<td>c</table>"),
        ("<ul>\n<li>a <b>b</b></li>\n</ul>", "<ul><li>a <b>b</b></ul>"),
        ('<a class="x" title="a b" href="#y-1">', '<a class=x title="a b" href=#y-1>'),
        ('<rect x="1" y="2"/>', '<rect x=1 y="2"/>'),
        ('<a href="https://a/b">', '<a href="https://a/b">'),
        ('<a title="1 > 0" id="x">', '<a title="1 > 0" id=x>'),
        ('<a title="" id="a=b">', '<a title="" id="a=b">'),
        ("<pre>\n <td> </td>\n</pre>", "<pre>\n <td> </td>\n</pre>"),
        ('<script>x = "</td> ";</script>', '<script>x = "</td> ";</script>'),
        ('<style>a[b="c"] { }</style>', '<style>a[b="c"] { }</style>'),
        ("&lt;/td&gt; a=&quot;b&quot;", "&lt;/td&gt; a=&quot;b&quot;"),
    ],
)
def test_what_may_go_goes_and_the_rest_stays(whole: str, short: str) -> None:
    assert compact(whole) == short


COLUMNS: tuple[Column[int], ...] = (
    Column("word", "word", lambda row: "word"),
    Column("figure", "figure", lambda row: row),
    Column("nothing", "nothing", lambda row: None, optional=True),
    Column("bounded", "bounded", lambda row: row, parts=("low", "high", "bounds")),
    Column("command", "command", lambda row: None),
    Column("last", "last", lambda row: row),
)


def test_each_column_of_figures_has_its_class_and_each_class_its_rule() -> None:
    table = Table(COLUMNS, [1, 2])
    # Cells: the row's name, word, figure, bounded, its bounds, command, last.
    assert column_classes(table) == "r3 r4 b5 r7" and width(table) == 6
    assert column_classes(table, 5) == "r6 r7 b8 r10"
    rules = alignment_rules()
    for name in ("r1", "r7", f"r{LAST}", "b5", f"b{LAST}"):
        assert f".{name}>tbody>tr>:nth-child({name[1:]})" in rules
    with pytest.raises(AssertionError):
        column_classes(table, LAST)
