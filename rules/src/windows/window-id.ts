/** Ids of windows that people give only a title. */

const maxLength = 63;

/** `Weekly backup (EU)` → `weekly-backup-eu`; a title without Latin letters or digits → `maintenance`. */
export function windowIdFor(title: string): string {
  const words = title
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  return (words ?? ["maintenance"]).join("-").slice(0, maxLength).replace(/-$/, "");
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
