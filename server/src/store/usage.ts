/**
 * How often read keys were used, and how often requests were refused, by the hour. A part of the storage port, beside the log:
 * nobody has decided anything by it. There is no address in it, and nothing of a key but its id.
 */
export interface Usage {
  /** All that is kept, of whatever hour. @throws unavailable */
  counts(): Promise<UsageCount[]>;
  /**
   * Each count is added to what is kept of the same requests and hour: nodes that share a store add to each other. Nothing stays
   * of keys that are gone, and of hours before `from`. All of it or nothing. @throws unavailable, invalid (a name that is no text)
   */
  write(change: UsageChange): Promise<void>;
}

/** The requests of one kind in one hour. */
export interface UsageCount {
  /** "" where it belongs to none; `key` then too. */
  readonly project: string;
  readonly key: string;
  /** `let_in`, or why not. */
  readonly outcome: string;
  /** "": of whatever platform and version. */
  readonly platform: string;
  readonly version: string;
  /** Whole hours since 1970, UTC. */
  readonly hour: number;
  readonly count: number;
}

export interface UsageChange {
  readonly counts: readonly UsageCount[];
  readonly gone?: readonly { readonly project: string; readonly key: string }[];
  /** An hour. */
  readonly from?: number;
}
