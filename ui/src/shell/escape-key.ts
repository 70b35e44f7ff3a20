/**
 * Escape closes the dialog on top and no other. The library's dialogs each listen for it, so that a review above a form would
 * take the form along.
 */
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
