/** Computed by the server's own code. */

import { defaultMessages, defaultTitles } from "drawbridge-rules/texts/default-messages.ts";
import { chooseLanguage } from "drawbridge-rules/texts/language.ts";
import { type Placeholder, parseTemplate, render, type ScreenKind } from "drawbridge-rules/texts/message.ts";
import type { LocalizedText } from "drawbridge-rules/wire/values.ts";
import type { Kind, MessageForm } from "./message-form.ts";

interface ResolvedText {
  readonly text: string;
  /** "" means there is no text. */
  readonly language: string;
  /** `own`: in the requested language; `none`: an empty text. */
  readonly source: "own" | "other" | "built_in" | "none";
}

/** Placeholders are not replaced yet. */
export function resolveText({ languages, messages }: MessageForm, kind: Kind, wanted: string): ResolvedText {
  return chosenIn(languages, messages[kind], kind === "default" ? {} : defaultMessages[kind], wanted);
}

export function titleIn({ languages, titles }: MessageForm, kind: ScreenKind, wanted: string): ResolvedText {
  return chosenIn(languages, titles[kind], defaultTitles[kind], wanted);
}

function chosenIn(
  [first = "en"]: readonly string[],
  written: LocalizedText,
  builtIn: LocalizedText,
  wanted: string,
): ResolvedText {
  if (Object.keys(written).length > 0) {
    const language = chooseLanguage(Object.keys(written), [wanted], first);
    return { text: written[language] ?? "", language, source: language === wanted ? "own" : "other" };
  }
  if (Object.keys(builtIn).length === 0) return { text: "", language: "", source: "none" };
  const language = chooseLanguage(Object.keys(builtIn), [wanted], first);
  return { text: builtIn[language] ?? "", language, source: "built_in" };
}

export type PlaceholderValues = Readonly<Partial<Record<Placeholder, string>>>;

/** @param valuesIn values by language; placeholders without one are left out */
export function fillPlaceholders(
  { text, language }: Pick<ResolvedText, "text" | "language">,
  valuesIn: (language: string) => PlaceholderValues,
): { readonly text: string; readonly language: string; readonly isWrong: boolean } {
  const template = parseTemplate(text);
  // Faulty text is shown as typed.
  if ("error" in template) return { text, language, isWrong: true };
  return { text: render(template, valuesIn(language)), language, isWrong: false };
}
