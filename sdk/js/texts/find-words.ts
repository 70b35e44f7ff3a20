import { type GateWords, gateWords } from "./gate-words.ts";

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

/** @param tag BCP 47, or as a phone writes it (`de_AT`); anything else gets English @param own instead of single words */
export function findWords(tag: string, own: Partial<GateWords> = {}): FoundWords {
  const [asked = ""] = tag.replace(/_/g, "-").split(/[.@]/);
  const name = traditional.test(asked) ? "zh-Hant" : asked.split("-", 1)[0]?.toLowerCase();
  const found = Object.entries(gateWords).find(([language]) => language === name);
  const [language, words] = found ?? ["en", gateWords.en];
  return {
    words: { ...words, ...own },
    language,
    locale: found ? asked : language,
    direction: rightToLeft.includes(language) ? "rtl" : "ltr",
  };
}
