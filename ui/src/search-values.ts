/** Links may contain any text. */

import { parseInstantAhead } from "drawbridge-rules/values/instant.ts";
import { isZone, parseDate } from "drawbridge-rules/values/wall-time.ts";

export type Search = Readonly<Record<string, unknown>>;

/** The router parses `?query=12` as a number. */
export function textIn(search: Search, name: string): string | undefined {
  const value = search[name];
  const text = typeof value === "number" || typeof value === "boolean" ? String(value) : value;
  return typeof text === "string" && text !== "" ? text : undefined;
}

export function flagIn(search: Search, name: string): true | undefined {
  return search[name] === true || search[name] === "true" ? true : undefined;
}

export function oneOf<Word extends string>(words: readonly Word[]): (search: Search, name: string) => Word | undefined {
  return (search, name) => words.find((word) => word === search[name]);
}

export function readSearch<Readers extends Readonly<Record<string, (search: Search, name: string) => unknown>>>(
  readers: Readers,
) {
  type Read = { readonly [Name in keyof Readers]?: ReturnType<Readers[Name]> };
  return (search: Record<string, unknown>): Read =>
    Object.fromEntries(Object.entries(readers).map(([name, read]) => [name, read(search, name)])) as Read;
}

/** `2026-11-16` */
export function dateIn(search: Search, name: string): string | undefined {
  const text = textIn(search, name) ?? "";
  return parseDate(text) === null ? undefined : text;
}

export function zoneIn(search: Search, name: string): string | undefined {
  const zone = textIn(search, name) ?? "";
  return isZone(zone) ? zone : undefined;
}

const firstYear = Date.UTC(1971, 0);
const afterLastYear = Date.UTC(9998, 0);

/** Canonical, so that each instant is requested once. */
export function instantIn(search: Search, name: string, now = Date.now()): string | undefined {
  const at = parseInstantAhead(textIn(search, name) ?? "", now) ?? Number.NaN;
  return at >= firstYear && at < afterLastYear ? new Date(at).toISOString() : undefined;
}

/** Parses JSON, but keeps versions as text: `2.30` is not 2.3. @throws SyntaxError if it is no JSON */
export function parseValue(text: string): unknown {
  if (/^\s*[-\d]/.test(text) && String(Number(text)) !== text) throw new SyntaxError("a text");
  return JSON.parse(text);
}
