import type { RefusedQueryCode } from "drawbridge-rules/impact/traffic.ts";
import { remembered } from "drawbridge-rules/values/remembered.ts";
import { ownText } from "../../base/text-map.ts";
import type { RefusedQueries } from "../../store/usage.ts";
import { hourNumber, reportedHours } from "./request-counter.ts";

/** A query that got 400, before it is counted. */
export interface RefusedQuery {
  readonly key: { readonly project: string; readonly key: string };
  readonly code: RefusedQueryCode;
  /** The version, the platform, or the names of the parameters. */
  readonly sent: string;
}

export class RefusedQueryCounts {
  /** Since the last `take`, by key, then by code and hour. */
  readonly #untaken = new Map<string, Map<string, RefusedQueries>>();

  count({ key: { project, key }, code, sent }: RefusedQuery, now: number): void {
    const ofKey = remembered(this.#untaken, `${project} ${key}`, () => new Map<string, RefusedQueries>());
    const hour = hourNumber(now);
    const known = ofKey.get(`${code} ${hour}`);
    const example = known?.example ?? printExample(sent);
    ofKey.set(`${code} ${hour}`, { project, key, code, hour, count: (known?.count ?? 0) + 1, example });
  }

  take(): RefusedQueries[] {
    const taken = this.untaken;
    this.#untaken.clear();
    return taken;
  }

  get untaken(): RefusedQueries[] {
    return [...this.#untaken.values()].flatMap((ofKey) => [...ofKey.values()]);
  }

  forget(project: string, key: string): void {
    this.#untaken.delete(`${project} ${key}`);
  }

  /** Old counts wait for a store that is not responding. @param now epoch ms */
  forgetOld(now: number): void {
    const oldest = hourNumber(now) - reportedHours;
    for (const ofKey of this.#untaken.values()) for (const [name, { hour }] of ofKey) if (hour <= oldest) ofKey.delete(name);
  }
}

/** Characters. */
export const maxExample = 64;
const hidden = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu;
/** A credential that an app sends in the wrong parameter. */
const credential = /(db[a-z]_)\w+/g;

/** Escapes what terminals or pages hide or obey, cuts credentials and long texts. Idempotent. */
export function printExample(sent: string): string {
  const begin = sent.slice(0, 2 * maxExample);
  const shown = begin
    .toWellFormed()
    .replace(hidden, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`)
    .replace(credential, "$1…");
  const characters = [...shown];
  const isCut = begin.length < sent.length || characters.length > maxExample;
  return ownText(isCut ? `${characters.slice(0, maxExample - 1).join("")}…` : shown);
}

/** A key's requests with one code in the last 24 hours. */
export interface RefusedQuerySum extends Omit<RefusedQueries, "hour" | "count"> {
  readonly hours: readonly number[];
}

/** Takes the latest example. @param counted stored counts before others @param now epoch ms */
export function sumRefusedQueries(counted: readonly RefusedQueries[], now: number): RefusedQuerySum[] {
  const first = hourNumber(now) - reportedHours + 1;
  const sums = new Map<string, RefusedQuerySum & { readonly hours: number[]; example: string }>();
  for (const { project, key, code, hour, count, example } of counted) {
    const slot = hour - first;
    if (slot < 0 || slot >= reportedHours) continue;
    const name = `${project} ${key} ${code}`;
    const sum = remembered(sums, name, () => ({ project, key, code, hours: new Array(reportedHours).fill(0), example }));
    if (slot > sum.hours.findLastIndex((each) => each > 0)) sum.example = example;
    sum.hours[slot] = (sum.hours[slot] ?? 0) + count;
  }
  return [...sums.values()];
}
