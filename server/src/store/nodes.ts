/**
 * The processes that share a store now. A part of the storage port for engines with several clients. Uses the engine's clock: those
 * of the nodes may differ.
 */
export interface Nodes {
  /** Records that the node lives. @param id random, for one process @param version of the program, for people @throws unavailable */
  announce(id: string, version: string): Promise<void>;
  /** Removes the node's record. @throws unavailable */
  leave(id: string): Promise<void>;
  /** Number of nodes heard from within the last `within` milliseconds. @throws unavailable */
  living(within: number): Promise<number>;
}

/** Connections of a store that is reached over a network, for metrics and `/status`. */
export interface StoreConnections {
  readonly total: number;
  /** Idle connections. */
  readonly idle: number;
  /** Requests waiting for a connection. */
  readonly waiting: number;
  /** True if commits of other nodes are notified immediately, and not only found by polling. */
  readonly isListening: boolean;
  /** A sentence for operators about hosts that endanger later changes; null means none. */
  readonly problem: string | null;
}
