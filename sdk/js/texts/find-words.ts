import { type GateWords, gateWords } from "./gate-words.ts";

export interface FoundWords {
  readonly words: GateWords;
  /** BCP 47 tag of the words: a fallback if the requested language has none. */
  readonly language: string;
  readonly direction: "ltr" | "rtl";
}

/** Written out: `Intl.Locale` is missing from Hermes, and its text direction from half of the browsers. */
const rightToLeft = ["ar"];

/** @param tag BCP 47, or as a phone writes it (`de_AT`); anything else gets English */
export function findWords(tag: string): FoundWords {
  const [asked = ""] = tag.toLowerCase().split(/[-_.@]/);
  const [language, words] = Object.entries(gateWords).find(([name]) => name === asked) ?? ["en", gateWords.en];
  return { words, language, direction: rightToLeft.includes(language) ? "rtl" : "ltr" };
}
