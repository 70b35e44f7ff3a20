/** Readers of a language tag: people who read the same language in the same script, by the likely subtags of CLDR. */

export interface Reader {
  /** `nb` for `no` too. */
  readonly language: string;
  readonly script: string;
  /** "": unknown. */
  readonly region: string;
}

/** Phones send the second tag where a text may have the first; `Intl` converts other old codes (`iw`, `in`) itself. */
const sentAs: ReadonlyMap<string, string> = new Map([["no", "nb"]]);

/** Likely subtags take some microseconds, and plans and reads look up the same few tags. */
const readers = new Map<string, Reader | null>();
const MAX_READERS = 1_000;

/** Null means no valid tag, or a language whose script is unknown. */
export function readerOf(tag: string): Reader | null {
  const known = readers.get(tag);
  if (known !== undefined) return known;
  if (readers.size >= MAX_READERS) readers.clear();
  const reader = likely(tag);
  readers.set(tag, reader);
  return reader;
}

/** Equal for readers of the same texts. */
export function readerKey({ language, script }: Reader): string {
  return `${language}-${script}`;
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
