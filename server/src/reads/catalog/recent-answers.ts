/** Answers by the text of their question: a few thousand are most of the traffic. */
import { LRUCache } from "lru-cache";
import { ownText, textHash } from "../../base/text-map.ts";
import type { Answered, Question } from "./answer.ts";

/** `answers` are replaced whenever the project changes. */
interface Answering {
  readonly answers: unknown;
}

export interface ReadQuestion extends Question {
  readonly key: string;
}

interface RecentAnswer {
  readonly question: ReadQuestion;
  readonly answered: Answered;
  readonly project: Answering;
  readonly answers: unknown;
  /** Epoch ms: answer and max-age are the same for `from ≤ now ≤ until`. */
  readonly from: number;
  readonly until: number;
}

/** Bytes. */
export const recentBound = 4 * 1024 * 1024;
/** Maximum bytes of an entry without its texts. */
const entryCost = 1000;
/** Hashes of questions that are remembered; a power of two. */
const askedPlaces = 16_384;

/** Keyed by a hash: each read would allocate a string, and V8 intern it. */
export class RecentAnswers {
  readonly #kept = new LRUCache<number, RecentAnswer>({
    maxSize: recentBound,
    sizeCalculation: ({ question: { key, query, acceptLanguage }, answered: { outcome } }) =>
      entryCost + 2 * outcome.body.length + key.length + query.length + (acceptLanguage?.length ?? 0),
  });
  readonly #asked = new Uint32Array(askedPlaces);
  hits = 0;

  get bytes(): number {
    return this.#kept.calculatedSize;
  }

  /** Null means not asked lately with this key or another: a flood repeats no question, and none of it is kept. */
  hashOfAsked({ endpoint, key, query, acceptLanguage }: ReadQuestion): number | null {
    const hash = textHash(query, acceptLanguage === null ? 0 : textHash(acceptLanguage, 0));
    const place = hash & (askedPlaces - 1);
    if (this.#asked[place] === hash) return textHash(key, hash ^ endpoint.length) | 0;
    this.#asked[place] = hash;
    return null;
  }

  /** Null means none that is right. @param now epoch ms */
  find(hash: number, question: ReadQuestion, now: number): Answered | null {
    const recent = this.#kept.get(hash);
    if (recent === undefined || recent.answers !== recent.project.answers || !isSame(recent.question, question)) return null;
    if (now < recent.from || now > recent.until) return null;
    this.hits++;
    return recent.answered;
  }

  /** Kept answers keep their projects in memory. */
  clear(): void {
    this.#kept.clear();
  }

  /** Replaces another question with the same hash. @param now epoch ms */
  keep(hash: number, question: ReadQuestion, answered: Answered, project: Answering, now: number): void {
    const { outcome, transition, counted } = answered;
    const until = transition - Math.max(outcome.ttl * 1000, 1);
    if (until <= now) return;
    // These texts are parts of the request, and would keep it in memory.
    const { endpoint, key, query, acceptLanguage } = question;
    const own = {
      endpoint,
      key: ownText(key),
      query: ownText(query),
      acceptLanguage: acceptLanguage === null ? null : ownText(acceptLanguage),
    };
    const ownAnswer = counted ? { ...answered, counted: { ...counted, version: ownText(counted.version) } } : answered;
    this.#kept.set(hash, { question: own, answered: ownAnswer, project, answers: project.answers, from: now, until });
  }
}

function isSame(a: ReadQuestion, b: ReadQuestion): boolean {
  return a.query === b.query && a.key === b.key && a.endpoint === b.endpoint && a.acceptLanguage === b.acceptLanguage;
}
