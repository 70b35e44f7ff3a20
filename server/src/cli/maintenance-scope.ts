/** Whom maintenance interrupts and what they read, in the same words wherever maintenance is made. */
import type { LocalizedText, WindowForm } from "drawbridge-client/wire";
import { canonicalLanguage } from "../domain/language.ts";
import type { OptionWords } from "./command.ts";
import type { Given } from "./given.ts";
import { instanceId, platformName, type TextForm } from "./text-form.ts";

export type Scope = Pick<WindowForm, "platforms" | "instances" | "message">;

export const scopeOptions: readonly OptionWords[] = [
  { flags: "--platform <name>", meaning: "only apps on this platform; may be repeated" },
  { flags: "--instance <id>", meaning: "only this instance; may be repeated. Neither: the whole project" },
  { flags: "--message <text>", meaning: "what people read, as LANGUAGE=TEXT (en=…); may be repeated, once for each language" },
];

export function readScope(given: Given): Scope {
  const platforms = given.list("platform", platformName);
  const instances = given.list("instance", instanceId);
  if (platforms.length > 0 && instances.length > 0) {
    given.problem("--platform and --instance exclude each other: maintenance is for one or the other");
  }
  const message = readMessage(given);
  return {
    ...(platforms.length > 0 ? { platforms: [...new Set(platforms)] } : {}),
    ...(instances.length > 0 ? { instances: [...new Set(instances)] } : {}),
    ...(message ? { message } : {}),
  };
}

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

function readMessage(given: Given): LocalizedText | null {
  const texts = given.list("message", languageText);
  const languages = texts.map(({ language }) => language);
  for (const language of new Set(languages.filter((each, index) => languages.indexOf(each) < index))) {
    given.problem(`--message has ${language} more than once: expected one text for each language`);
  }
  return texts.length === 0 ? null : Object.fromEntries(texts.map(({ language, text }) => [language, text]));
}
