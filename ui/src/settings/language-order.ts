/** The languages of a project in their order, and what somebody types to add one. */

/** `languages` with the one at `index` one place further up (-1) or down (1); the same where there is no such place. */
export function moved(languages: readonly string[], index: number, by: -1 | 1): readonly string[] {
  const target = index + by;
  const [one, other] = [languages[index], languages[target]];
  if (one === undefined || other === undefined) return languages;
  return languages.map((language, at) => (at === index ? other : at === target ? one : language));
}

/** A BCP 47 tag in its usual spelling, of a tag or of a language's name; null: it is neither. */
export function tagOf(typed: string, known: ReadonlyMap<string, string>): string | null {
  const text = typed.trim();
  const byName = [...known].find(([, name]) => name.toLowerCase() === text.toLowerCase());
  if (byName) return byName[0];
  try {
    return Intl.getCanonicalLocales(text.replaceAll("_", "-"))[0] ?? null;
  } catch {
    return null;
  }
}

/** Those that are offered by name; any other is typed as its tag. */
export const commonLanguages: readonly string[] =
  "ar bg bn cs da de el en es et fa fi fr he hi hr hu id it ja ko lt lv ms nb nl pl pt pt-BR ro ru sk sl sr sv th tr uk ur vi zh-Hans zh-Hant".split(
    " ",
  );
