import { canonicalTag } from "../texts/browser-locale.ts";

/** Accepts a BCP 47 tag or a language's name, and returns a canonical tag; null means neither. */
export function parseLanguageTag(typed: string, known: ReadonlyMap<string, string>): string | null {
  const text = typed.trim();
  const byName = [...known].find(([, name]) => name.toLowerCase() === text.toLowerCase());
  return byName ? byName[0] : canonicalTag(text);
}

/** Any other language is entered as a tag. */
export const commonLanguages: readonly string[] =
  "ar bg bn cs da de el en es et fa fi fr he hi hr hu id it ja ko lt lv ms nb nl pl pt pt-BR ro ru sk sl sr sv th tr uk ur vi zh-Hans zh-Hant".split(
    " ",
  );
