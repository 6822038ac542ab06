"use strict";
(() => {
  const root = document.documentElement;
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const said = document.getElementById("said");
  const pages = all(".page");
  const links = all("#contents a");
  const form = document.querySelector(".filters");
  const table = document.getElementById("rows");

  // What a row of that table is of, as its cells have it.
  const factsOf = (row) => ({
    service: row.cells[1].textContent.trim().split(" ")[0],
    target: row.cells[2].textContent,
    options: row.cells[0].querySelector("small")?.textContent ?? "",
    sources: row.matches(".old") ? "stale" : "current",
  });

  // Pages: the address names a page or something on one.
  const menu = document.getElementById("contents");
  const menuButton = document.querySelector(".contents-button");
  const openMenu = (open) => {
    menu.classList.toggle("open", open);
    menuButton.setAttribute("aria-expanded", String(open));
  };
  menuButton.addEventListener("click", () => openMenu(!menu.classList.contains("open")));

  function show(first) {
    let id = "";
    try { id = decodeURIComponent(location.hash.slice(1)); } catch { /* no address of ours */ }
    const target = id && document.getElementById(id);
    if (id && !(target && target.closest(".page")) && !first) return;
    const page = (target && target.closest(".page")) || pages[0];
    const turned = !page.classList.contains("here");
    for (const one of pages) one.classList.toggle("here", one === page);
    for (const link of links) {
      if (link.hash === `#${page.id}`) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    document.title = `${page.querySelector("h1").textContent} – Roundel`;
    openMenu(false);
    if (target && target !== page && target.localName !== "h1") {
      if (target.matches("#rows tr") && target.hidden) {
        form.reset();
        form.elements.sources.value = target.matches(".past") ? "" : "newest";
        filter();
      }
      target.scrollIntoView({ block: target.matches("tr") ? "center" : "start", behavior: "instant" });
      if (!first) {
        if (!target.hasAttribute("tabindex")) target.tabIndex = -1;
        target.focus({ preventScroll: true });
      }
    } else if (turned || first) {
      window.scrollTo({ top: 0, behavior: "instant" });
      if (!first) page.querySelector("h1").focus({ preventScroll: true });
    }
  }
  window.addEventListener("hashchange", () => show(false));

  for (const mark of all(".earlier, i")) mark.title = "The sources have changed since this was measured.";

  // Light, dark, or as the system has it.
  const kept = { get() { try { return localStorage.getItem("roundel-theme"); } catch { return null; } },
                 set(value) { try { localStorage.setItem("roundel-theme", value); } catch { /* not kept, then */ } } };
  const dress = (theme) => {
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
    else delete root.dataset.theme;
  };
  for (const choice of all(".theme input")) {
    if (choice.value === kept.get()) choice.checked = true;
    choice.addEventListener("change", () => { dress(choice.value); kept.set(choice.value); });
  }
  dress(kept.get());

  // Sorting: figures by value with those that are missing last, words by their letters; again: the other way.
  const cellValue = (row, column, kind) => {
    const text = row.cells[column].textContent.trim();
    return kind === "number" ? Number.parseFloat(text.replace(/,/g, "")) : text;
  };
  const inOrder = (one, other, kind, way) => {
    if (kind === "text") return way * one.localeCompare(other, "en", { numeric: true });
    const without = Number.isNaN(one) - Number.isNaN(other);
    return without || (Number.isNaN(one) ? 0 : way * (one - other));
  };
  const headOf = (cell) => [...cell.childNodes].map((part) => (part.localName === "br" ? "\n" : part.textContent))
    .join("").replace(/\n\//g, "/").replace(/\s+/g, " ").trim();
  for (const head of all(".sortable thead th")) {
    if (head.matches(".drawn")) continue;
    const button = Object.assign(document.createElement("button"), { type: "button" });
    head.dataset.head = headOf(head);
    button.append(...head.childNodes);
    head.append(button);
    if (!head.hasAttribute("aria-sort")) head.setAttribute("aria-sort", "none");
    button.addEventListener("click", () => {
      const kind = head.matches(".n") ? "number" : "text";
      const first = kind === "number" ? "descending" : "ascending";
      const second = kind === "number" ? "ascending" : "descending";
      const sorted = head.getAttribute("aria-sort") === first ? second : first;
      for (const other of all("th[aria-sort]", head.parentElement)) other.setAttribute("aria-sort", "none");
      head.setAttribute("aria-sort", sorted);
      const way = sorted === "ascending" ? 1 : -1;
      const body = head.closest("table").tBodies[0];
      const keyed = [...body.rows].map((row) => [cellValue(row, head.cellIndex, kind), row]);
      keyed.sort((one, other) => inOrder(one[0], other[0], kind, way));
      body.append(...keyed.map(([, row]) => row));
      said.textContent = `Sorted by ${head.dataset.head}, ${sorted}`;
    });
  }

  // Choosing rows: the drawings follow, each with the front of what is chosen.
  function filter() {
    const { target, service, sources, text } = Object.fromEntries(new FormData(form));
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    const fits = new Map();
    for (const row of table.tBodies[0].rows) {
      const of = factsOf(row);
      const name = [0, 1, 2].map((i) => row.cells[i].textContent).join(" ").toLowerCase();
      const fit = (!service || of.service === service)
        && (sources === "newest" ? !row.matches(".past") : sources === "current" ? of.sources === "current" : true)
        && words.every((word) => name.includes(word));
      fits.set(row.id, fit);
      row.hidden = !(fit && (!target || of.target === target));
      count += !row.hidden;
    }
    for (const mark of all(".mark")) {
      const out = !fits.get(mark.getAttribute("href").slice(1));
      mark.classList.toggle("out", out);
      if (out) mark.setAttribute("tabindex", "-1");
      else mark.removeAttribute("tabindex");
    }
    for (const front of all(".front")) {
      front.classList.toggle("shown", front.dataset.service === service && words.length === 0);
    }
    document.querySelector(".shown-count").textContent = `${count} of ${table.tBodies[0].rows.length} rows`;
  }
  form.addEventListener("input", filter);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(filter));

  // What a mark stands for, below its drawing.
  for (const mark of all(".mark")) {
    const readout = mark.closest("figure").querySelector(".readout");
    const tell = () => { readout.textContent = mark.getAttribute("aria-label"); };
    mark.addEventListener("pointerenter", tell);
    mark.addEventListener("focus", tell);
  }

  // Rows of one run have one command, which stands in the first of them.
  for (const link of all("#rows td > a")) {
    link.replaceWith(document.querySelector(`${link.hash} td > code`).cloneNode(true));
  }

  // Commands to the clipboard; rows to a file.
  function copied(text, code) {
    if (navigator.clipboard) return navigator.clipboard.writeText(text);
    getSelection().selectAllChildren(code);
    return document.execCommand("copy") ? Promise.resolve() : Promise.reject(new Error("refused"));
  }
  for (const code of all(".command code, .measured td > code, .code code")) {
    const button = document.createElement("button");
    // A block of code has a name; a command is its own.
    const block = code.closest(".code");
    const name = block ? block.dataset.name : code.textContent;
    Object.assign(button, { type: "button", className: "copy", textContent: "Copy", ariaLabel: `Copy ${name}` });
    (block ? block.firstElementChild : code).before(button);
    button.addEventListener("click", () => {
      copied(code.textContent, code).then(
        () => { button.textContent = "Copied"; said.textContent = `Copied: ${name}`; },
        () => { getSelection().selectAllChildren(code); said.textContent = "The text is selected: copy it."; },
      ).finally(() => setTimeout(() => { button.textContent = "Copy"; }, 1500));
    });
  }
  for (const button of all(".save")) {
    button.addEventListener("click", () => {
      const from = document.getElementById(button.dataset.table);
      const quoted = (text) => `"${text.replace(/"/g, '""')}"`;
      // A cell as data: without marks, and empty where there is no figure.
      const value = (cell) => {
        const parts = [...(cell.querySelector("code, a") || cell).childNodes].filter((part) => part.localName !== "abbr");
        const text = parts.map((part) => part.textContent).join("").trim();
        const shown = text.replace(/†$/, "").replace(/\s+/g, " ");
        return cell.dataset.head ?? (shown === "–" ? "" : shown);
      };
      const more = (row) => {
        const of = row.matches("thead *") ? { sources: "sources", options: "options" } : factsOf(row);
        return [of.sources, of.options];
      };
      const lines = [...from.rows].filter((row) => !row.hidden)
        .map((row) => [...[...row.cells].map(value), ...more(row)].map(quoted).join(","));
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([lines.join("\n") + "\n"], { type: "text/csv" }));
      link.download = button.dataset.file;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    });
  }

  filter();
  show(true);
})();
