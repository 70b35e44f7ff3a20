/** Limit for ids of projects and windows. */
export const maxLength = 63;

/** `Acme News 2` → `acme-news-2`; "" for a name without such letters. */
export function suggestId(name: string): string {
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
