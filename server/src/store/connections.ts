/** The connections of a store that is reached over a network, for whoever watches. */
export interface StoreConnections {
  readonly total: number;
  /** Of these, the ones that nobody uses. */
  readonly idle: number;
  /** Who waits for one. */
  readonly waiting: number;
  /** Whether commits of others are heard of at once, and not only when somebody looks. */
  readonly isListening: boolean;
}
