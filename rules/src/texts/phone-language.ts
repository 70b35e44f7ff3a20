/** Texts that phones miss: lookup (RFC 4647 §3.4) only shortens tags, so `ar-SA` never finds `ar-EG`. */
import { findProject, type ProjectState } from "../project/project-state.ts";
import { joinPath } from "../values/fields.ts";
import { remembered } from "../values/remembered.ts";
import type { Warning } from "../wire/warning.ts";
import { type LanguageTable, type LocalizedText, languageRanges, languageTable, lookUp, wholeMembers } from "./language.ts";
import { projectTexts } from "./project-texts.ts";

/** Regions whose phones send language-region for a script that is not the likely one. */
const regionsOfOtherScripts: Readonly<Record<string, readonly string[]>> = { zh: ["TW", "HK"], sr: ["ME"], pa: ["PK"] };

export interface UnfoundText {
  readonly language: string;
  /** Phones would find the same text under these tags. */
  readonly missing: readonly string[];
}

/** Empty if all texts are for the same readers, since then any of them is found. */
export function unfoundTexts(available: readonly string[]): UnfoundText[] {
  const groups = new Map<string, { readonly reader: Reader; readonly first: string }>();
  for (const language of available) {
    const reader = readerOf(language);
    if (reader) remembered(groups, readerKey(reader), () => ({ reader, first: language }));
  }
  if (groups.size < 2) return [];
  const table = languageTable(available);
  return [...groups].flatMap(([key, { reader, first }]) => {
    const missing = tagsFor(reader).filter((tag) => keyOf(lookUp(table, tag) ?? "") !== key);
    return missing.length === 0 ? [] : [{ language: first, missing }];
  });
}

export function phoneLanguageWarnings(
  state: ProjectState,
  { windows, instances }: { readonly windows: readonly string[]; readonly instances: readonly string[] },
): Warning[] {
  const project = findProject(state);
  if (!project) return [];
  const [first] = project.languages;
  const nameOf = (id: string) => {
    const name = state.instance.get(id)?.value.name;
    return typeof name === "object" ? name : null;
  };
  return [
    ...projectTexts(state).flatMap(({ path, texts }) => unfoundWarnings(path, texts, first)),
    ...windows.flatMap((id) => unfoundWarnings(`windows.${id}.message`, state.window.get(id)?.value.message ?? null, first)),
    ...instances.flatMap((id) => unfoundWarnings(`${joinPath("instances", id)}.name`, nameOf(id), first)),
  ];
}

/** @param first the fallback language, whose phones find a text unless they accept another language */
function unfoundWarnings(path: string, texts: LocalizedText | null, first: string | undefined): Warning[] {
  const written = Object.keys(texts ?? {}).filter((language) => texts?.[language] !== "");
  return unfoundTexts(written).map(({ language, missing }) => {
    return { code: "unfound_text", path: joinPath(path, language), language, tags: [...missing], fallback: language === first };
  });
}

function tagsFor({ language, script }: Reader): string[] {
  if (readerOf(language)?.script === script) return [language];
  const regions = (regionsOfOtherScripts[language] ?? []).map((region) => `${language}-${region}`);
  return [`${language}-${script}`, ...regions.filter((tag) => readerOf(tag)?.script === script)];
}

/** For `GET /gate`. Devices also send POSIX locales (`de_AT.UTF-8`, `sr_RS@latin`). */
export function phoneRanges(lang: string | null, acceptLanguage: string | null): string[] {
  const tag = lang !== null && lang.length <= MAX_TAG ? plainTag(lang) : null;
  return languageRanges(tag, acceptLanguage && withoutPosix(wholeMembers(acceptLanguage).join(",")));
}

/** Characters; devices send longer tags than `language-Script-REGION`. */
const MAX_TAG = 255;
/** Ranges for which a text in another region or script is looked for. */
const MAX_NEAREST = 8;

/** In a header, each member keeps its weight. */
function withoutPosix(text: string): string {
  const members = text.split(",").map((member) => {
    const end = member.indexOf(";");
    return end < 0 ? plainTag(member) : plainTag(member.slice(0, end)) + member.slice(end);
  });
  return members.join(",");
}

/** A POSIX modifier can name the script. */
function plainTag(tag: string): string {
  const script = /@latin/i.test(tag) ? "-Latn" : /@cyrillic/i.test(tag) ? "-Cyrl" : "";
  const [locale = ""] = tag.split(/[.@]/, 1);
  const [language = "", ...rest] = locale.replaceAll("_", "-").split("-");
  return [language + script, ...rest].join("-");
}

/** The text that a reader of `wanted` would choose, for `GET /gate` alone. */
export function findPhoneIn(table: LanguageTable, wanted: readonly string[]): string | null {
  for (const [index, range] of wanted.entries()) {
    const found = lookUp(table, range) ?? (index < MAX_NEAREST ? nearest(table, range) : null);
    if (found !== null) return found;
  }
  return null;
}

function nearest(table: LanguageTable, range: string): string | null {
  const reader = readerOf(range);
  if (reader === null) return null;
  const key = readerKey(reader);
  const candidates = [...table.byLowerCase.values()].filter((tag) => keyOf(tag) === key);
  const parents = [reader.region, ...parentRegions(reader.language, reader.region)];
  const [near] = parents.flatMap((region) => candidates.filter((tag) => tag.split("-").includes(region)));
  return near ?? candidates[0] ?? null;
}

/** By the parents of CLDR. */
function parentRegions(language: string, region: string): readonly string[] {
  if (language === "es") return europeanSpanish.has(region) ? ["ES"] : ["419", "MX", "US"];
  if (language === "pt") return region === "BR" ? ["BR"] : ["PT"];
  if (language === "en") return region === "US" ? ["US"] : ["001", "GB"];
  return language === "zh" && region === "MO" ? ["HK"] : [];
}

const europeanSpanish: ReadonlySet<string> = new Set(["ES", "EA", "IC", "GQ", "PH"]);

/** People who read the same language in the same script, by the likely subtags of CLDR. */

interface Reader {
  /** `nb` also stands for `no`. */
  readonly language: string;
  readonly script: string;
  /** "": unknown. */
  readonly region: string;
}

/** Phones send the second tag where a text may have the first; `Intl` converts other old codes. */
const sentAs: ReadonlyMap<string, string> = new Map([["no", "nb"]]);

/** Likely subtags take some microseconds, and few tags are looked up. */
const readers = new Map<string, Reader | null>();
const MAX_READERS = 1_000;

/** Null means no valid tag, or a language whose script is unknown. */
function readerOf(tag: string): Reader | null {
  if (readers.size >= MAX_READERS && !readers.has(tag)) readers.clear();
  return remembered(readers, tag, () => likely(tag));
}

function readerKey({ language, script }: Reader): string {
  return `${language}-${script}`;
}

function keyOf(tag: string): string | null {
  const reader = readerOf(tag);
  return reader && readerKey(reader);
}

function likely(tag: string): Reader | null {
  try {
    const locale = new Intl.Locale(tag);
    // An unknown language has no readers, though CLDR takes it for English.
    if (locale.language === "und") return null;
    const { language, script, region = "" } = locale.maximize();
    return language !== undefined && script !== undefined ? { language: sentAs.get(language) ?? language, script, region } : null;
  } catch {
    return null;
  }
}
