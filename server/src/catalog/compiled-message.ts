import { chooseIn, type LanguageTable, type LocalizedText, languageTable } from "drawbridge-rules/texts/language.ts";
import { type Placeholder, parseTemplate, render, type Template } from "drawbridge-rules/texts/message.ts";

/** A message whose texts are parsed, so that a read only chooses and fills in. */
export interface CompiledMessage {
  readonly languages: LanguageTable;
  readonly templates: ReadonlyMap<string, Template>;
  readonly placeholders: ReadonlySet<Placeholder>;
}

export interface RenderedMessage {
  readonly text: string;
  readonly language: string;
}

/** @throws Error on a text that is no template: such a text is refused when written, so a stored one is a defect. */
export function compileMessage(texts: LocalizedText): CompiledMessage {
  const templates = new Map<string, Template>();
  for (const [language, text] of Object.entries(texts)) {
    const template = parseTemplate(text);
    if ("error" in template) throw new Error(`stored message: ${template.error}`);
    templates.set(language, template);
  }
  const placeholders = new Set([...templates.values()].flatMap((template) => template.placeholders));
  return { languages: languageTable([...templates.keys()]), templates, placeholders };
}

/** @param values are asked for in the chosen language, and only those that the text has. */
export function renderMessage(
  message: CompiledMessage,
  wanted: readonly string[],
  projectFirst: string,
  value: (placeholder: Placeholder, language: string) => string,
): RenderedMessage {
  const language = chooseIn(message.languages, wanted, projectFirst);
  const template = message.templates.get(language);
  if (!template) return { text: "", language };
  const values = Object.fromEntries(template.placeholders.map((placeholder) => [placeholder, value(placeholder, language)]));
  return { text: render(template, values), language };
}
