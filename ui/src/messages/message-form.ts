import type { ProjectForm } from "drawbridge-rules/project/project.ts";
import { hasLanguage } from "drawbridge-rules/texts/language.ts";
import { type ScreenKind, screenKinds } from "drawbridge-rules/texts/message.ts";
import { type UnfoundText, unfoundTexts } from "drawbridge-rules/texts/phone-language.ts";
import type { Project } from "drawbridge-rules/wire/project.ts";
import type { LocalizedText } from "drawbridge-rules/wire/values.ts";
import { type Kind, kinds } from "./message-kinds.ts";

export { type Kind, kinds };

export interface MessageForm extends Omit<ProjectForm, "languages" | "messages" | "titles"> {
  /** BCP 47, the default first. */
  readonly languages: readonly string[];
  readonly messages: Readonly<Record<Kind, LocalizedText>>;
  readonly titles: Readonly<Record<ScreenKind, LocalizedText>>;
}

const noTitles = { upgrade: {}, unsupported: {}, maintenance: {}, recommended: {}, announced: {} };

export const emptyForm: MessageForm = { languages: [], messages: { ...noTitles, default: {} }, titles: noTitles };

export function toMessageForm({
  id: _id,
  revision: _revision,
  languages = [],
  messages = {},
  titles = {},
  ...head
}: Project): MessageForm {
  return { ...head, languages, messages: { ...emptyForm.messages, ...messages }, titles: { ...noTitles, ...titles } };
}

/** Apps get the default message for kinds without any text. */
export function toSentForm({ messages, titles, ...head }: MessageForm): ProjectForm {
  const written = { messages: withTexts(messages), titles: withTexts(titles) };
  return { ...head, ...Object.fromEntries(Object.entries(written).filter(([, texts]) => Object.keys(texts).length > 0)) };
}

function withTexts(texts: Readonly<Record<string, LocalizedText>>): Readonly<Record<string, LocalizedText>> {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => Object.keys(text).length > 0));
}

export function withTitle(form: MessageForm, kind: ScreenKind, language: string, text: string | undefined): MessageForm {
  const { [language]: _, ...others } = form.titles[kind];
  const titles = text === undefined ? others : { ...form.titles[kind], [language]: text };
  return { ...form, titles: { ...form.titles, [kind]: titles } };
}

export function withText(form: MessageForm, kind: Kind, language: string, text: string | undefined): MessageForm {
  const { [language]: known, ...others } = form.messages[kind];
  // An existing text keeps its place: the first counts if the project's first language has none.
  const changed = known === undefined ? { ...others, [language]: text } : { ...form.messages[kind], [language]: text };
  const texts = text === undefined ? others : (changed as LocalizedText);
  return { ...form, messages: { ...form.messages, [kind]: texts } };
}

/** Languages of the project come first, then others with a text. */
export function listLanguages({ languages, messages, titles }: MessageForm): readonly string[] {
  const texts = [...Object.values(messages), ...Object.values(titles)];
  return [...new Set([...languages, ...texts.flatMap((text) => Object.keys(text))])];
}

/** Removes the texts of unlisted languages, so that the review shows their loss. */
export function withLanguages(form: MessageForm, languages: readonly string[]): MessageForm {
  return form.languages.filter((language) => !languages.includes(language)).reduce(withoutTexts, { ...form, languages });
}

function withoutTexts(form: MessageForm, language: string): MessageForm {
  const untitled = screenKinds.reduce((changed, kind) => withTitle(changed, kind, language, undefined), form);
  return kinds.reduce((changed, kind) => withText(changed, kind, language, undefined), untitled);
}

/** A guard refuses a message without a text in the project's first language. */
export function lacksFirstLanguage({ languages: [first], messages }: MessageForm, kind: Kind): boolean {
  const written = Object.keys(messages[kind]);
  return first !== undefined && written.length > 0 && !hasLanguage(written, first);
}

export function writtenIn(form: MessageForm, language: string): readonly Kind[] {
  return kinds.filter((kind) => (form.messages[kind][language] ?? "") !== "");
}

export function findUnfoundTexts(form: MessageForm): readonly UnfoundText[] {
  const missing = new Map<string, Set<string>>();
  for (const texts of [...Object.values(form.messages), ...Object.values(form.titles)]) {
    const written = Object.keys(texts).filter((language) => texts[language] !== "");
    for (const { language, missing: tags } of unfoundTexts(written))
      missing.set(language, new Set([...(missing.get(language) ?? []), ...tags]));
  }
  return [...missing].map(([language, tags]) => ({ language, missing: [...tags] }));
}

export function withCopied(form: MessageForm, from: string, to: string): MessageForm {
  const withMessages = kinds.reduce(
    (changed, kind) => {
      const text = changed.messages[kind][from];
      const isCopied = text !== undefined && text !== "" && changed.messages[kind][to] === undefined;
      return isCopied ? withText(changed, kind, to, text) : changed;
    },
    form.languages.includes(to) ? form : { ...form, languages: [...form.languages, to] },
  );
  return screenKinds.reduce((changed, kind) => {
    const { [from]: title, [to]: known } = changed.titles[kind];
    return title !== undefined && known === undefined ? withTitle(changed, kind, to, title) : changed;
  }, withMessages);
}
