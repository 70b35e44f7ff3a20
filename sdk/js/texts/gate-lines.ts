import type { GateState } from "../core/gate-state.ts";
import type { FoundWords } from "./find-words.ts";

export interface GateLines {
  readonly title: string;
  readonly message: string;
  /**
   * Start or end of the window in the time zone of the device; the server's message has the zone of the window. Null without a window,
   * where the message says the same time, and in engines without `Intl`, where the message has to do.
   */
  readonly time: string | null;
}

/** Texts of a screen or a banner, from the server where it sends them. */
export function printGateLines({ status, title, message, window }: GateState, found: FoundWords): GateLines {
  const isAnnounced = status === "announced";
  const isTimed = window !== null && (isAnnounced || status === "maintenance");
  const hasTitle = title !== "" || window === null;
  return {
    title: hasTitle ? title : found.words.planned.replace("{name}", () => window.name),
    message,
    time: isTimed ? printTime(found, isAnnounced ? "starts" : "ends", isAnnounced ? window.start : window.end, message) : null,
  };
}

/** Null where the message already says the same time of day, as messages with `{end_time}` do. */
function printTime(
  { words, locale, language }: FoundWords,
  at: "starts" | "ends",
  instant: number,
  message: string,
): string | null {
  try {
    const clock = { hour: "2-digit", minute: "2-digit" } as const;
    if ([locale, language].some((tag) => message.includes(new Intl.DateTimeFormat(tag, clock).format(instant)))) return null;
    const time = new Intl.DateTimeFormat([locale, language], { dateStyle: "medium", timeStyle: "short" }).format(instant);
    return words[at].replace("{time}", () => time);
  } catch {
    return null;
  }
}
