/** Everything that a client knows of its gate, and its text in storage. */
import { type GateAnswer, parseAnswer, parseEtag, parseInstant, parseJson } from "./gate-answer.ts";
import type { GateOptions } from "./gate-options.ts";

export interface GateRecord {
  readonly answer: GateAnswer | null;
  readonly etag: string | null;
  readonly isStorable: boolean;
  /** When the server last confirmed the answer, epoch ms by its clock. */
  readonly checkedAt: number;
  /** Milliseconds by which the server's clock is ahead of the device's. */
  readonly offset: number;
  /** Until then, the answer needs no question: epoch ms by the server's clock. */
  readonly freshUntil: number;
  /** Position of this client in the spread of openings after the present maintenance; at least 0, below 1. */
  readonly draw: number;
  /** True if a start of this version ended without an answer: no other start waits for one. */
  readonly isUnanswered: boolean;
  /** `update_to` of the version that the user skipped. */
  readonly skipped: string | null;
  /** Until then, nothing is recommended: epoch ms by the server's clock. */
  readonly laterUntil: number;
  /** Start of the maintenance whose announcement was dismissed. */
  readonly dismissed: string | null;
}

export const emptyRecord: GateRecord = {
  answer: null,
  etag: null,
  isStorable: true,
  checkedAt: 0,
  offset: 0,
  freshUntil: 0,
  draw: 0,
  isUnanswered: false,
  skipped: null,
  laterUntil: 0,
  dismissed: null,
};

/** Without the version: the text of an older one is replaced instead of staying in the storage. */
export function recordName({ baseUrl, key, platform, instanceId }: GateOptions): string {
  return `drawbridge.gate ${[baseUrl, key, platform, instanceId ?? ""].join(" ")}`;
}

/** @param language of the question; another one has other texts */
export function printRecord(record: GateRecord, version: string, language: string | undefined): string {
  return JSON.stringify({ ...record, version, language, answer: record.isStorable ? record.answer : null });
}

interface StoredRecord extends GateRecord {
  readonly version: string;
  readonly language?: string;
}

/** Choices of the user outlive the version that they were made in; its answer does not. */
export function parseRecord(text: unknown, version: string, language: string | undefined): GateRecord {
  const found = (typeof text === "string" ? parseJson(text) : null) as StoredRecord | null;
  // A sum with anything but numbers is none.
  if (!found || !Number.isFinite(found.checkedAt + found.offset)) return emptyRecord;
  const isSame = found.version === version;
  return {
    ...emptyRecord,
    ...found,
    answer: isSame ? parseAnswer(found.answer) : null,
    etag: parseEtag(found.etag),
    isStorable: true,
    freshUntil: found.language === language ? Number(found.freshUntil) : 0,
    draw: Math.min(Number(found.draw) || 0, 1),
    isUnanswered: isSame && found.isUnanswered === true,
  };
}

/**
 * @returns the planned end of the present maintenance, and when it opens this client: epoch ms by the server's clock; null and 0 without
 * a maintenance
 */
export function findOpening({ answer, draw }: GateRecord, openSpread: number): readonly [end: number, opensAt: number] {
  const window = answer?.maintenance === "active" ? answer.window : null;
  const end = parseInstant(window?.end) as number;
  const length = end - (parseInstant(window?.start) as number);
  return [end, end + draw * Math.max(Math.min(openSpread, length / 10), 0)];
}
