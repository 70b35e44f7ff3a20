import { type RefObject, useEffect, useRef } from "react";

/** For what takes the place of something that had the focus: it has it now, and the keyboard goes on from there. */
export function useFocusOnShow<Target extends HTMLElement>(): RefObject<Target | null> {
  const target = useRef<Target>(null);
  useEffect(() => target.current?.focus(), []);
  return target;
}
