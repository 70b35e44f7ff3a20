import { useWindowEvent } from "@mantine/hooks";

/** A chord: voice control types single letters by accident (WCAG 2.1.4). */
export const createKeys = "Alt+N";

/** @param act null means there is nothing to create */
export function useCreateKey(act: (() => void) | null): void {
  useWindowEvent("keydown", (event) => {
    const { code, altKey, ctrlKey, metaKey, target } = event;
    if (!act || code !== "KeyN" || !altKey || ctrlKey || metaKey) return;
    // On a Mac, this chord types a letter.
    if (target instanceof Element && target.closest("input, textarea, [role=dialog]")) return;
    event.preventDefault();
    act();
  });
}
