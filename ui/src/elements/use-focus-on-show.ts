import { type RefObject, useEffect, useRef } from "react";

/** Moves the focus to an element that replaces the focused one, so that keyboard use continues there. */
export function useFocusOnShow<Target extends HTMLElement>(): RefObject<Target | null> {
  const target = useRef<Target>(null);
  useEffect(() => target.current?.focus(), []);
  return target;
}
