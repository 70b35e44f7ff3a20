/**
 * What the console says, by language. English is written first and gives the form: a key that another language lacks, or a text
 * that takes other values, does not compile. Each screen keeps its own texts in its folder; what several share is in `en.ts`.
 */

export const languages = ["en", "de"] as const;
export type Language = (typeof languages)[number];

/** A text, or a function that puts values into one. */
export type TextTree = { readonly [key: string]: string | ((...values: never[]) => string) | TextTree };

/** The same keys and the same values, in other words. */
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

/** `one` of 1, else `many`, with the number in the place of `#`. */
export function counted(count: number, one: string, many: string, locale: string): string {
  return (count === 1 ? one : many).replace("#", new Intl.NumberFormat(locale).format(count));
}
