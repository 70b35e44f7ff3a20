/** When access tokens and read keys were last shown. A part of the storage port, beside the log: nobody has decided anything by it. */
export interface LastUsed {
  /** Epoch ms by its id, of those ids of which there is one. @throws unavailable */
  of(ids: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /**
   * Epoch ms by its id; null: it is gone. An instant before the one that is there changes nothing, whoever
   * notes it later. All of it or nothing. @throws unavailable, invalid (an id that is no text)
   */
  note(uses: ReadonlyMap<string, number | null>): Promise<void>;
}
