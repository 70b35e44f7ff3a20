/** `Acme News 2` → `acme-news-2`: an id that follows a name until the user edits it. "" for a name without such letters. */
export function suggestId(name: string): string {
  return name
    .normalize("NFD")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 63)
    .replace(/-+$/, "");
}

/** Id of a new resource whose name changes from `before` to `name`; an id that the user has edited stays. */
export function followName(id: string, before: string, name: string): string {
  return id === suggestId(before) ? suggestId(name) : id;
}
