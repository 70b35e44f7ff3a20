/** What addresses say after the question mark, read one by one: whoever follows a link may have been given any text. */

type Search = Readonly<Record<string, unknown>>;

/** A number is a text too: the router reads `?query=12` as one. */
export function textIn(search: Search, name: string): string | undefined {
  const value = search[name];
  const text = typeof value === "number" || typeof value === "boolean" ? String(value) : value;
  return typeof text === "string" && text !== "" ? text : undefined;
}

export function flagIn(search: Search, name: string): true | undefined {
  return search[name] === true || search[name] === "true" ? true : undefined;
}

/** Undefined where it is none of `words`. */
export function wordIn<Word extends string>(search: Search, name: string, words: readonly Word[]): Word | undefined {
  return words.find((word) => word === search[name]);
}

/** As JSON where it is some; a version is none, however it looks: `2.30` is not 2.3. @throws SyntaxError where it is none */
export function parseValue(text: string): unknown {
  if (/^\s*[-\d]/.test(text) && String(Number(text)) !== text) throw new SyntaxError("a text");
  return JSON.parse(text);
}
