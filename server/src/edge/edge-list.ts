/** The edges that follow, or have lately: what they say of themselves, bounded, and forgotten when they have been away for long. */
import type { EdgeReport } from "./edge-report.ts";

export interface KnownEdge {
  readonly report: EdgeReport;
  /** Whether that was all there was here, when it said so. */
  readonly isCurrent: boolean;
  /** Id and name of the token that it has shown. */
  readonly token: string;
  readonly tokenName: string;
  /** As the connection or a trusted proxy says. */
  readonly address: string;
  /** Epoch ms; null: it is not. */
  readonly connectedSince: number | null;
  /** Epoch ms. */
  readonly seenAt: number;
}

const mostEdges = 10_000;
/** Milliseconds. */
const forgottenAfter = 86_400_000;

export class EdgeList {
  readonly #edges = new Map<string, KnownEdge>();
  /** Streams that are open, by edge: a new one can come before the old one is gone. */
  readonly #open = new Map<string, number>();

  /** Those that were seen last are last. @param now epoch ms */
  list(now: number): KnownEdge[] {
    this.#forget(now);
    return [...this.#edges.values()];
  }

  /** How many follow now. */
  get connected(): number {
    return this.#open.size;
  }

  /** It says how it stands. */
  note(seen: Omit<KnownEdge, "connectedSince">): void {
    const name = nameOf(seen);
    const known = this.#edges.get(name);
    if (!known && this.#edges.size >= mostEdges) this.#forget(seen.seenAt);
    if (!known && this.#edges.size >= mostEdges && !this.#dropOne()) return;
    // At the end of the map are those that were seen last.
    this.#edges.delete(name);
    this.#edges.set(name, { ...seen, connectedSince: known?.connectedSince ?? null });
  }

  /** A stream of it begins; gives what is to be called at its end. */
  opened(seen: Omit<KnownEdge, "connectedSince">): () => void {
    const name = nameOf(seen);
    this.#open.set(name, (this.#open.get(name) ?? 0) + 1);
    this.note(seen);
    this.#change(name, { connectedSince: seen.seenAt });
    return () => {
      const left = (this.#open.get(name) ?? 1) - 1;
      if (left > 0) this.#open.set(name, left);
      else this.#open.delete(name);
      if (left === 0) this.#change(name, { connectedSince: null });
    };
  }

  #change(name: string, change: Partial<KnownEdge>): void {
    const known = this.#edges.get(name);
    if (known) this.#edges.set(name, { ...known, ...change });
  }

  #forget(now: number): void {
    for (const [name, { connectedSince, seenAt }] of this.#edges) {
      if (connectedSince === null && now - seenAt > forgottenAfter) this.#edges.delete(name);
    }
  }

  /** The one that has been away for longest. */
  #dropOne(): boolean {
    for (const [name, { connectedSince }] of this.#edges) if (connectedSince === null) return this.#edges.delete(name);
    return false;
  }
}

function nameOf({ token, report }: Pick<KnownEdge, "token" | "report">): string {
  return `${token} ${report.edge}`;
}
