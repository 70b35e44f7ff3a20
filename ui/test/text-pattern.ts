/** Patterns that find texts of the console by their keys, so that tests go on where the words change. */

/** A value that no text has. */
const gap = "\u0000";

/** Matches a text with any values in it; those that are given, in their order. */
export function textPattern(text: (...values: never[]) => string, ...known: readonly string[]): RegExp {
  const values = Array.from({ length: text.length }, (_, index) => known[index] ?? gap) as never[];
  return new RegExp(
    text(...values)
      .split(gap)
      .map(RegExp.escape)
      .join(".*"),
  );
}

/** Matches whatever contains one of the texts. */
export function anyText(...texts: readonly string[]): RegExp {
  return new RegExp(texts.map(RegExp.escape).join("|"));
}
