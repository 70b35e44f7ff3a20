/** Shortcuts of one key, or of `g` and one key. They can be turned off because of voice control (WCAG 2.1.4). */

import { useLayoutEffect, useRef } from "react";
import { useWatched, Watched } from "../elements/watched.ts";

interface Shortcut {
  /** `?`, `c`, or `g n`. */
  readonly keys: string;
  readonly meaning: string;
}

interface Registered extends Shortcut {
  readonly act: () => void;
}

/** A chord opens the palette, so voice control cannot type it by accident. */
export const commandKeys = /mac|iphone|ipad/i.test(navigator.platform) ? "⌘K" : "Ctrl+K";

const storageKey = "drawbridge-shortcuts";
/** Milliseconds within which the second key follows. */
const timeout = 1500;

const registered = new Watched<readonly Registered[]>([]);
const isHelpOpen = new Watched(false);
const isOn = new Watched(localStorage.getItem(storageKey) !== "off");
let first: { readonly key: string; readonly at: number } | null = null;

/** Registers shortcuts while the component is mounted. */
export function useShortcut(keys: string, meaning: string, act: () => void): void {
  const latest = useRef(act);
  latest.current = act;
  // Before it is painted: users press a key as soon as they see what it does.
  useLayoutEffect(() => {
    const own: Registered = { keys, meaning, act: () => latest.current() };
    registered.set([...registered.read(), own]);
    return () => registered.set(registered.read().filter((other) => other !== own));
  }, [keys, meaning]);
}

/** Shortcuts of the components on the page. */
export function useShortcuts(): readonly Shortcut[] {
  return useWatched(registered);
}

export function useShortcutsOn(): readonly [boolean, (on: boolean) => void] {
  return [useWatched(isOn), switchShortcuts];
}

function switchShortcuts(on: boolean): void {
  localStorage.setItem(storageKey, on ? "on" : "off");
  isOn.set(on);
}

addEventListener("keydown", (event) => {
  if (!isOn.read() || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
  const isSecond = first !== null && performance.now() - first.at < timeout;
  const keys = isSecond ? `${first?.key} ${event.key}` : event.key;
  first = event.key === "g" && !isSecond ? { key: "g", at: performance.now() } : null;
  const found = registered.read().findLast((shortcut) => shortcut.keys === keys);
  if (!found) return;
  event.preventDefault();
  found.act();
});

/** Also ignored in dialogs. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.closest("input, textarea, select, [role=dialog]") !== null;
}

export function useShortcutHelp(): boolean {
  return useWatched(isHelpOpen);
}

export function showShortcuts(isShown = true): void {
  isHelpOpen.set(isShown);
}
