// Theme, tabs, copy buttons and search of a page. It runs in the head, so that no page flashes in the other theme.
const script = /** @type {HTMLScriptElement} */ (document.currentScript);
const rootUrl = new URL(".", script.src);
const root = document.documentElement;
/** End of the address of a page: none on a server of Drawbridge. */
const end = root.dataset.end ?? "";
/** The console keeps its own theme under the same name. */
const themeKey = "drawbridge-colours";

/** Keeps a choice, or reads it. A browser that stores nothing has it for this page only. @param {string} key @param {string} [value] */
function choice(key, value) {
  try {
    if (value !== undefined) localStorage.setItem(key, value);
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} name @param {Readonly<Record<string, string>>} attributes @param {(string | Node)[]} children
 */
function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function addTheme() {
  const names = Object.entries({ auto: "System", light: "Light", dark: "Dark" });
  const select = element(
    "select",
    { "aria-label": "Theme" },
    ...names.map(([value, name]) => element("option", { value }, name)),
  );
  select.value = root.dataset.theme ?? "auto";
  select.addEventListener("change", () => {
    root.dataset.theme = select.value;
    choice(themeKey, select.value);
  });
  document.querySelector("header")?.append(select);
}

function addCopyButtons() {
  for (const pre of document.querySelectorAll("pre")) {
    const button = element("button", { type: "button", class: "copy" }, "Copy");
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(pre.querySelector("code")?.textContent ?? "");
      button.textContent = "Copied";
      setTimeout(() => button.replaceChildren("Copy"), 2000);
    });
    const box = element("div", { class: "code" });
    pre.replaceWith(box);
    box.append(pre, button);
  }
}

function addTabs() {
  for (const [n, tabs] of document.querySelectorAll(".tabs").entries()) {
    const panels = [...tabs.querySelectorAll(":scope > .tab")];
    const labels = panels.map((panel) => panel.firstElementChild?.textContent ?? "");
    const buttons = panels.map((panel, i) => {
      panel.firstElementChild?.classList.add("label");
      panel.id = `tab-${n}-${i}`;
      panel.setAttribute("role", "tabpanel");
      panel.setAttribute("aria-label", labels[i] ?? "");
      return element("button", { type: "button", role: "tab", "aria-controls": panel.id }, labels[i] ?? "");
    });
    const list = element("div", { role: "tablist", class: "tablist" }, ...buttons);
    /** @param {number} chosen */
    const show = (chosen) => {
      for (const [i, panel] of panels.entries()) {
        panel.classList.toggle("other", i !== chosen);
        buttons[i]?.setAttribute("aria-selected", String(i === chosen));
        buttons[i]?.setAttribute("tabindex", i === chosen ? "0" : "-1");
      }
    };
    list.addEventListener("click", ({ target }) => {
      const chosen = buttons.findIndex((button) => target instanceof Node && button.contains(target));
      if (chosen < 0) return;
      show(chosen);
      choice("drawbridge-tab", labels[chosen]);
    });
    list.addEventListener("keydown", ({ key }) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
      const at = buttons.findIndex((button) => button.matches(":focus"));
      if (step === undefined || at < 0) return;
      const next = buttons.at((at + step) % buttons.length);
      next?.focus();
      next?.click();
    });
    tabs.prepend(list);
    show(Math.max(0, labels.indexOf(choice("drawbridge-tab") ?? "")));
  }
}

function addSearch() {
  const input = element("input", {
    type: "search",
    placeholder: "Search",
    "aria-label": "Search the documents",
    autocomplete: "off",
  });
  const results = element("ul", { class: "results", "aria-label": "Results" });
  /** @type {Promise<[typeof import("./search.js"), import("./search.js").Index]> | undefined} */
  let loaded;
  const load = () => {
    loaded ??= Promise.all([
      import(new URL("search.js", rootUrl).href),
      fetch(new URL("search.json", rootUrl)).then((answer) => answer.json()),
    ]);
    // The next letter loads it again.
    return loaded.catch(() => {
      loaded = undefined;
      return null;
    });
  };
  input.addEventListener("focus", load);
  input.addEventListener("input", async () => {
    const found = await load();
    if (!found) return results.replaceChildren(element("li", {}, "The search did not load. Try again."));
    const [{ rank }, index] = found;
    const hits = input.value.trim() === "" ? [] : rank(index, input.value).slice(0, 8);
    const items = hits.map(({ address, anchor, title, heading }) => {
      const page = address === "index" ? "" : address + end;
      const href = new URL(page + (anchor === "" ? "" : `#${anchor}`), rootUrl).href;
      return element("li", {}, element("a", { href }, element("b", {}, title), heading === title ? "" : ` ${heading}`));
    });
    const nothing = input.value.trim() !== "" && items.length === 0 ? [element("li", {}, "Nothing found")] : items;
    results.replaceChildren(...nothing);
  });
  const box = document.getElementById("search");
  box?.append(input, results);
  box?.addEventListener("keydown", (event) => {
    const stops = [input, ...results.querySelectorAll("a")];
    const at = stops.findIndex((stop) => stop.matches(":focus"));
    if (event.key === "Enter" && at === 0) stops[1]?.click();
    else if (event.key === "Escape") {
      input.focus();
      results.replaceChildren();
    } else if (event.key === "ArrowDown") stops[at + 1]?.focus();
    else if (event.key === "ArrowUp") stops[Math.max(0, at - 1)]?.focus();
    else return;
    event.preventDefault();
  });
  box?.addEventListener("focusout", ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && box.contains(relatedTarget))) results.replaceChildren();
  });
  addEventListener("keydown", (event) => {
    const isTyping = event.target instanceof HTMLElement && event.target.closest("input, select, textarea");
    if (event.key !== "/" || isTyping) return;
    event.preventDefault();
    input.focus();
  });
}

root.dataset.theme = choice(themeKey) ?? "auto";
addEventListener("DOMContentLoaded", () => {
  addSearch();
  addTheme();
  addTabs();
  addCopyButtons();
  document.querySelector('#nav [aria-current="page"]')?.scrollIntoView({ block: "nearest" });
});
