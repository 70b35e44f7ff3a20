/** Reloads a page, with a limit: a build that never arrives must not cause a loop. */
import { watchInput } from "./unsaved-input.ts";

export interface PageReload {
  /**
   * For a forced update without a user's action: once for each target build, and not while the page is busy.
   * @param isLeaving the user leaves the tab or the screen, so that input without a `busy` of the app delays no longer
   */
  automatically(target: string | null, isLeaving: boolean): void;
  /** Because the user pressed the button, and so agrees to lose what is unsaved. False means the browser is offline. */
  pressed(target: string | null): boolean;
}

export interface PageReloadOptions {
  /** Returns whether a reload would lose the user's work; default: a field is focused, or the user typed something that is still there. */
  readonly busy: (() => boolean) | undefined;
  readonly reload: () => void;
  /** Maximum automatic reloads in a session. */
  readonly limit: number;
}

/** In `sessionStorage`: a list of targets, each as often as the page was reloaded for it. */
const recordName = "drawbridge.reloads";

export function createPageReload({ busy, reload, limit }: PageReloadOptions): PageReload {
  const isTyping = busy ? () => false : watchInput();
  return {
    automatically(target, isLeaving) {
      if (busy?.() || (!isLeaving && isTyping()) || !navigator.onLine) return;
      const done = readReloads();
      // Without a record, nothing would stop a loop.
      if (!done || done.length >= limit || done.includes(target)) return;
      if (writeReloads([...done, target])) reload();
    },
    pressed(target) {
      if (!navigator.onLine) return false;
      writeReloads([...(readReloads() ?? []), target]);
      reload();
      return true;
    },
  };
}

/** Null where the browser has no storage for the page. */
function readReloads(): (string | null)[] | null {
  try {
    const found = JSON.parse(sessionStorage.getItem(recordName) ?? "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return null;
  }
}

function writeReloads(targets: readonly (string | null)[]): boolean {
  try {
    sessionStorage.setItem(recordName, JSON.stringify(targets));
    return true;
  } catch {
    return false;
  }
}
