/** What an app is told in a language: by the same rules, and the same code, as the server's. */

import { builtInTexts } from "drawbridge-rules/texts/built-in-texts.ts";
import { chooseLanguage } from "drawbridge-rules/texts/language.ts";
import { type Placeholder, parseTemplate, render } from "drawbridge-rules/texts/message.ts";
import type { LocalizedText } from "drawbridge-rules/wire/values.ts";
import type { Kind, MessageForm } from "./message-form.ts";

export interface ToldText {
  readonly text: string;
  /** In which it is; "" of no text. */
  readonly language: string;
  /** `own`: written in the very language that was asked for; `none`: an empty text. */
  readonly source: "own" | "other" | "built_in" | "none";
}

/** With its placeholders as they are written. */
export function toldIn({ languages: [first = "en"], messages }: MessageForm, kind: Kind, wanted: string): ToldText {
  const written = messages[kind];
  if (Object.keys(written).length > 0) {
    const language = chooseLanguage(Object.keys(written), [wanted], first);
    return { text: written[language] ?? "", language, source: language === wanted ? "own" : "other" };
  }
  const builtIn: LocalizedText = kind === "default" ? {} : builtInTexts[kind];
  if (Object.keys(builtIn).length === 0) return { text: "", language: "", source: "none" };
  const language = chooseLanguage(Object.keys(builtIn), [wanted], first);
  return { text: builtIn[language] ?? "", language, source: "built_in" };
}

export interface FilledText {
  readonly text: string;
  readonly language: string;
  /** It cannot be published as it is, and stands there as it was typed. */
  readonly isWrong: boolean;
}

/** @param value of a placeholder, in the language of the text */
export function filled({ text, language }: ToldText, value: (placeholder: Placeholder, language: string) => string): FilledText {
  const template = parseTemplate(text);
  if ("error" in template) return { text, language, isWrong: true };
  const values = Object.fromEntries(template.placeholders.map((placeholder) => [placeholder, value(placeholder, language)]));
  return { text: render(template, values), language, isWrong: false };
}
