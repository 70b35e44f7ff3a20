import { type LanguageTable, type LocalizedText, languageTable } from "drawbridge-rules/texts/language.ts";
import { type Placeholder, parseTemplate, renderAround, type Template } from "drawbridge-rules/texts/message.ts";
import type { TextAround } from "./finished-answer.ts";

export interface CompiledMessage {
  readonly languages: LanguageTable;
  readonly templates: ReadonlyMap<string, Template>;
  readonly placeholders: ReadonlySet<Placeholder>;
  /** A text depends on the reported interruption. */
  readonly isTimed: boolean;
}

/** @throws Error on an invalid template: writes refuse it, so a stored one is a defect. */
export function compileMessage(texts: LocalizedText): CompiledMessage {
  const templates = new Map<string, Template>();
  for (const [language, text] of Object.entries(texts)) {
    const template = parseTemplate(text);
    if ("error" in template) throw new Error(`stored message: ${template.error}`);
    templates.set(language, template);
  }
  const placeholders = new Set([...templates.values()].flatMap((template) => template.placeholders));
  const isTimed = (["instance_name", "start_time", "end_time"] as const).some((name) => placeholders.has(name));
  return { languages: languageTable([...templates.keys()]), templates, placeholders, isTimed };
}

export function renderMessage(
  { templates }: CompiledMessage,
  language: string,
  value: (placeholder: Exclude<Placeholder, "current_version">) => string,
): TextAround {
  const template = templates.get(language);
  if (!template) return [""];
  return renderAround(template, "current_version", (placeholder) =>
    placeholder === "current_version" ? "" : value(placeholder),
  );
}
