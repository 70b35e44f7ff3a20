/**
 * What of a project the screen edits: its head, and in it every kind of message, also those without a text yet, so that what two
 * people write in two languages comes together text by text.
 */
import type { LocalizedText, Project, ProjectForm } from "drawbridge-client/wire";
import { isIn } from "../../../server/src/domain/language.ts";

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
