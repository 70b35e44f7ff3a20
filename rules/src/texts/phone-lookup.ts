/**
 * Languages as phones ask for them, for `GET /gate`: if lookup (RFC 4647 §3.4) finds no text for a language, the text that its
 * readers would choose. `/config` and `/maintenance` use only lookup.
 */
import { type LanguageTable, languageRanges, lookUp, wholeMembers } from "./language.ts";
import { readerKey, readerOf } from "./reader.ts";

/** The client's languages in order of preference, from POSIX locales (`de_AT.UTF-8`, `sr_RS@latin`) too. */
export function phoneRanges(lang: string | null, acceptLanguage: string | null): string[] {
  const tag = lang !== null && lang.length <= MAX_TAG ? plainTag(lang) : null;
  return languageRanges(tag, acceptLanguage && withoutPosix(wholeMembers(acceptLanguage).join(",")));
}

/** Characters; devices send longer tags than `language-Script-REGION`. */
const MAX_TAG = 255;
/** Ranges for which a text in another region or script is looked for. */
const MAX_NEAREST = 8;

/** In a header, every member: its weight stays as it is. */
function withoutPosix(text: string): string {
  const members = text.split(",").map((member) => {
    const end = member.indexOf(";");
    return end < 0 ? plainTag(member) : plainTag(member.slice(0, end)) + member.slice(end);
  });
  return members.join(",");
}

/** A POSIX modifier can name the script; the charset says nothing about the language. */
function plainTag(tag: string): string {
  const script = /@latin/i.test(tag) ? "-Latn" : /@cyrillic/i.test(tag) ? "-Cyrl" : "";
  const [locale = ""] = tag.split(/[.@]/, 1);
  const [language = "", ...rest] = locale.replaceAll("_", "-").split("-");
  return [language + script, ...rest].join("-");
}

/** The first language of `wanted` for which there is a text, in the table's spelling; null: none. */
export function findPhoneIn(table: LanguageTable, wanted: readonly string[]): string | null {
  for (const [index, range] of wanted.entries()) {
    const found = lookUp(table, range) ?? (index < MAX_NEAREST ? nearest(table, range) : null);
    if (found !== null) return found;
  }
  return null;
}

/** A text that the readers of `range` can read, in the region closest to theirs; null: none. */
function nearest(table: LanguageTable, range: string): string | null {
  const reader = readerOf(range);
  if (reader === null) return null;
  const key = readerKey(reader);
  const candidates = [...table.byLowerCase.values()].filter((tag) => {
    const by = readerOf(tag);
    return by !== null && readerKey(by) === key;
  });
  const parents = [reader.region, ...parentRegions(reader.language, reader.region)];
  const [near] = parents.flatMap((region) => candidates.filter((tag) => tag.split("-").includes(region)));
  return near ?? candidates[0] ?? null;
}

/** Regions whose text the others of a language read, by the parents of CLDR. */
function parentRegions(language: string, region: string): readonly string[] {
  if (language === "es") return europeanSpanish.has(region) ? ["ES"] : ["419", "MX", "US"];
  if (language === "pt") return region === "BR" ? ["BR"] : ["PT"];
  if (language === "en") return region === "US" ? ["US"] : ["001", "GB"];
  return language === "zh" && region === "MO" ? ["HK"] : [];
}

const europeanSpanish: ReadonlySet<string> = new Set(["ES", "EA", "IC", "GQ", "PH"]);
