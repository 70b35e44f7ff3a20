import { useWindowEvent } from "@mantine/hooks";

/** A chord: voice control types single letters by accident (WCAG 2.1.4). */
export const createKeys = "Alt+N";

export function useCreateKey(act: () => void): void {
  useWindowEvent("keydown", (event) => {
    const { code, altKey, ctrlKey, metaKey, target } = event;
    if (code !== "KeyN" || !altKey || ctrlKey || metaKey) return;
    // On a Mac, this chord types a letter.
    if (target instanceof Element && target.closest("input, textarea, [role=dialog]")) return;
    event.preventDefault();
    act();
  });
}
