/** A copy of a whole store in one file, made while the store goes on. */

/** What is in one. */
export interface BackupContent {
  /** Its own: whoever puts the file in the place of a store counts the same revisions again, with other content. */
  readonly epoch: string;
  readonly revision: number;
  /** Of the last commit, epoch ms; null: there is none. */
  readonly committedAt: number | null;
  readonly projects: number;
  /** The newest form of a value. */
  readonly schema: number;
}

export interface StoreBackup {
  readonly content: BackupContent;
  /** Of the file. */
  readonly bytes: number;
  /** At most so many bytes from that position on; none: that was all. @throws unavailable */
  read(position: number, most: number): Promise<Uint8Array>;
  /** The copy is gone. May be called twice. */
  close(): Promise<void>;
}
