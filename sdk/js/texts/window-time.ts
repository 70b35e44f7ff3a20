import type { FoundWords } from "./find-words.ts";

/**
 * The line with the start or the end of a window, in the time zone of the device: the server's message has the zone of the window.
 * @param instant epoch ms
 * @returns null where the engine has no `Intl`: the message says it too
 */
export function printWindowTime({ words, language }: FoundWords, at: "starts" | "ends", instant: number): string | null {
  if (typeof Intl === "undefined" || typeof Intl.DateTimeFormat !== "function") return null;
  const time = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(instant);
  return words[at].replace("{time}", time);
}
