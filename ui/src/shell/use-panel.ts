import { useClickOutside, useDisclosure } from "@mantine/hooks";
import { useEffect, useRef } from "react";

/** Milliseconds after the first screen: its parts have to open when the server is away, too. */
const later = 3000;

/** Loads a part when the pointer comes near, or later. */
export function useWanted(load: () => Promise<unknown>): { readonly onPointerEnter: () => void } {
  // After a failure, the opening loads it again.
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
    // Keys act on the page again.
    button.current?.focus();
  };
  return {
    isOpen,
    leave,
    frame: { ref: useClickOutside(close), ...useWanted(load) },
    button: { ref: button, "aria-haspopup": "dialog", "aria-expanded": isOpen, onClick: toggle },
  } as const;
}
