import { type RefObject, useEffect, useRef } from "react";

/**
 * Moves the focus to an element that replaces the focused one, so that keyboard use continues there.
 * @param inside selector of the one in it that takes the focus; absent: itself
 */
export function useFocusOnShow<Target extends HTMLElement>(inside?: string): RefObject<Target | null> {
  const target = useRef<Target>(null);
  useEffect(() => {
    const focused = inside === undefined ? target.current : target.current?.querySelector<HTMLElement>(inside);
    focused?.focus();
  }, [inside]);
  return target;
}
