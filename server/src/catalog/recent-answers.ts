/**
 * Answers by the text of their question. Apps of one version and language all ask the same one, so a few thousand questions are most
 * of the traffic. Bounded in bytes, because clients can ask anything.
 */
import { LRUCache } from "lru-cache";
import { ownText } from "../base/own-text.ts";
import { textHash } from "../base/text-hash.ts";
import type { Answered } from "./answer.ts";

/** A project; its `answers` are replaced whenever it changes. */
interface Answering {
  readonly answers: unknown;
}

interface RecentAnswer {
  readonly answered: Answered;
  readonly project: Answering;
  /** The project's `answers` then. */
  readonly answers: unknown;
  /** Epoch ms: answer and max-age are the same for `from ≤ now ≤ until`. */
  readonly from: number;
  readonly until: number;
}

/** Bytes. */
export const recentBound = 4 * 1024 * 1024;
/** Upper bound of the bytes of an entry without its texts. */
const entryCost = 1000;
/** Hashes of questions that are remembered; a power of two. */
const askedPlaces = 16_384;

export class RecentAnswers {
  readonly #kept = new LRUCache<string, RecentAnswer>({
    maxSize: recentBound,
    sizeCalculation: ({ answered: { outcome } }, question) => entryCost + 2 * outcome.body.length + question.length,
  });
  readonly #asked = new Uint32Array(askedPlaces);
  /** Answers found since the start. */
  hits = 0;

  get bytes(): number {
    return this.#kept.calculatedSize;
  }

  /** Returns whether it was asked lately, perhaps with another key. Questions of a flood are asked once, and are not kept. */
  isAskedAgain(query: string, acceptLanguage: string | null): boolean {
    const hash = textHash(query, acceptLanguage === null ? 0 : textHash(acceptLanguage, 0));
    const place = hash & (askedPlaces - 1);
    if (this.#asked[place] === hash) return true;
    this.#asked[place] = hash;
    return false;
  }

  /** Null: not kept, or no longer right. @param now epoch ms */
  find(question: string, now: number): Answered | null {
    const recent = this.#kept.get(question);
    if (recent === undefined || recent.answers !== recent.project.answers) return null;
    if (now < recent.from || now > recent.until) return null;
    this.hits++;
    return recent.answered;
  }

  /** @param question everything in the request that the answer depends on; @param now epoch ms */
  keep(question: string, answered: Answered, project: Answering, now: number): void {
    const { outcome, transition, counted } = answered;
    const until = transition - Math.max(outcome.ttl * 1000, 1);
    if (until <= now) return;
    // The version is a part of the request, and would keep all of that in memory.
    const own = counted ? { ...answered, counted: { ...counted, version: ownText(counted.version) } } : answered;
    this.#kept.set(question, { answered: own, project, answers: project.answers, from: now, until });
  }
}
