/** Limit for ids of projects and windows. */
const maxLength = 63;

/** `Acme News 2` → `acme-news-2`; "" for a name without such letters. */
function suggestId(name: string): string {
  return name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, maxLength)
    .replace(/-+$/, "");
}

export function followName(id: string, before: string, name: string): string {
  return id === suggestId(before) ? suggestId(name) : id;
}

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
