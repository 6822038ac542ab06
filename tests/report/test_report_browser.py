"""The report in a browser: it runs without a fault or a request, by keyboard, on a phone, light and dark.

It takes the Chromium of the system; without one it is skipped.
"""

from __future__ import annotations

import csv
import shutil
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from report_material import files_of_the_project, of_the_project

from roundel.catalog import find_core, load_catalog
from roundel.catalog.ports import instance_of
from roundel.paths import project_root

pytestmark = pytest.mark.slow

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
PHONE, DESK = {"width": 375, "height": 740}, {"width": 1440, "height": 900}


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    if BROWSER is None:
        pytest.skip("no Chromium on PATH: `apt install chromium` to have the report tested in a browser")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("report") / "index.html"
    path.write_text(files_of_the_project()["index.html"])
    return path.as_uri()


class Visit:
    """An opened report, with what it asked for and complained of."""

    def __init__(self, browser: Any, url: str, size: dict[str, int], **more: Any) -> None:
        self.url = url
        self.context = browser.new_context(viewport=size, **more)
        self.page = self.context.new_page()
        self.requests: list[str] = []
        self.faults: list[str] = []
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on(
            "console", lambda said: said.type in ("error", "warning") and self.faults.append(said.text)
        )
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.goto(url)

    def here(self) -> str:
        """The page on show."""
        return str(
            self.page.evaluate(
                "[...document.querySelectorAll('.page')].filter(p => p.offsetParent).map(p => p.id).join()"
            )
        )

    def rows(self, column: int) -> list[str]:
        """The texts of a column of the rows on show."""
        return [
            text.strip()
            for text in self.page.evaluate(
                "c => [...document.querySelectorAll('#rows tbody tr')].filter(r => !r.hidden)"
                ".map(r => r.cells[c].textContent)",
                column,
            )
        ]

    def focused(self) -> str:
        return str(self.page.evaluate("document.activeElement.textContent.trim()"))


@pytest.fixture
def visit(browser: Any, report: str) -> Iterator[Any]:
    """Give a function that opens the report; every visit must end without a fault or a request."""
    visits: list[Visit] = []

    def opened(size: dict[str, int] = DESK, fragment: str = "", **more: Any) -> Visit:
        visits.append(Visit(browser, report + fragment, size, **more))
        return visits[-1]

    yield opened
    for one in visits:
        one.context.close()
        assert one.faults == []
        assert [url for url in one.requests if url.partition("#")[0] != report] == []


def addresses(page: Any) -> list[str]:
    return list(page.evaluate("[...document.querySelectorAll('#contents a')].map(a => a.hash)"))


def test_every_page_is_reached_from_the_contents(visit: Any) -> None:
    one = visit()
    found = addresses(one.page)
    assert len(found) > 20 and one.here() == "overview"
    for address in (*found[1:], found[0]):
        one.page.locator(f"#contents a[href='{address}']").click()
        one.page.wait_for_function("id => document.getElementById(id).offsetParent", arg=address[1:])
        assert one.here() == address.removeprefix("#")
        assert one.page.locator("#contents a[aria-current='page']").count() == 1
        assert one.focused() == one.page.locator(f"{address} h1").inner_text()
        assert one.page.title().startswith(one.focused())


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_no_page_is_wider_than_the_window(visit: Any, size: dict[str, int]) -> None:
    one = visit(size)
    for address in addresses(one.page):
        one.page.evaluate("hash => { location.hash = hash; }", address)
        one.page.wait_for_function("id => document.getElementById(id).offsetParent", arg=address[1:])
        wide = one.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, f"{address}: {wide} px too wide"


def test_rows_are_sorted_by_keyboard(visit: Any) -> None:
    one = visit()
    head = one.page.locator("#rows thead th", has_text="Mbit/s").first
    head.get_by_role("button").focus()
    for state, reverse in (("descending", True), ("ascending", False)):
        one.page.keyboard.press("Enter")
        assert head.get_attribute("aria-sort") == state
        figures = [float(text) for text in one.rows(6) if text != "–"]
        assert len(figures) > 20 and figures == sorted(figures, reverse=reverse)
        shown = one.rows(6)
        assert "–" not in shown[: len(figures)]  # what is missing stands last, either way
    assert one.page.locator("#rows th[aria-sort]:not([aria-sort='none'])").count() == 1
    assert "Sorted by Mbit/s" in one.page.locator("#said").inner_text()


def test_rows_are_chosen_by_keyboard_and_the_drawings_follow(visit: Any) -> None:
    one = visit()
    before = len(one.rows(0))
    one.page.locator(".filters").get_by_label("Words").focus()
    one.page.keyboard.type("keccak hash")
    names = one.rows(0)
    assert 0 < len(names) < before and all("keccak" in name for name in names)
    assert one.page.locator(".shown-count").inner_text().startswith(f"{len(names)} of ")
    assert one.page.locator(".mark.out").count() > 0
    inside = one.page.locator(".mark:not(.out)")
    assert all("keccak" in inside.nth(i).get_attribute("aria-label") for i in range(inside.count()))
    one.page.keyboard.press("Control+A")
    one.page.keyboard.press("Delete")
    one.page.locator(".filters").get_by_label("Service").focus()
    one.page.keyboard.press("m")  # mac
    assert {text.split()[0] for text in one.rows(1)} == {"mac"}
    assert one.page.locator(".front.shown:not([data-service='mac'])").count() == 0
    one.page.get_by_role("button", name="Reset").press("Enter")
    one.page.wait_for_function(
        "n => document.querySelector('.shown-count').textContent.startsWith(n)", arg=str(before)
    )


def test_a_mark_tells_its_row_and_leads_to_it(visit: Any) -> None:
    one = visit()
    mark = one.page.locator(".mark").first
    mark.focus()
    told = one.page.locator(".readout").first.inner_text()
    assert told == mark.get_attribute("aria-label")
    one.page.keyboard.press("Enter")
    row = one.page.locator(f"[id='{mark.get_attribute('href')[1:]}']")
    assert row.evaluate("row => row === document.activeElement && row.offsetParent !== null")
    assert told.split(",")[0] in row.inner_text()


def test_an_address_of_a_hidden_row_shows_it(visit: Any) -> None:
    one = visit()
    for kind in (":not(.past)", ".past"):
        if not one.page.locator(f"#rows tbody tr{kind}").count():
            continue  # no row has newer ones in its place today
        row = one.page.locator(f"#rows tbody tr{kind}").first.get_attribute("id")
        one.page.locator(".filters").get_by_label("Words").fill("no such core at all")
        assert one.rows(0) == []
        one.page.evaluate("id => { location.hash = id; }", row)
        shown = "id => document.activeElement.id === id && document.activeElement.offsetParent !== null"
        one.page.wait_for_function(shown, arg=row)


@pytest.mark.parametrize("system", ["light", "dark"])
def test_light_and_dark_follow_the_system_until_one_is_chosen(visit: Any, system: str) -> None:
    one = visit(color_scheme=system)

    def ground() -> str:
        return str(one.page.evaluate("getComputedStyle(document.body).backgroundColor"))

    by_name = {"light": "rgb(252, 252, 251)", "dark": "rgb(26, 26, 25)"}
    other = "dark" if system == "light" else "light"
    assert ground() == by_name[system]
    one.page.locator(f".theme input[value={system}]").focus()
    one.page.locator(".theme input:checked").focus()
    one.page.keyboard.press("ArrowRight" if other == "light" else "ArrowLeft")  # of auto, light, dark
    assert ground() == by_name[other]
    one.page.reload()
    assert ground() == by_name[other]
    one.page.locator(".theme input[value=auto]").check(force=True)
    assert ground() == by_name[system]


def test_a_command_is_copied(visit: Any) -> None:
    one = visit(permissions=["clipboard-read", "clipboard-write"])
    button = one.page.locator("#row-1 .copy")
    button.focus()
    one.page.keyboard.press("Enter")
    one.page.wait_for_function("document.querySelector('#row-1 .copy').textContent === 'Copied'")
    command = one.page.locator("#row-1 code").inner_text()
    assert one.page.evaluate("navigator.clipboard.readText()") == command and command.startswith(
        "roundel bench"
    )


def test_an_instance_is_copied(visit: Any) -> None:
    one = visit(fragment="#doc-keccak-hash", permissions=["clipboard-read", "clipboard-write"])
    one.page.get_by_role("button", name="Copy the instance of keccak-hash", exact=True).press("Enter")
    one.page.wait_for_function("document.getElementById('said').textContent.startsWith('Copied')")
    assert one.page.evaluate("navigator.clipboard.readText()") == instance_of(find_core("keccak-hash"))


def test_the_rows_on_show_are_saved(visit: Any) -> None:
    one = visit()
    one.page.locator(".filters").get_by_label("Service").select_option("mac")
    with one.page.expect_download() as download:
        one.page.get_by_role("button", name="Save these rows").click()
    lines = Path(download.value.path()).read_text().splitlines()
    assert download.value.suggested_filename == "roundel-rows.csv"
    assert len(lines) == 1 + len(one.rows(0)) and all('"roundel bench ' in line for line in lines[1:])


def test_what_is_saved_are_values_without_marks(visit: Any) -> None:
    one = visit()
    one.page.locator(".filters").get_by_label("Sources").select_option("")
    with one.page.expect_download() as download:
        one.page.get_by_role("button", name="Save these rows").click()
    rows = list(csv.DictReader(Path(download.value.path()).read_text().splitlines()))
    assert {"core", "fmax (MHz)", "cycles/block", "kbit/s per LUT", "sources", "options"} <= set(rows[0])
    material = of_the_project()
    assert len(rows) == len(material.rows)
    assert {row["core"] for row in rows} == {row["core"] for row in material.rows}
    assert {row["sources"] for row in rows} <= {"current", "stale"}
    for row in rows:
        for name in ("LUT", "FF", "fmax (MHz)", "Mbit/s"):
            assert not row[name] or row[name].endswith(" GE") or float(row[name]) > 0, (name, row)


def test_the_first_stop_of_the_keyboard_skips_to_the_content(visit: Any) -> None:
    one = visit()
    one.page.keyboard.press("Tab")
    assert one.focused() == "Skip to the content"
    one.page.keyboard.press("Enter")
    assert one.page.evaluate("document.activeElement.id") == "main" and one.here() == "overview"


# What shows that an element has the focus: its outline, or that of the label beside a hidden radio button.
OUTLINED = """() => {
    const e = document.activeElement;
    if (e.matches(".mark")) return getComputedStyle(e.querySelector(".shape")).strokeWidth === "3px";
    const style = getComputedStyle(e.matches(".theme input") ? e.nextElementSibling : e);
    return style.outlineStyle !== "none" && style.outlineWidth !== "0px";
}"""


def test_the_keyboard_reaches_everything_in_order_and_the_focus_is_seen(visit: Any) -> None:
    one = visit()
    # Each kind of stop, in the order of the page.
    kinds = {
        "contents": "#contents a",
        "sort a column": "#glance th button",
        "a core": "#glance tbody a",
        "a paper": ".papers a",
        "filters": ".filters :is(select, input, button)",
        "a mark": ".mark",
        "save": ".save",
        "sort the rows": "#rows th button",
    }
    first: dict[str, int] = {}
    count: dict[str, int] = {}
    for number in range(1500):
        one.page.keyboard.press("Tab")
        assert one.page.evaluate(OUTLINED), one.page.evaluate(
            "document.activeElement.outerHTML.slice(0, 200)"
        )
        for kind, selector in kinds.items():
            if one.page.evaluate("s => document.activeElement.matches(s)", selector):
                first.setdefault(kind, number)
                count[kind] = count.get(kind, 0) + 1
        if one.page.evaluate("document.activeElement.matches('#rows tbody *')"):
            break
    assert list(first) == list(kinds) and sorted(first.values()) == list(first.values())
    for kind in ("contents", "sort a column", "filters", "sort the rows"):
        stops = one.page.locator(kinds[kind])
        assert count[kind] == stops.count(), kind


@pytest.mark.parametrize(("size", "scheme"), [(DESK, "light"), (PHONE, "dark")], ids=["light", "dark"])
def test_axe_finds_no_fault(visit: Any, size: dict[str, int], scheme: str) -> None:
    from axe_playwright_python.base import AXE_SCRIPT

    one = visit(size, color_scheme=scheme)
    one.page.evaluate(AXE_SCRIPT)
    found = {}
    for address in addresses(one.page):
        # One page alone: axe takes seconds for what is not on show.
        found[address] = one.page.evaluate(
            """async (id) => {
                window.pages ??= [...document.querySelectorAll(".page")];
                const page = window.pages.find((page) => page.id === id);
                document.querySelector("main").replaceChildren(page);
                page.classList.add("here");
                const { violations, passes } = await axe.run();
                if (passes.length < 20) throw new Error(`only ${passes.length} rules passed on ${id}`);
                return violations.map((one) => [one.id, one.help, one.nodes.map((node) => node.html)]);
            }""",
            address[1:],
        )
    assert len(found) > 20
    assert {address: faults for address, faults in found.items() if faults} == {}


def test_axe_finds_a_fault_that_is_put_in(visit: Any) -> None:
    from axe_playwright_python.base import AXE_SCRIPT

    one = visit()
    one.page.evaluate(AXE_SCRIPT)
    found = one.page.evaluate(
        """async () => {
            document.querySelector("main").replaceChildren();
            document.querySelector("main").innerHTML = "<h1>x</h1><button></button>";
            return (await axe.run()).violations.map((one) => one.id);
        }"""
    )
    assert "button-name" in found


def test_the_contents_of_a_phone_open_and_close(visit: Any) -> None:
    one = visit(PHONE)
    button = one.page.get_by_role("button", name="Contents")
    assert button.get_attribute("aria-expanded") == "false" and not one.page.locator("#contents").is_visible()
    button.press("Enter")
    assert button.get_attribute("aria-expanded") == "true"
    one.page.locator("#contents a[href='#p1']").click()
    assert one.here() == "p1" and not one.page.locator("#contents").is_visible()


def test_without_script_everything_is_on_show(visit: Any) -> None:
    one = visit(java_script_enabled=False)
    assert one.page.locator(".page").count() == one.page.locator(".page:visible").count() > 20
    assert not one.page.locator(".filters").is_visible()


def test_a_printed_page_is_the_one_on_show_without_the_frame(visit: Any) -> None:
    one = visit(fragment="#p1")
    one.page.emulate_media(media="print")
    assert one.here() == "p1"
    for frame in (".top", "#contents"):
        assert not one.page.locator(frame).is_visible()
    assert one.page.locator("#p1 table").first.is_visible()


def test_names_in_the_readme_s_figure_are_apart_as_they_are_drawn(browser: Any) -> None:
    page = browser.new_page()
    page.goto((project_root() / "docs" / "throughput-area.svg").as_uri())
    texts = page.evaluate(
        "[...document.querySelectorAll('text')].map(t => [t.textContent, t.getBoundingClientRect().toJSON()])"
    )
    page.close()
    boxes = {name: box for name, box in texts if name in load_catalog()}
    assert len(boxes) > 30
    for (one, a), (other, b) in combinations(boxes.items(), 2):
        across = min(a["right"], b["right"]) - max(a["left"], b["left"])
        down = min(a["bottom"], b["bottom"]) - max(a["top"], b["top"])
        assert across <= 0 or down <= 1, f"{one} and {other} overlap by {across:.0f} by {down:.0f} pixels"
