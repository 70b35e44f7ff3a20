import { englishWords, type GateWords } from "./english-words.ts";

export interface FoundWords {
  readonly words: GateWords;
  /** BCP 47 tag of the words: a fallback if the requested language has none. */
  readonly language: string;
  /** BCP 47 tag by which times are written: the requested one, or that of the words if it has none. */
  readonly locale: string;
  readonly direction: "ltr" | "rtl";
}

/** Written out: `Intl.Locale` is missing from Hermes, and its text direction from half of the browsers. */
const rightToLeft = ["ar"];
/** Tags of Chinese in traditional characters: by script, or by a region that writes them. */
const traditional = /^zh-(hant|tw|hk|mo)\b/i;

export type WordsByLanguage = Readonly<Record<string, GateWords>>;

/**
 * @param known by BCP 47 tag
 * @param tag BCP 47, or as a phone writes it (`de_AT`); anything that is not known gets English
 * @param own instead of single words
 */
export function findWords(known: WordsByLanguage, tag: string, own?: Partial<GateWords>): FoundWords {
  const [asked = ""] = tag.replace(/_/g, "-").split(/[.@]/);
  const name = traditional.test(asked) ? "zh-Hant" : asked.split("-", 1)[0]?.toLowerCase();
  const found = Object.entries(known).find(([language]) => language === name);
  const [language, words] = found ?? ["en", englishWords];
  return {
    words: { ...words, ...own },
    language,
    locale: found || name === "en" ? asked : language,
    direction: rightToLeft.includes(language) ? "rtl" : "ltr",
  };
}
