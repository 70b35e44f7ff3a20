import type { EdgeReport } from "../replicas/edge-protocol.ts";

export interface KnownEdge {
  readonly report: EdgeReport;
  /** The edge had all commits of this process when it reported. */
  readonly isCurrent: boolean;
  readonly token: string;
  readonly tokenName: string;
  readonly address: string;
  readonly connectedSince: number | null;
  readonly seenAt: number;
}

export type SeenEdge = Omit<KnownEdge, "connectedSince">;

const maxEdges = 10_000;
const forgottenAfter = 86_400_000;

export class EdgeList {
  /** In each map, the edge seen last is last. */
  readonly #following = new Map<string, KnownEdge>();
  readonly #away = new Map<string, KnownEdge>();
  /** By edge: a new stream can come before the old one is gone. */
  readonly #open = new Map<string, number>();

  list(now: number): KnownEdge[] {
    for (const [name, { seenAt }] of this.#away) if (now - seenAt > forgottenAfter) this.#away.delete(name);
    return [...this.#following.values(), ...this.#away.values()];
  }

  get connected(): number {
    return this.#open.size;
  }

  note(seen: SeenEdge): void {
    const name = nameOf(seen);
    this.#put(name, { ...seen, connectedSince: this.#find(name)?.connectedSince ?? null });
  }

  /** Returns the function to call at the end of the stream. */
  opened(seen: SeenEdge): () => void {
    const name = nameOf(seen);
    this.#open.set(name, (this.#open.get(name) ?? 0) + 1);
    this.#put(name, { ...seen, connectedSince: seen.seenAt });
    return () => {
      const left = (this.#open.get(name) ?? 1) - 1;
      if (left > 0) this.#open.set(name, left);
      else this.#open.delete(name);
      const known = this.#find(name);
      if (left === 0 && known) this.#put(name, { ...known, connectedSince: null });
    };
  }

  #find(name: string): KnownEdge | undefined {
    return this.#following.get(name) ?? this.#away.get(name);
  }

  /** A token holder can invent any number of edges, so adding one costs the same at any size. */
  #put(name: string, edge: KnownEdge): void {
    this.#following.delete(name);
    this.#away.delete(name);
    if (this.#following.size + this.#away.size >= maxEdges && !this.#dropLongestAway()) return;
    (edge.connectedSince === null ? this.#away : this.#following).set(name, edge);
  }

  #dropLongestAway(): boolean {
    for (const name of this.#away.keys()) return this.#away.delete(name);
    return false;
  }
}

function nameOf({ token, report }: Pick<KnownEdge, "token" | "report">): string {
  return `${token} ${report.edge}`;
}
