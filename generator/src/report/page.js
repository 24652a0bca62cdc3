"use strict";
// Filters the changes. The page is complete without it, so only this script shows the controls.
(() => {
  const find = (id) => document.getElementById(id);
  const controls = find("controls");
  if (!controls) return;
  const [search, kind, resource, silent] = ["search", "kind", "resource", "silent"].map(find);
  const verdicts = [...controls.querySelectorAll('input[name="verdict"]')];
  const sections = [...document.querySelectorAll("section.resource")];
  const entries = [...document.querySelectorAll("nav li")];
  const changes = [...document.querySelectorAll("article.change")].map((element) => ({ element, text: null }));

  // Computed on the first search, since a page may have thousands of changes.
  const textOf = (change) => (change.text ??= change.element.textContent.toLowerCase());

  const filter = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const selected = new Set(verdicts.filter((box) => box.checked).map((box) => box.value));
    const shown = new Set();
    let hits = 0;
    for (const change of changes) {
      const data = change.element.dataset;
      const fits =
        selected.has(data.verdict) &&
        (!kind.value || data.kind === kind.value) &&
        (!resource.value || data.resource === resource.value) &&
        (!silent?.checked || "silent" in data) &&
        words.every((word) => textOf(change).includes(word));
      change.element.hidden = !fits;
      if (fits) {
        hits += 1;
        shown.add(change.element.closest("section").dataset.section);
      }
    }
    sections.forEach((section) => (section.hidden = !shown.has(section.dataset.section)));
    entries.forEach((entry) => (entry.hidden = !shown.has(entry.dataset.section)));
    find("none").hidden = hits > 0;
    const all = changes.length;
    find("hits").textContent = hits === all ? `${all} changes` : `${hits} of ${all} changes`;
  };

  const openAll = (open) => {
    for (const { element } of changes) if (!element.hidden) element.firstElementChild.open = open;
  };

  let waiting;
  search.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(filter, 120);
  });
  controls.addEventListener("change", filter);
  find("open").addEventListener("click", () => openAll(true));
  find("fold").addEventListener("click", () => openAll(false));
  find("reset").addEventListener("click", () => {
    search.value = kind.value = resource.value = "";
    verdicts.forEach((box) => (box.checked = true));
    if (silent) silent.checked = false;
    filter();
  });

  // Expands everything for printing, and collapses it again afterwards.
  let opened = [];
  addEventListener("beforeprint", () => {
    opened = [...document.querySelectorAll("details:not([open])")];
    opened.forEach((details) => (details.open = true));
  });
  addEventListener("afterprint", () => opened.forEach((details) => (details.open = false)));

  controls.hidden = false;
  filter();
})();
