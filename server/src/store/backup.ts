/** A copy of a whole store in one file, made while the store is in use. */

/** Contents of a backup. */
export interface BackupContent {
  /** The backup's own: a store replaced by the file counts the same revisions again, with other content. */
  readonly epoch: string;
  readonly revision: number;
  /** Time of the last commit, epoch ms; null means no commits. */
  readonly committedAt: number | null;
  readonly projects: number;
  /** The newest form of a value. */
  readonly schema: number;
}

export interface StoreBackup {
  readonly content: BackupContent;
  /** Size of the file. */
  readonly bytes: number;
  /** At most `most` bytes from that position; empty at the end. @throws unavailable */
  read(position: number, most: number): Promise<Uint8Array>;
  /** Deletes the copy. May be called twice. */
  close(): Promise<void>;
}
