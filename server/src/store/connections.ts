/** Connections of a store that is reached over a network, for metrics and `/status`. */
export interface StoreConnections {
  readonly total: number;
  /** Idle connections. */
  readonly idle: number;
  /** Requests waiting for a connection. */
  readonly waiting: number;
  /** True if commits of other nodes are notified immediately, and not only found by polling. */
  readonly isListening: boolean;
}
