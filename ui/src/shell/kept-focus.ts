/**
 * Where the focus goes when what had it is gone: a dialog that was closed, a card of what is over. Left to the browser it would be
 * nowhere, and whoever has no pointer would begin at the top of the page. The library's dialogs give it back only where they stay
 * in the page while they are closed, and ours do not.
 */

const remembered = 60;
/** Milliseconds: whoever knows better where it belongs, such as a new screen, has put it there by then. */
const patience = 50;
/** Milliseconds: what a list lets go while it is scrolled was left on purpose. */
const scrolling = 300;

/** The last that is part of the page itself. */
let standing: HTMLElement | null = null;
/** In what comes and goes, such as dialogs and menus: the latest first. */
let passing: readonly HTMLElement[] = [];
/** Null: somebody has left it for nothing else, as by a click beside it. */
let current: HTMLElement | null = null;
let scrolledAt = Number.NEGATIVE_INFINITY;
let timer: ReturnType<typeof setTimeout> | undefined;

addEventListener("focusin", ({ target }) => {
  if (!(target instanceof HTMLElement)) return;
  current = target;
  if (target.closest('[aria-modal="true"], [data-portal]') === null) {
    standing = target;
    passing = [];
  } else passing = [target, ...passing.filter((other) => other !== target)].slice(0, remembered);
});

addEventListener("focusout", ({ target, relatedTarget }) => {
  if (relatedTarget !== null || !(target instanceof HTMLElement)) return;
  // Chromium says it of what is being removed too, before it is.
  queueMicrotask(() => {
    if (target === current && canHaveFocus(target) && document.hasFocus()) current = null;
  });
});

addEventListener("scroll", () => (scrolledAt = performance.now()), { capture: true, passive: true });

new MutationObserver(() => {
  if (current === null || !isNowhere() || timer !== undefined) return;
  if (performance.now() - scrolledAt > scrolling || passing.length > 0) timer = setTimeout(giveBack, patience);
}).observe(document.documentElement, { childList: true, subtree: true, attributeFilter: ["disabled"] });

function giveBack(): void {
  timer = undefined;
  // What is only disabled for the time that it takes is waited for.
  if (!isNowhere() || (current?.isConnected && !canHaveFocus(current))) return;
  const dialogs = document.querySelectorAll<HTMLElement>('[aria-modal="true"]');
  const top = dialogs[dialogs.length - 1];
  placeFor(top)?.focus({ preventScroll: true });
}

function placeFor(dialog: HTMLElement | undefined): HTMLElement | null {
  if (dialog) return passing.find((element) => dialog.contains(element) && canHaveFocus(element)) ?? dialog;
  return standing && canHaveFocus(standing) ? standing : document.querySelector<HTMLElement>("#content h1");
}

function isNowhere(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

function canHaveFocus(element: HTMLElement): boolean {
  return element.isConnected && !element.matches(":disabled");
}
