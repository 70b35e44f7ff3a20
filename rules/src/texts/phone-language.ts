/**
 * Texts that phones do not find although their owners would read them. Lookup (RFC 4647 §3.4) only shortens what a phone sends:
 * `ar-SA` finds `ar`, never `ar-EG`, and `zh-TW` finds `zh`, which is read in other characters than `zh-Hant`.
 *
 * Phones send language (`pt`), language-region (`pt-PT`) or language-script-region (`zh-Hant-TW`). All of those find the bare
 * language where it is written in its likely script (CLDR). For another script they find language-script, and where phones send
 * language-region alone, each such region needs a text of its own: those are listed below.
 */

import { type ProjectState, projectOf } from "../project/project-state.ts";
import { below } from "../values/dotted-path.ts";
import type { Problem } from "../values/errors.ts";
import { type LocalizedText, languageTable, lookUp } from "./language.ts";

/** Regions whose phones send language-region for a script that is not the language's likely one. */
const regionsOfOtherScripts: Readonly<Record<string, readonly string[]>> = { zh: ["TW", "HK"], sr: ["ME"], pa: ["PK"] };
/** Phones send the second where a text may be in the first; `Intl` makes the other old codes (`iw`, `in`) new ones itself. */
const sentAs: ReadonlyMap<string, string> = new Map([["no", "nb"]]);

export interface UnfoundText {
  readonly language: string;
  /** With the same text, these let phones find it. */
  readonly missing: readonly string[];
}

interface Reader {
  readonly language: string;
  readonly script: string;
}

/** In the order of `available`; nothing where all its texts are for the same readers, since then any of them is found. */
export function unfoundTexts(available: readonly string[]): UnfoundText[] {
  const groups = new Map<string, { readonly reader: Reader; readonly first: string }>();
  for (const language of available) {
    const reader = readerOf(language);
    if (reader && !groups.has(keyOf(reader))) groups.set(keyOf(reader), { reader, first: language });
  }
  if (groups.size < 2) return [];
  const table = languageTable(available);
  return [...groups].flatMap(([key, { reader, first }]) => {
    const isFound = (tag: string) => {
      const found = lookUp(table, tag);
      const by = found === null ? null : readerOf(found);
      return by !== null && keyOf(by) === key;
    };
    const missing = tagsFor(reader).filter((tag) => !isFound(tag));
    return missing.length === 0 ? [] : [{ language: first, missing }];
  });
}

/** For messages of the project, and of the windows that are named. */
export function phoneLanguageWarnings(state: ProjectState, windows: readonly string[]): Problem[] {
  const project = projectOf(state);
  if (!project) return [];
  const [first] = project.languages;
  return [
    ...Object.entries(project.messages).flatMap(([kind, texts]) => unfoundWarnings(`messages.${kind}`, texts, first)),
    ...windows.flatMap((id) => unfoundWarnings(`windows.${id}.message`, state.window.get(id)?.value.message ?? null, first)),
  ];
}

/** @param first the language of phones that find no text: theirs is found anyway, unless they also accept another one */
function unfoundWarnings(path: string, texts: LocalizedText | null, first: string | undefined): Problem[] {
  const written = Object.keys(texts ?? {}).filter((language) => texts?.[language] !== "");
  return unfoundTexts(written).map(({ language, missing }) => {
    const tags = missing.join(" and ");
    const shown =
      language === first ? "those that also accept another of your languages show that one" : "they show another language";
    return {
      path: below(path, language),
      message: `is not found by phones that send ${tags}, or a tag that begins with that: ${shown}. Add the same text as ${tags}, here and in languages`,
    };
  });
}

/** Shortest tags under which lookup finds a text for all phones of these readers. */
function tagsFor({ language, script }: Reader): string[] {
  if (readerOf(language)?.script === script) return [language];
  const regions = (regionsOfOtherScripts[language] ?? []).map((region) => `${language}-${region}`);
  return [`${language}-${script}`, ...regions.filter((tag) => readerOf(tag)?.script === script)];
}

/** Likely subtags take some microseconds, and plans ask for the same few tags. */
const readers = new Map<string, Reader | null>();
const MOST_READERS = 1_000;

function readerOf(tag: string): Reader | null {
  const known = readers.get(tag);
  if (known !== undefined) return known;
  if (readers.size >= MOST_READERS) readers.clear();
  const reader = likely(tag);
  readers.set(tag, reader);
  return reader;
}

function likely(tag: string): Reader | null {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    return language !== undefined && script !== undefined ? { language: sentAs.get(language) ?? language, script } : null;
  } catch {
    return null;
  }
}

function keyOf({ language, script }: Reader): string {
  return `${language}-${script}`;
}
