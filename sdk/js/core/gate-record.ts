/** Everything that a client knows of its gate, and its text in storage. */
import { type GateAnswer, parseAnswer, parseEtag, parseJson } from "./gate-answer.ts";
import type { GateOptions } from "./gate-options.ts";

export interface GateRecord {
  readonly answer: GateAnswer | null;
  readonly etag: string | null;
  readonly isStorable: boolean;
  /** When the server last confirmed the answer, epoch ms by its clock. */
  readonly checkedAt: number;
  /** Milliseconds by which the server's clock is ahead of the device's. */
  readonly offset: number;
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
  skipped: null,
  laterUntil: 0,
  dismissed: null,
};

/** Without the version: the text of an older one is replaced instead of staying in the storage. */
export function recordName({ baseUrl, key, platform, instanceId }: GateOptions): string {
  return `drawbridge.gate ${[baseUrl, key, platform, instanceId ?? ""].join(" ")}`;
}

export function printRecord(record: GateRecord, version: string): string {
  return JSON.stringify({ ...record, version, ...(record.isStorable ? {} : { answer: null, etag: null }) });
}

/** Choices of the user outlive the version that they were made in; its answer does not. */
export function parseRecord(text: unknown, version: string): GateRecord {
  const found = (typeof text === "string" ? parseJson(text) : null) as (GateRecord & { readonly version: string }) | null;
  if (!found || typeof found.checkedAt !== "number" || typeof found.offset !== "number") return emptyRecord;
  const { checkedAt, offset, skipped = null, laterUntil = 0, dismissed = null } = found;
  const answer = found.version === version ? parseAnswer(found.answer) : null;
  return { answer, etag: parseEtag(found.etag), isStorable: true, checkedAt, offset, skipped, laterUntil, dismissed };
}
