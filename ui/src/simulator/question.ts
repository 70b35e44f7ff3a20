/** Simulated request, parsed from the address. */
import type { SimulationQuery } from "drawbridge-rules/wire/simulation.ts";
import type { SimulatorSearch } from "./simulator-route.ts";

export interface ConfigQuestion {
  readonly ask: "config";
  readonly platform: string;
  readonly version: string;
  readonly lang: string;
}

export type Question = ConfigQuestion | { readonly ask: "maintenance"; readonly instance: string; readonly lang: string };

/**
 * Null: incomplete.
 * @param platform of the address, otherwise the default
 */
export function readQuestion(search: SimulatorSearch, platform: string): Question | null {
  const lang = search.lang?.trim() ?? "";
  if (search.ask === "maintenance") {
    const instance = search.instance?.trim() ?? "";
    return instance === "" ? null : { ask: "maintenance", instance, lang };
  }
  const version = search.version?.trim() ?? "";
  const asked = platform.trim();
  return version === "" || asked === "" ? null : { ask: "config", platform: asked, version, lang };
}

/** @param at RFC 3339; null: now */
export function toSimulationQuery(question: Question, at: string | null): SimulationQuery {
  const { lang } = question;
  return {
    ...(question.ask === "config" ? { platform: question.platform, version: question.version } : { instance: question.instance }),
    ...(lang === "" ? {} : { lang }),
    ...(at === null ? {} : { at }),
  };
}

/** Path below the URL of the read API, as apps request it. */
function pathOf(question: Question): string {
  const asked: Readonly<Record<string, string>> =
    question.ask === "config"
      ? { platform: question.platform, current_version: question.version }
      : { instanceId: question.instance };
  const query = new URLSearchParams({ ...asked, ...(question.lang === "" ? {} : { lang: question.lang }) });
  return `/api/v1/${question.ask}?${query}`;
}

/** Shell command; quotes in user input are escaped. */
export function curlCommand(origin: string, question: Question): string {
  // `URLSearchParams` escapes every quote.
  return `curl -i -H 'x-api-key: YOUR_KEY' '${origin}${pathOf(question).replaceAll("'", "%27")}'`;
}
