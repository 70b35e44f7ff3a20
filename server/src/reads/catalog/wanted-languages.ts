/** Each distinct header is parsed once, and matched once per text's languages. */
import { fallbackIn, findIn, type LanguageTable, languageRanges, lookUp } from "drawbridge-rules/texts/language.ts";
import { findPhoneIn, phoneRanges } from "drawbridge-rules/texts/phone-language.ts";
import { LRUCache } from "lru-cache";
import { ownText } from "../../base/text-map.ts";

interface Matching {
  readonly ranges: (lang: string | null, acceptLanguage: string | null) => string[];
  readonly find: (table: LanguageTable, ranges: readonly string[]) => string | null;
}

/** RFC 4647 lookup, for `/config` and `/maintenance`. */
export const lookup: Matching = { ranges: languageRanges, find: findIn };
/** As phones ask, for `/gate`. */
export const phones: Matching = { ranges: phoneRanges, find: findPhoneIn };

/** Each header may be asked about all names of a project. */
const MAX_MATCHES = 16;

export class WantedLanguages {
  readonly #ranges: readonly string[];
  readonly #match: Matching["find"];
  readonly #found = new Map<LanguageTable, string | null>();

  constructor(ranges: readonly string[], find: Matching["find"] = findIn) {
    this.#ranges = ranges;
    this.#match = find;
  }

  /** By the contract's rule. @param projectFirst the project's first language */
  choose(table: LanguageTable, projectFirst: string): string {
    return this.#find(table) ?? fallbackIn(table, projectFirst);
  }

  /** @param before a language preferred to the wanted ones */
  chooseBefore(table: LanguageTable, before: string, projectFirst: string): string {
    return lookUp(table, before) ?? this.choose(table, projectFirst);
  }

  #find(table: LanguageTable): string | null {
    let found = this.#found.get(table);
    if (found === undefined) {
      found = this.#match(table, this.#ranges);
      if (this.#found.size >= MAX_MATCHES) this.#found.clear();
      this.#found.set(table, found);
    }
    return found;
  }
}

export const noWantedLanguages = new WantedLanguages([]);

/** Bytes: some thousand headers as phones send them. */
export const languageBound = 1024 * 1024;
/** Bytes of an entry with its matches, and of each character in its ranges. */
const entryCost = 600;
const characterCost = 4;

/** Bounded in bytes: clients can send any header. */
export class LanguageHeaders {
  readonly #matching: Matching;
  readonly #known = new LRUCache<string, WantedLanguages>({
    maxSize: languageBound,
    maxEntrySize: 4096,
    sizeCalculation: (_, header) => entryCost + characterCost * header.length,
  });

  constructor(matching: Matching) {
    this.#matching = matching;
  }

  get bytes(): number {
    return this.#known.calculatedSize;
  }

  /** @param lang of the query; empty means none */
  wanted(lang: string, acceptLanguage: string | null): WantedLanguages {
    if (lang === "" && acceptLanguage === null) return noWantedLanguages;
    const header = `${lang}\n${acceptLanguage ?? ""}`;
    const known = this.#known.get(header);
    if (known) return known;
    // Ranges can be parts of the request's text.
    const ranges = this.#matching.ranges(ownText(lang) || null, acceptLanguage === null ? null : ownText(acceptLanguage));
    const wanted = new WantedLanguages(ranges, this.#matching.find);
    this.#known.set(header, wanted);
    return wanted;
  }
}
