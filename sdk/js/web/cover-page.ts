/** Shortest time between two raises, ms: other code that raises itself again must not make the page hang. */
const raiseInterval = 100;

/**
 * Shows a dialog above everything else of the page, until the returned function is called. Meanwhile the rest of the page can be neither
 * focused nor clicked, media pause, nothing closes the dialog, and dialogs and popovers that open above it get below it. Afterwards they
 * are as they were, and the focus is back.
 */
export function coverPage(dialog: HTMLDialogElement): () => void {
  // Browsers before 2022, and test environments.
  if (!dialog.showModal) {
    dialog.setAttribute("open", "");
    return () => dialog.removeAttribute("open");
  }
  const before = document.activeElement;
  const popovers = new Set<HTMLElement>();
  let isRaising = false;
  let isWaiting = false;
  let raisedAt = Number.NEGATIVE_INFINITY;

  const raise = () => {
    isWaiting = false;
    if (!dialog.isConnected || isEnded) return;
    isRaising = true;
    const focused = document.activeElement;
    for (const popover of findPopovers()) popovers.add(popover);
    // The newest modal dialog is on top, and the only one that is not inert.
    dialog.close();
    dialog.showModal();
    if (focused instanceof HTMLElement && dialog.contains(focused)) focused.focus();
    isRaising = false;
  };
  const raiseSoon = () => {
    if (isRaising || isWaiting) return;
    isWaiting = true;
    const now = performance.now();
    const wait = raisedAt + raiseInterval - now;
    raisedAt = Math.max(now, now + wait);
    if (wait > 0) setTimeout(raise, wait);
    else queueMicrotask(raise);
  };
  const followOutside = ({ type, target, newState }: Event & { readonly newState?: string }) => {
    const isOpening = type === "focusin" || newState === "open";
    if (isOpening && target instanceof Node && !dialog.contains(target)) raiseSoon();
  };
  const followClose = () => {
    if (!dialog.open) raiseSoon();
  };
  const keepOpen = (event: Event) => event.preventDefault();
  let isEnded = false;

  for (const media of document.querySelectorAll<HTMLMediaElement>("audio, video")) media.pause();
  dialog.setAttribute("closedby", "none");
  dialog.addEventListener("cancel", keepOpen);
  dialog.addEventListener("close", followClose);
  // Captured: the events of popovers and dialogs do not bubble.
  document.addEventListener("beforetoggle", followOutside, true);
  // Tells of dialogs in browsers without that event, and of those in shadow trees.
  document.addEventListener("focusin", followOutside);
  raise();
  return () => {
    isEnded = true;
    dialog.removeEventListener("cancel", keepOpen);
    dialog.removeEventListener("close", followClose);
    document.removeEventListener("beforetoggle", followOutside, true);
    document.removeEventListener("focusin", followOutside);
    dialog.close();
    // After a framework has made the app visible again: hidden elements take no focus.
    queueMicrotask(() => {
      for (const popover of popovers) if (popover.isConnected && !isOpenPopover(popover)) popover.showPopover();
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    });
  };
}

function findPopovers(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>("[popover]")].filter(isOpenPopover);
}

/** Browsers before 2024 do not know the selector. */
function isOpenPopover(popover: HTMLElement): boolean {
  return "showPopover" in popover && popover.matches(":popover-open");
}
