/** Everything that a client knows of its gate, and its text in storage. */
import { type GateAnswer, parseAnswer, parseEtag, parseJson } from "./gate-answer.ts";

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
  /** True if `beforeBlock` resolved for the present block of this version. */
  readonly isSaved?: boolean | undefined;
  /** `update_to` of the version that the user skipped. */
  readonly skipped: string | null;
  /** Until then, nothing is recommended: epoch ms by the server's clock. */
  readonly laterUntil: number;
  /** Start of the maintenance whose announcement was dismissed. */
  readonly dismissed: string | null;
}

interface StoredRecord extends GateRecord {
  readonly version: string;
  readonly language?: string;
}

/** Choices of the user outlive the version that they were made in; its answer does not. */
export function parseRecord(text: unknown, version: string, language: string | undefined): GateRecord {
  const kept = parseJson(text) as StoredRecord | null | undefined;
  const initial = { checkedAt: 0, offset: 0, skipped: null, laterUntil: 0, dismissed: null } as StoredRecord;
  // A sum with anything but numbers is none.
  const found = { ...initial, ...(kept && Number.isFinite(kept.checkedAt + kept.offset) ? kept : null) };
  const isSame = found.version === version;
  return {
    ...found,
    answer: isSame ? parseAnswer(found.answer) : null,
    etag: parseEtag(found.etag),
    isStorable: true,
    freshUntil: (found.language === language && Number(found.freshUntil)) || 0,
    draw: Math.min(Number(found.draw) || 0, 1),
    isUnanswered: isSame && !!found.isUnanswered,
    isSaved: (isSame && found.isSaved) || undefined,
  };
}
