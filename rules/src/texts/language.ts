/** Language negotiation: BCP 47, Accept-Language (RFC 9110 §12.5.4) and lookup (RFC 4647 §3.4), bounded. */

/** Language (canonical tag) → text. The order is kept: the first language is the text's default. */
export type LocalizedText = Readonly<Record<string, string>>;

export interface LanguageTable {
  readonly first: string;
  readonly byLowerCase: ReadonlyMap<string, string>;
}

/** RFC 5646 §4.4.1: every tag in use fits in 35 characters. */
const longestTag = 35;
/** Devices send longer ones (`zh-Hans-CN-u-fw-mon-hc-h23-mu-celsius`). */
const longestWanted = 255;
const longestHeader = 1024;
const maxRanges = 64;

/** Canonical spelling of a BCP 47 tag (`iw` → `he`); null means invalid, over 35 characters, or for old data only. */
export function canonicalLanguage(tag: string): string | null {
  const canonical = tag.length > longestTag ? null : canonicalForm(tag);
  return canonical === null || canonical.length > longestTag ? null : canonical;
}

/** By preference: `lang`, then 64 ranges of the first KiB of Accept-Language, without `q=0` and `*`. */
export function languageRanges(lang: string | null, acceptLanguage: string | null): string[] {
  const wanted = acceptLanguage === null ? [] : acceptedRanges(acceptLanguage);
  const tag = lang === null ? null : wantedTag(lang);
  return tag === null ? wanted : [tag, ...wanted];
}

/** Among languages that differ only in case, the first counts. */
export function languageTable(available: readonly string[]): LanguageTable {
  const byLowerCase = new Map<string, string>();
  for (const language of available) {
    const key = language.toLowerCase();
    if (!byLowerCase.has(key)) byLowerCase.set(key, language);
  }
  return { first: available[0] ?? "", byLowerCase };
}

export function findIn(table: LanguageTable, wanted: readonly string[]): string | null {
  for (const range of wanted) {
    const found = lookUp(table, range);
    if (found !== null) return found;
  }
  return null;
}

/** The match for the project's first language, or the table's first. */
export function fallbackIn(table: LanguageTable, projectFirst: string): string {
  return lookUp(table, projectFirst) ?? table.first;
}

/** Without a fallback. */
export function hasLanguage(available: readonly string[], tag: string): boolean {
  return lookUp(languageTable(available), tag) !== null;
}

/** For a single use. @param available at least one */
export function chooseLanguage(available: readonly string[], wanted: readonly string[], projectFirst: string): string {
  const table = languageTable(available);
  return findIn(table, wanted) ?? fallbackIn(table, projectFirst);
}

function canonicalForm(tag: string): string | null {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null;
  } catch {
    return null;
  }
}

/** RFC 5646 §2.2.2: Intl does not know `zh-cmn-Hans`; as a range it still finds `zh`. */
const extendedLanguage = /^([a-z]{2,3})(?:-[a-z]{3}){1,3}(?=-|$)/i;

function wantedTag(lang: string): string | null {
  if (lang.length > longestWanted) return null;
  const canonical = canonicalForm(lang);
  if (canonical !== null) return canonical;
  return extendedLanguage.test(lang) && canonicalForm(lang.replace(extendedLanguage, "$1")) !== null ? lang : null;
}

interface AcceptedRange {
  readonly range: string;
  readonly weight: number;
}

function acceptedRanges(header: string): string[] {
  const accepted: AcceptedRange[] = [];
  for (const member of wholeMembers(header)) {
    const parsed = parseMember(member);
    if (parsed !== null && parsed.weight > 0 && parsed.range !== "*") accepted.push(parsed);
    if (accepted.length === maxRanges) break;
  }
  accepted.sort((a, b) => b.weight - a.weight);
  return accepted.map(({ range }) => canonicalForm(range) ?? range);
}

/** Drops a member cut off by the limit: half of `de;q=0.1` may mean something else. */
export function wholeMembers(header: string): string[] {
  if (header.length <= longestHeader) return header.split(",");
  return header.slice(0, Math.max(0, header.lastIndexOf(",", longestHeader))).split(",");
}

/** RFC 4647 §2.1, a basic language range: Accept-Language allows no extended ones. */
const basicRange = /^(?:\*|[a-z]{1,8}(?:-[a-z0-9]{1,8})*)$/i;
/** RFC 9110 §12.4.2 */
const weightForm = /^q=(0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?)$/i;

function parseMember(member: string): AcceptedRange | null {
  const semicolon = member.indexOf(";");
  const range = withoutSpace(semicolon < 0 ? member : member.slice(0, semicolon));
  if (!basicRange.test(range)) return null;
  if (semicolon < 0) return { range, weight: 1 };
  const weight = weightForm.exec(withoutSpace(member.slice(semicolon + 1)))?.[1];
  return weight === undefined ? null : { range, weight: Number(weight) };
}

/** Only SP and HTAB are spaces in a header (RFC 9110 §5.6.3); `trim` would remove more. */
function withoutSpace(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isSpace(text[start])) start += 1;
  while (end > start && isSpace(text[end - 1])) end -= 1;
  return text.slice(start, end);
}

function isSpace(character: string | undefined): boolean {
  return character === " " || character === "\t";
}

/** RFC 4647 §3.4: tries the range, then the range without its last subtag, and so on. */
export function lookUp(table: LanguageTable, range: string): string | null {
  const lower = range.toLowerCase();
  let rest = lower.length > longestTag ? withoutLastSubtag(lower.slice(0, longestTag + 1)) : lower;
  while (rest !== "") {
    const found = table.byLowerCase.get(rest);
    if (found !== undefined) return found;
    rest = withoutLastSubtag(rest);
  }
  return null;
}

/** RFC 4647 §3.4: a subtag of one letter or digit is removed together with the one after it. */
function withoutLastSubtag(range: string): string {
  const rest = range.slice(0, Math.max(0, range.lastIndexOf("-")));
  return rest.at(-2) === "-" ? rest.slice(0, -2) : rest;
}
