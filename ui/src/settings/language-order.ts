/** Languages of a project in order, and parsing of an added one. */
import { canonicalTag } from "../texts/browser-locale.ts";

/** Moves the language at `index` up (-1) or down (1) by one; unchanged at either end. */
export function moveLanguage(languages: readonly string[], index: number, by: -1 | 1): readonly string[] {
  const target = index + by;
  const [one, other] = [languages[index], languages[target]];
  if (one === undefined || other === undefined) return languages;
  return languages.map((language, at) => (at === index ? other : at === target ? one : language));
}

/** Parses a BCP 47 tag, or a language's name, to a canonical tag; null: neither. */
export function parseLanguageTag(typed: string, known: ReadonlyMap<string, string>): string | null {
  const text = typed.trim();
  const byName = [...known].find(([, name]) => name.toLowerCase() === text.toLowerCase());
  return byName ? byName[0] : canonicalTag(text);
}

/** Languages suggested by name; any other is entered as a tag. */
export const commonLanguages: readonly string[] =
  "ar bg bn cs da de el en es et fa fi fr he hi hr hu id it ja ko lt lv ms nb nl pl pt pt-BR ro ru sk sl sr sv th tr uk ur vi zh-Hans zh-Hant".split(
    " ",
  );
