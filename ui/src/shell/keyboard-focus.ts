/** Browsers drop the focus with its element, and users would start again at the top. */

const remembered = 60;
/** Milliseconds in which other code, such as a new screen, may set the focus first. */
const timeout = 50;
/** Milliseconds: a long list may drop its focused row while it scrolls. */
const scrolling = 300;

let lastFocusedInPage: HTMLElement | null = null;
let lastSection: Element | null = null;
/** Elements in dialogs and menus, which come and go; the latest is first. */
let passing: readonly HTMLElement[] = [];
/** Null means the user dropped the focus, for example by a click beside it. */
let current: HTMLElement | null = null;
let scrolledAt = Number.NEGATIVE_INFINITY;
let timer: ReturnType<typeof setTimeout> | undefined;

addEventListener("focusin", ({ target }) => {
  if (!(target instanceof HTMLElement)) return;
  current = target;
  if (target.closest('[aria-modal="true"], [data-portal]') === null) {
    lastFocusedInPage = target;
    lastSection = target.closest("section");
    passing = [];
  } else passing = [target, ...passing.filter((other) => other !== target)].slice(0, remembered);
});

addEventListener("focusout", ({ target, relatedTarget }) => {
  if (relatedTarget !== null || !(target instanceof HTMLElement)) return;
  // Chromium also sends this before it removes an element.
  queueMicrotask(() => {
    if (target === current && canHaveFocus(target) && document.hasFocus()) current = null;
  });
});

addEventListener("scroll", () => (scrolledAt = performance.now()), { capture: true, passive: true });

new MutationObserver(() => {
  if (current === null || !isNowhere() || timer !== undefined) return;
  const mayReturn = current.closest("[data-index]") !== null && passing.length === 0;
  if (!mayReturn || performance.now() - scrolledAt > scrolling) timer = setTimeout(giveBack, timeout);
}).observe(document.documentElement, { childList: true, subtree: true, attributeFilter: ["disabled"] });

const dialogs = () => [...document.querySelectorAll<HTMLElement>('[aria-modal="true"]')];

function giveBack(): void {
  timer = undefined;
  // The element may be disabled only briefly.
  if (!isNowhere() || (current?.isConnected && !canHaveFocus(current))) return;
  placeFor(dialogs().at(-1))?.focus({ preventScroll: true });
}

function placeFor(dialog: HTMLElement | undefined): HTMLElement | null {
  if (dialog) return passing.find((element) => dialog.contains(element) && canHaveFocus(element)) ?? dialog;
  if (lastFocusedInPage && canHaveFocus(lastFocusedInPage)) return lastFocusedInPage;
  const section = lastSection?.isConnected ? lastSection : null;
  return (
    (section && lastFocusedInPage && successor(lastFocusedInPage, section)) ??
    section?.querySelector<HTMLElement>("h2[tabindex]") ??
    (lastFocusedInPage && successor(lastFocusedInPage, document.querySelector("#content"))) ??
    document.querySelector<HTMLElement>("#content h1")
  );
}

/** A redrawn list has an element of the same kind and name. */
function successor(gone: HTMLElement, place: Element | null): HTMLElement | null {
  const name = nameOf(gone);
  const alike = [...(place?.querySelectorAll<HTMLElement>(gone.localName) ?? [])];
  return alike.find((element) => nameOf(element) === name && canHaveFocus(element)) ?? null;
}

function nameOf(element: HTMLElement): string {
  return element.getAttribute("aria-label") ?? element.textContent;
}

function isNowhere(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

function canHaveFocus(element: HTMLElement): boolean {
  return element.isConnected && !element.matches(":disabled");
}

/** Escape closes only the top dialog, although each of the library's dialogs listens. */
addEventListener(
  "keydown",
  (event) => {
    const open = dialogs();
    if (event.key !== "Escape" || event.isComposing || open.length < 2 || isOwn(event.target)) return;
    event.stopImmediatePropagation();
    open.at(-1)?.querySelector<HTMLButtonElement>(".mantine-Modal-close, .mantine-Drawer-close")?.click();
  },
  { capture: true },
);

/** An open list or menu closes first. */
function isOwn(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.dataset.mantineStopPropagation === "true";
}

/** Only the browser knows the last Tab stop of these fields, which have several. */
const timeFields = 'input:is([type="date"], [type="datetime-local"], [type="month"], [type="time"], [type="week"])';

/** Mantine's focus trap would take the focus back a moment later. */
document.body.addEventListener("keydown", (event) => {
  if (event.key === "Tab" && event.target instanceof Element && event.target.matches(timeFields)) event.stopPropagation();
});
