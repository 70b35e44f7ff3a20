/**
 * What of a project the screen edits: its head, and in it every kind of message, also those without a text yet, so that what two
 * people write in two languages comes together text by text.
 */

import type { ProjectForm } from "drawbridge-rules/project/project.ts";
import { isIn } from "drawbridge-rules/texts/language.ts";
import { type UnfoundText, unfoundTexts } from "drawbridge-rules/texts/phone-language.ts";
import type { Project } from "drawbridge-rules/wire/project.ts";
import type { LocalizedText } from "drawbridge-rules/wire/values.ts";

export const kinds = ["upgrade", "maintenance", "default"] as const;
export type Kind = (typeof kinds)[number];

export interface MessageForm extends Omit<ProjectForm, "languages" | "messages"> {
  /** BCP 47; the first is the project's own first. */
  readonly languages: readonly string[];
  readonly messages: Readonly<Record<Kind, LocalizedText>>;
}

export const emptyForm: MessageForm = { languages: [], messages: { upgrade: {}, maintenance: {}, default: {} } };

export function formOf({ id: _id, revision: _revision, languages = [], messages = {}, ...head }: Project): MessageForm {
  return { ...head, languages, messages: { ...emptyForm.messages, ...messages } };
}

/** A kind without any text is left out: then it is the built-in one. */
export function sentForm({ messages, ...head }: MessageForm): ProjectForm {
  const written = kinds.filter((kind) => Object.keys(messages[kind]).length > 0).map((kind) => [kind, messages[kind]] as const);
  return { ...head, ...(written.length > 0 ? { messages: Object.fromEntries(written) } : {}) };
}

/** Undefined takes the text away; "" is a text too, that says nothing. */
export function withText(form: MessageForm, kind: Kind, language: string, text: string | undefined): MessageForm {
  const { [language]: known, ...others } = form.messages[kind];
  // One that is there keeps its place: the first of a message counts where the project's first language is not among them.
  const changed = known === undefined ? { ...others, [language]: text } : { ...form.messages[kind], [language]: text };
  const texts = text === undefined ? others : (changed as LocalizedText);
  return { ...form, messages: { ...form.messages, [kind]: texts } };
}

/** Those of the project, and then whatever else there is a text in. */
export function languagesOf({ languages, messages }: MessageForm): readonly string[] {
  return [...new Set([...languages, ...kinds.flatMap((kind) => Object.keys(messages[kind]))])];
}

export function withLanguage(form: MessageForm, language: string): MessageForm {
  return form.languages.includes(language) ? form : { ...form, languages: [...form.languages, language] };
}

/** With every text in it. */
export function withoutLanguage(form: MessageForm, language: string): MessageForm {
  const without = kinds.reduce((changed, kind) => withText(changed, kind, language, undefined), form);
  return { ...without, languages: form.languages.filter((other) => other !== language) };
}

export function withFirst(form: MessageForm, language: string): MessageForm {
  return { ...form, languages: [language, ...form.languages.filter((other) => other !== language)] };
}

/** Whether a message has texts, and none for whoever speaks the project's first language: a guard speaks against that. */
export function lacksFirst({ languages: [first], messages }: MessageForm, kind: Kind): boolean {
  const written = Object.keys(messages[kind]);
  return first !== undefined && written.length > 0 && !isIn(written, first);
}

/** Kinds with a text in the language that shows anything. */
export function writtenIn(form: MessageForm, language: string): readonly Kind[] {
  return kinds.filter((kind) => (form.messages[kind][language] ?? "") !== "");
}

/** Texts of any message that phones do not find, each once with all that it lacks. */
export function unfoundIn(form: MessageForm): readonly UnfoundText[] {
  const missing = new Map<string, Set<string>>();
  for (const kind of kinds) {
    const written = Object.keys(form.messages[kind]).filter((language) => form.messages[kind][language] !== "");
    for (const { language, missing: tags } of unfoundTexts(written))
      missing.set(language, new Set([...(missing.get(language) ?? []), ...tags]));
  }
  return [...missing].map(([language, tags]) => ({ language, missing: [...tags] }));
}

/** With the texts of one language in another one too, where that has none. */
export function withCopied(form: MessageForm, from: string, to: string): MessageForm {
  return kinds.reduce(
    (changed, kind) => {
      const text = changed.messages[kind][from];
      const isCopied = text !== undefined && text !== "" && changed.messages[kind][to] === undefined;
      return isCopied ? withText(changed, kind, to, text) : changed;
    },
    withLanguage(form, to),
  );
}
