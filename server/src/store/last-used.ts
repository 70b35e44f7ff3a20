/** The last use of access tokens and read keys. A part of the storage port, beside the log, since no decision depends on it. */
export interface LastUsed {
  /** Epoch ms by id, for ids with a recorded use. @throws unavailable */
  of(ids: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /**
   * Epoch ms by id; null: delete. Never replaces a later time by an earlier one. All or nothing.
   * @throws unavailable, invalid (an id that cannot be stored)
   */
  note(uses: ReadonlyMap<string, number | null>): Promise<void>;
}
