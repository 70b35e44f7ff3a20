/**
 * Texts of the console, by language. English defines the type: a missing key, or a text with other parameters, does not compile in
 * another language. Each screen keeps its texts in its folder; `en.ts` has the shared ones.
 */

export const languages = ["en", "de"] as const;
export type Language = (typeof languages)[number];

/** Text, or function that inserts values into one. */
type TextTree = { readonly [key: string]: string | ((...values: never[]) => string) | TextTree };

/** The same keys with the same parameters. */
export type Same<T> = T extends string
  ? string
  : T extends (...values: infer Values) => string
    ? (...values: Values) => string
    : { readonly [Key in keyof T]: Same<T[Key]> };

export interface Texts<T> {
  readonly en: Same<T>;
  readonly de: Same<T>;
}

export function defineTexts<const T extends TextTree>(en: T, de: Same<T>): Texts<T> {
  return { en: en as unknown as Same<T>, de };
}

/** `one` for 1, otherwise `many`, with the number in place of `#`. */
export function counted(count: number, one: string, many: string, locale: string): string {
  return (count === 1 ? one : many).replace("#", new Intl.NumberFormat(locale).format(count));
}
