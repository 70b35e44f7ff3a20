/** A read's query, parsed from the raw text in one pass; the names are those of the contract. */

/** Before a value that does not decode (`%zz`, bytes that are not UTF-8), so that it matches no valid one. */
export const undecodable = "\u0000";

export interface Parameter {
  /** "" if absent. */
  readonly value: string;
  readonly count: number;
}

/** The first value of each of `names`, and the number of times it occurs. Names are case-sensitive; others are ignored. */
export function readParameters(query: string, names: readonly string[]): Parameter[] {
  const found = names.map(() => ({ value: "", count: 0 }));
  let start = 0;
  while (start < query.length) {
    let end = query.indexOf("&", start);
    if (end < 0) end = query.length;
    const equals = query.indexOf("=", start);
    const nameEnd = equals < 0 || equals > end ? end : equals;
    const parameter = found[names.indexOf(decode(query.slice(start, nameEnd)))];
    if (parameter && parameter.count++ === 0) parameter.value = decode(query.slice(Math.min(nameEnd + 1, end), end));
    start = end + 1;
  }
  return found;
}

/** Decodes like a form: `+` is a space, `%` starts a byte of UTF-8. */
function decode(text: string): string {
  if (!text.includes("%") && !text.includes("+")) return text;
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return `${undecodable}${text}`;
  }
}
