/** Opens the palette of commands from anywhere in the page. */
const name = "drawbridge-commands";

export function openCommands(): void {
  dispatchEvent(new Event(name));
}

/** @returns stops */
export function onOpenCommands(open: () => void): () => void {
  addEventListener(name, open);
  return () => removeEventListener(name, open);
}
