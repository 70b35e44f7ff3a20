/** Parts of the frame that are loaded before they are opened: when the pointer comes near, and some seconds after the first screen. */
import { useClickOutside, useDisclosure } from "@mantine/hooks";
import { useEffect, useRef } from "react";

/** Milliseconds after the first screen. The frame has to open its parts also when the server is away by then. */
const later = 3000;

/** @returns properties of the element that opens the part */
export function useWanted(load: () => Promise<unknown>): { readonly onPointerEnter: () => void } {
  // Loads again when it opens, after a failure.
  const fetchNow = () => void load().catch(() => undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    const timer = setTimeout(fetchNow, later);
    return () => clearTimeout(timer);
  }, []);
  return { onPointerEnter: fetchNow };
}

export function usePanel(load: () => Promise<unknown>) {
  const [isOpen, { close, toggle }] = useDisclosure(false);
  const button = useRef<HTMLButtonElement>(null);
  const leave = () => {
    close();
    // Keys act on the page again, and not on the panel.
    button.current?.focus();
  };
  return {
    isOpen,
    leave,
    frame: { ref: useClickOutside(close), ...useWanted(load) },
    button: { ref: button, "aria-haspopup": "dialog", "aria-expanded": isOpen, onClick: toggle },
  } as const;
}
