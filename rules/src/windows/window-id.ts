import { maxLength, suggestId } from "../values/suggested-id.ts";

/** `Weekly backup (EU)` → `weekly-backup-eu`; a title without Latin letters or digits → `maintenance`. */
export function windowIdFor(title: string): string {
  return suggestId(title) || "maintenance";
}

/** The id, or else the first of `id-2`, `id-3` … that is not taken. */
export function freeWindowId(id: string, isTaken: (id: string) => boolean): string {
  let free = id;
  for (let count = 2; isTaken(free); count++) {
    const suffix = `-${count}`;
    free = `${id.slice(0, maxLength - suffix.length).replace(/-$/, "")}${suffix}`;
  }
  return free;
}
