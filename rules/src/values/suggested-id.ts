/** Longest id of a project or a window. */
export const maxLength = 63;

/** `Acme News 2` → `acme-news-2`: an id that follows a name until the user edits it. "" for a name without such letters. */
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

/** Id of a new resource whose name changes from `before` to `name`; an id that the user has edited stays. */
export function followName(id: string, before: string, name: string): string {
  return id === suggestId(before) ? suggestId(name) : id;
}
