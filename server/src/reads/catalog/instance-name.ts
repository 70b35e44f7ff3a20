import type { Instance } from "drawbridge-rules/project/instance.ts";
import { type LanguageTable, languageTable, lookUp } from "drawbridge-rules/texts/language.ts";
import type { CompiledHeader, ReadableProject } from "./compiled-project.ts";
import type { WantedLanguages } from "./wanted-languages.ts";

/** Languages of names, which never change while they are held. */
const tables = new WeakMap<object, LanguageTable>();

/** The display name, and its language if there are several. @param before a language preferred to the wanted ones */
export function instanceName(
  project: ReadableProject,
  header: CompiledHeader,
  id: string,
  wanted: WantedLanguages,
  before: string | null = null,
): { readonly name: string; readonly language: string | null } {
  const name = project.instance(id)?.name ?? "";
  if (typeof name === "string") return { name, language: null };
  const table = tableOf(name);
  const preferred = before === null ? null : lookUp(table, before);
  const language = preferred ?? wanted.choose(table, header.firstLanguage);
  return { name: name[language] ?? "", language };
}

function tableOf(name: Exclude<Instance["name"], string>): LanguageTable {
  const known = tables.get(name) ?? languageTable(Object.keys(name));
  tables.set(name, known);
  return known;
}
