const fields = "input, textarea, select, [contenteditable]:not([contenteditable=false])";

/** Follows what the user types. @returns whether a reload would lose it, or interrupt the user while typing */
export function watchInput(): () => boolean {
  const changed = new Set<Element>();
  const isUnsaved = (field: Element) => field.isConnected && ("value" in field ? field.value : field.textContent) !== "";
  // A page that a server renders has no user.
  if (typeof document !== "undefined") {
    const follow = ({ target }: Event) => {
      for (const field of changed) if (!field.isConnected) changed.delete(field);
      if (target instanceof Element) changed.add(target);
    };
    document.addEventListener("input", follow, true);
  }
  return () => document.activeElement?.matches(fields) || [...changed].some(isUnsaved);
}
