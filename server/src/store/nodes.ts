/**
 * The processes that share a store now, and the newest form of values that each reads. A part of the storage port for engines
 * with several clients. Uses the engine's clock: those of the nodes may differ.
 */
export interface Nodes {
  /** Records that the node lives, replacing its earlier record. @throws unavailable */
  announce(node: SharingNode): Promise<void>;
  /** Removes the node's record. @throws unavailable */
  leave(id: string): Promise<void>;
  /** Nodes heard from within the last `within` milliseconds. @throws unavailable */
  living(within: number): Promise<SharingNode[]>;
}

export interface SharingNode {
  /** Random, for one process. */
  readonly id: string;
  /** Version of the program, for people. */
  readonly version: string;
  /** The newest form of values that it reads. */
  readonly schema: number;
}
