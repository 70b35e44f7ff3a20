/** Moves the focus when its element is removed, where browsers drop it and users start again at the top. */

const remembered = 60;
/** Milliseconds in which other code, such as a new screen, may set the focus first. */
const timeout = 50;
/** Milliseconds after scrolling: a list that drops its focused row while it scrolls is left alone. */
const scrolling = 300;

let lastFocusedInPage: HTMLElement | null = null;
/** Containers that appear and disappear, such as dialogs and menus, latest first. */
let passing: readonly HTMLElement[] = [];
/** Null means the user has moved the focus to nothing, for example by a click beside it. */
let current: HTMLElement | null = null;
let scrolledAt = Number.NEGATIVE_INFINITY;
let timer: ReturnType<typeof setTimeout> | undefined;

addEventListener("focusin", ({ target }) => {
  if (!(target instanceof HTMLElement)) return;
  current = target;
  if (target.closest('[aria-modal="true"], [data-portal]') === null) {
    lastFocusedInPage = target;
    passing = [];
  } else passing = [target, ...passing.filter((other) => other !== target)].slice(0, remembered);
});

addEventListener("focusout", ({ target, relatedTarget }) => {
  if (relatedTarget !== null || !(target instanceof HTMLElement)) return;
  // Chromium also fires this for an element that is about to be removed.
  queueMicrotask(() => {
    if (target === current && canHaveFocus(target) && document.hasFocus()) current = null;
  });
});

addEventListener("scroll", () => (scrolledAt = performance.now()), { capture: true, passive: true });

new MutationObserver(() => {
  if (current === null || !isNowhere() || timer !== undefined) return;
  if (performance.now() - scrolledAt > scrolling || passing.length > 0) timer = setTimeout(giveBack, timeout);
}).observe(document.documentElement, { childList: true, subtree: true, attributeFilter: ["disabled"] });

function giveBack(): void {
  timer = undefined;
  // Waits for an element that is disabled briefly.
  if (!isNowhere() || (current?.isConnected && !canHaveFocus(current))) return;
  const dialogs = document.querySelectorAll<HTMLElement>('[aria-modal="true"]');
  const top = dialogs[dialogs.length - 1];
  placeFor(top)?.focus({ preventScroll: true });
}

function placeFor(dialog: HTMLElement | undefined): HTMLElement | null {
  if (dialog) return passing.find((element) => dialog.contains(element) && canHaveFocus(element)) ?? dialog;
  if (lastFocusedInPage && canHaveFocus(lastFocusedInPage)) return lastFocusedInPage;
  return (lastFocusedInPage && successor(lastFocusedInPage)) ?? document.querySelector<HTMLElement>("#content h1");
}

/** Replacement of the element after a list was redrawn: same kind and name. */
function successor(gone: HTMLElement): HTMLElement | null {
  const name = nameOf(gone);
  const alike = [...document.querySelectorAll<HTMLElement>(`#content ${gone.localName}`)];
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

/** Escape closes only the dialog on top: each of the library's dialogs listens. */
addEventListener(
  "keydown",
  (event) => {
    const dialogs = document.querySelectorAll<HTMLElement>('[aria-modal="true"]');
    const top = dialogs[dialogs.length - 1];
    if (event.key !== "Escape" || event.isComposing || dialogs.length < 2 || isOwn(event.target)) return;
    event.stopImmediatePropagation();
    top?.querySelector<HTMLButtonElement>(".mantine-Modal-close, .mantine-Drawer-close")?.click();
  },
  { capture: true },
);

/** An open list or menu closes first. */
function isOwn(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.dataset.mantineStopPropagation === "true";
}

/** Fields of dates and times have several stops of the Tab key, and the browser alone knows which one is the last. */
const timeFields = 'input:is([type="date"], [type="datetime-local"], [type="month"], [type="time"], [type="week"])';

/** Leaves Tab in these fields to the browser: Mantine's focus trap would take the focus back a moment later. */
document.body.addEventListener("keydown", (event) => {
  if (event.key === "Tab" && event.target instanceof Element && event.target.matches(timeFields)) event.stopPropagation();
});
