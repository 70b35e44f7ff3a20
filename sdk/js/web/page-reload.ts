/** Reloads a page, with a limit: a build that never arrives must not cause a loop. */

export interface PageReload {
  /** For a forced update without a user's action: once for each target build. */
  automatically(target: string | null): boolean;
  /** Because the user pressed the button. */
  pressed(target: string | null): boolean;
}

export interface PageReloadOptions {
  /** Returns whether a reload would lose the user's work. */
  readonly busy: () => boolean;
  readonly reload: () => void;
  /** Maximum reloads in a session, of both kinds. */
  readonly limit: number;
}

/** In `sessionStorage`: a list of targets, each as often as the page was reloaded for it. */
const recordName = "drawbridge.reloads";

export function createPageReload({ busy, reload, limit }: PageReloadOptions): PageReload {
  const attempt = (target: string | null, isAutomatic: boolean): boolean => {
    if (busy() || !navigator.onLine) return false;
    const done = readReloads();
    // Without a record, nothing would stop a loop.
    if (!done || done.length >= limit || (isAutomatic && done.includes(target))) return false;
    if (!writeReloads([...done, target])) return false;
    reload();
    return true;
  };
  return {
    automatically: (target) => attempt(target, true),
    pressed: (target) => attempt(target, false),
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
