/** Readable paths into a document: `platforms.ios.minimum`, `instances."eu.acme.com".name`. */

/** Path of `key` below `path`; "" is the document itself. A key with a dot is quoted, as in JSON. */
export function joinPath(path: string, key: string | number): string {
  const written =
    typeof key === "string" && (key === "" || key.includes(".") || key.includes('"')) ? JSON.stringify(key) : String(key);
  return path === "" ? written : `${path}.${written}`;
}

/** Path in the whole document of a `path` within the part at `prefix`. */
export function prefixPath(prefix: string, path: string): string {
  if (prefix === "" || path === "") return prefix + path;
  return `${prefix}.${path}`;
}

export function splitPath(path: string): string[] {
  if (!path.includes('"')) return path === "" ? [] : path.split(".");
  const keys: string[] = [];
  for (let at = 0; at < path.length; ) {
    const quoted = quotedKey(path, at);
    const dot = path.indexOf(".", at);
    const end = quoted?.end ?? (dot < 0 ? path.length : dot);
    keys.push(quoted?.key ?? path.slice(at, end));
    at = end + 1;
  }
  return keys;
}

/** Maximum characters of a displayed path, and of one key in a longer path. */
const longestPath = 400;
const longestKey = 40;

/** Shortens a path for people: keeps the keys at both ends, with `…` in place of the middle. Linear. */
export function shortPath(path: string): string {
  if (path.length <= longestPath) return path;
  const keys = splitPath(path).map(shortKey);
  if (keys.length <= 8) return keys.join(".");
  return [...keys.slice(0, 4), "…", ...keys.slice(-4)].join(".");
}

function shortKey(key: string): string {
  return joinPath(
    "",
    key.length <= longestKey ? key : `${key.slice(0, longestKey - 10).toWellFormed()}…${key.slice(-9).toWellFormed()}`,
  );
}

const quotedForm = /"(?:[^"\\]|\\.)*"/sy;

/** Null means no quoted key begins there, or none that ends where a key may end. */
function quotedKey(path: string, at: number): { readonly key: string; readonly end: number } | null {
  quotedForm.lastIndex = at;
  const text = quotedForm.exec(path)?.[0];
  if (text === undefined) return null;
  const end = at + text.length;
  if (end < path.length && path[end] !== ".") return null;
  try {
    return { key: JSON.parse(text), end };
  } catch {
    return null;
  }
}
