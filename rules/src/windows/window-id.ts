import { maxLength, suggestId } from "../values/suggested-id.ts";

/** `Weekly backup (EU)` → `weekly-backup-eu`; `maintenance` without Latin letters or digits. */
export function windowIdFor(title: string): string {
  return suggestId(title) || "maintenance";
}

export function freeWindowId(id: string, isTaken: (id: string) => boolean): string {
  let free = id;
  for (let count = 2; isTaken(free); count++) {
    const suffix = `-${count}`;
    free = `${id.slice(0, maxLength - suffix.length).replace(/-$/, "")}${suffix}`;
  }
  return free;
}
