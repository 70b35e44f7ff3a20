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
  /** True if the device's system is too old for the release, by the header `drawbridge-os`. */
  readonly isUnsupported?: boolean;
  readonly store_link: string | null;
  /** Not null while maintenance is announced or active. */
  readonly window: WireWindow | null;
  readonly next_change_at: string | null;
}

/** Epoch ms. NaN for anything but an instant with an offset: engines differ in what else they accept. */
export function parseInstant(value: unknown): number {
  const isForm = isText(value) && /^\d{4}(-\d\d){2}T\d\d(:\d\d){2}(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(value);
  return isForm ? Date.parse(value) : Number.NaN;
}

/** True if the gate covers the app. */
export function isBlocking(answer: GateAnswer | null): boolean {
  return answer?.update === "forced" || answer?.maintenance === "active";
}

/** @returns null if it is malformed */
export function parseAnswer(value: unknown): GateAnswer | null {
  const answer = (value ?? {}) as GateAnswer;
  const { update, maintenance, title, message, update_to, store_link, window, next_change_at } = answer;
  const isValid =
    /^(none|recommended|forced) (none|announced|active)$/.test(`${update} ${maintenance}`) &&
    [update, maintenance, title, message, window === null ? "" : window?.name].every(isText) &&
    [update_to, store_link].every((text) => text === null || isText(text)) &&
    (window === null ? maintenance === "none" : [window.reminder_start, window.start, window.end].every(isInstant)) &&
    (next_change_at === null || isInstant(next_change_at));
  return isValid ? answer : null;
}

/** @returns null if a request cannot carry it, or servers refuse its length: sent anyway, it would stop all further requests */
export function parseEtag(value: unknown): string | null {
  return isText(value) && /^[!-~]{1,256}$/.test(value) ? value : null;
}

/** @returns undefined if it is no JSON */
export function parseJson(text: unknown): unknown {
  try {
    return JSON.parse(text as string);
  } catch {
    return undefined;
  }
}

function isInstant(value: unknown): boolean {
  return !Number.isNaN(parseInstant(value));
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}
