import type { GateState } from "../core/gate-state.ts";
import type { FoundWords } from "./find-words.ts";

export interface GateLines {
  readonly title: string;
  /** BCP 47 tag of the title: that of the gate's own words, or that of the message. */
  readonly titleLanguage: string | undefined;
  readonly message: string;
  /** Undefined if the server did not name it. */
  readonly messageLanguage: string | undefined;
  /**
   * Start or end of the window in the time zone of the device; the server's message has the zone of the window. Null without a window,
   * where the message says the same time, and in engines without `Intl`, where the message has to do.
   */
  readonly time: string | null;
}

/** Texts of a screen or a banner, from the server where it sends them. */
export function printGateLines(state: GateState, found: FoundWords): GateLines {
  const { status, title, message, window } = state;
  const isAnnounced = status === "announced";
  const isTimed = window !== null && (isAnnounced || status === "maintenance");
  const hasTitle = title !== "" || window === null;
  const messageLanguage = state.language ?? undefined;
  return {
    titleLanguage: hasTitle ? messageLanguage : found.language,
    messageLanguage,
    title: hasTitle ? title : found.words.planned.replace("{name}", () => window.name),
    message,
    time: isTimed ? printTime(found, state, isAnnounced ? "starts" : "ends", isAnnounced ? window.start : window.end) : null,
  };
}

/** Null where the message already says the same time of day, as messages with `{end_time}` do. */
function printTime(found: FoundWords, state: GateState, at: "starts" | "ends", instant: number): string | null {
  const { words, locale, language } = found;
  const print = (tags: string | string[], form: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(tags, form).format(instant);
  const isSaid = (tag: string) => state.message.includes(print(tag, { hour: "2-digit", minute: "2-digit" }));
  try {
    if ([state.language ?? language, locale].some(isSaid)) return null;
    const time = print([locale, language], { dateStyle: "medium", timeStyle: "short" });
    return words[at].replace("{time}", () => time);
  } catch {
    return null;
  }
}
