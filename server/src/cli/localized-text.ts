/** Text by language on the command line: `en=Back soon`, once for each. */

import { canonicalLanguage } from "drawbridge-rules/texts/language.ts";
import type { LocalizedText } from "drawbridge-rules/wire/values.ts";
import type { ParsedArguments } from "./parsed-arguments.ts";
import type { TextForm } from "./text-form.ts";

interface Text {
  readonly language: string;
  readonly text: string;
}

const languageText: TextForm<Text> = {
  expected: "a language and its text, such as en=Back soon",
  parse(text) {
    const end = text.indexOf("=");
    const language = end < 0 ? null : canonicalLanguage(text.slice(0, end));
    return language === null || text.slice(end + 1).trim() === "" ? null : { language, text: text.slice(end + 1) };
  },
};

/** Null where there is none. */
export function readTexts(args: ParsedArguments, option: string): LocalizedText | null {
  const texts = args.list(option, languageText);
  const languages = texts.map(({ language }) => language);
  for (const language of new Set(languages.filter((each, index) => languages.indexOf(each) < index))) {
    args.problem(`--${option} has ${language} more than once: expected one text for each language`);
  }
  return texts.length === 0 ? null : Object.fromEntries(texts.map(({ language, text }) => [language, text]));
}
