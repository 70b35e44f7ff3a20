/** The body of `/gate`, checked: a wrong type anywhere makes it no answer. */

/** Characters. An answer has about a thousand. */
export const maxBody = 65_536;

export interface WireWindow {
  readonly name: string;
  readonly reminder_start: string;
  readonly start: string;
  readonly end: string;
}

export interface GateAnswer {
  readonly update: "none" | "recommended" | "forced";
  readonly update_to: string | null;
  readonly maintenance: "none" | "announced" | "active";
  readonly title: string;
  readonly message: string;
  /** BCP 47 tag of both, from `Content-Language`. */
  readonly language?: string | undefined;
  readonly store_link: string | null;
  /** Not null while maintenance is announced or active. */
  readonly window: WireWindow | null;
  readonly next_change_at: string | null;
}

/** Epoch ms. Null for anything but an instant with an offset: engines differ in what else they accept. */
export function parseInstant(value: unknown): number | null {
  if (!isText(value) || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(value)) return null;
  const instant = Date.parse(value);
  return Number.isNaN(instant) ? null : instant;
}

/** True if the gate covers the app. */
export function isBlocking(answer: GateAnswer | null): boolean {
  return answer?.update === "forced" || answer?.maintenance === "active";
}

/** @returns null if it is malformed */
export function parseAnswer(value: unknown): GateAnswer | null {
  const answer = (value ?? {}) as GateAnswer;
  const { update, maintenance, window, next_change_at } = answer;
  const isValid =
    (update === "none" || update === "recommended" || update === "forced") &&
    (maintenance === "none" || maintenance === "announced" || maintenance === "active") &&
    isText(answer.title) &&
    isText(answer.message) &&
    isTextOrNull(answer.update_to) &&
    isTextOrNull(answer.store_link) &&
    (window === null ? maintenance === "none" : isWindow(window)) &&
    (next_change_at === null || parseInstant(next_change_at) !== null);
  return isValid ? answer : null;
}

/** @returns null if a request cannot carry it, or servers refuse its length: sent anyway, it would stop all further requests */
export function parseEtag(value: unknown): string | null {
  return isText(value) && /^[!-~]{1,256}$/.test(value) ? value : null;
}

/** @returns undefined if it is no JSON */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isWindow(window: WireWindow | undefined): boolean {
  return (
    isText(window?.name) && [window.reminder_start, window.start, window.end].every((instant) => parseInstant(instant) !== null)
  );
}

function isTextOrNull(value: unknown): boolean {
  return value === null || isText(value);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}
