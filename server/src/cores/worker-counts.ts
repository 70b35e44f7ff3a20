/** Counts that a worker reports to the primary: each request once, and no message without news. */

import type { ProblemCode } from "drawbridge-rules/wire/problem.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { Listener } from "../http/listener.ts";
import type { ServerLimits } from "../limits/server-limits.ts";
import type { OpenFiles } from "../metrics/open-files.ts";
import type { ReadCounts, ReadCountsShare } from "../metrics/read-counts.ts";
import { takeShares, type UsageShare } from "../usage/usage-share.ts";

/** Counts since the last report; open connections are a current value. */
export interface WorkerCountsShare {
  readonly usage: UsageShare;
  readonly reads: ReadCountsShare;
  readonly memo: Catalog["memo"];
  /** In the order of the sockets. */
  readonly doors: readonly ListenerShare[];
  /** Refused requests, by limit. */
  readonly limited: { readonly unknownKeys: number; readonly keys: number; readonly shed: number };
  /** Seconds without a free file descriptor. */
  readonly exhausted: number;
}

interface ListenerShare {
  /** Connections open now. */
  readonly connections: number;
  /** Requests that the listener itself refused. */
  readonly refusals: readonly (readonly [code: ProblemCode, count: number])[];
}

interface CountedParts {
  readonly catalog: Pick<Catalog, "usage" | "memo">;
  readonly counts: ReadCounts;
  readonly listeners: readonly Pick<Listener, "connections" | "refusals">[];
  readonly limits: ServerLimits;
  readonly files: Pick<OpenFiles, "exhausted">;
}

export class WorkerCounts {
  readonly #parts: CountedParts;
  /** Reported totals of growing counters, by name. */
  readonly #told = new Map<string, number>();
  #connections = "";

  constructor(parts: CountedParts) {
    this.#parts = parts;
  }

  /** Null: no news. @param now epoch ms */
  take(now: number): WorkerCountsShare | null {
    const { catalog, counts, files } = this.#parts;
    const share = {
      usage: takeShares(catalog.usage, now),
      reads: counts.take(),
      memo: { hits: this.#grown("hits", catalog.memo.hits), misses: this.#grown("misses", catalog.memo.misses) },
      doors: this.#doors(),
      limited: this.#limited(),
      exhausted: this.#grown("exhausted", files.exhausted),
    };
    const { usage, reads, doors, limited, exhausted } = share;
    const connections = doors.map((door) => door.connections).join(" ");
    const isSame = connections === this.#connections;
    this.#connections = connections;
    const isQuiet =
      exhausted === 0 &&
      usage.tallies.length === 0 &&
      usage.versions.length === 0 &&
      reads.statuses.length === 0 &&
      doors.every(({ refusals }) => refusals.length === 0);
    return isSame && isQuiet && Object.values(limited).every((count) => count === 0) ? null : share;
  }

  #doors(): ListenerShare[] {
    return this.#parts.listeners.map(({ connections, refusals }, index) => {
      const grown = [...refusals].map(([code, count]) => [code, this.#grown(`${index} ${code}`, count)] as const);
      return { connections, refusals: grown.filter(([, count]) => count > 0) };
    });
  }

  #limited(): WorkerCountsShare["limited"] {
    const { unknownKeys, keys, shedding } = this.#parts.limits;
    return {
      unknownKeys: this.#grown("unknown keys", unknownKeys?.refused ?? 0),
      keys: this.#grown("keys", keys?.refused ?? 0),
      shed: this.#grown("shed", shedding.shed("unknown keys")),
    };
  }

  #grown(name: string, total: number): number {
    const grown = total - (this.#told.get(name) ?? 0);
    this.#told.set(name, total);
    return grown;
  }
}
