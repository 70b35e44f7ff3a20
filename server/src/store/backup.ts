export interface BackupContent {
  /** The backup's own: a store replaced by it counts the same revisions again, with other content. */
  readonly epoch: string;
  readonly revision: number;
  /** Epoch ms; null means no commits. */
  readonly committedAt: number | null;
  readonly projects: number;
  /** The newest form of a value. */
  readonly schema: number;
}

export interface StoreBackup {
  readonly content: BackupContent;
  readonly bytes: number;
  /** Empty at the end. @throws unavailable */
  read(position: number, most: number): Promise<Uint8Array>;
  /** May be called twice. */
  close(): Promise<void>;
}
