/**
 * The processes that share a store now, and which form of values each of them reads. A part of the storage port where an engine lets
 * several have it at once. By the clock of the engine: those of the nodes may differ.
 */
export interface Nodes {
  /** It lives. A later word of the same node takes the place of the earlier. @throws unavailable */
  announce(node: SharingNode): Promise<void>;
  /** It goes. @throws unavailable */
  leave(id: string): Promise<void>;
  /** Those that were heard within so many milliseconds. @throws unavailable */
  living(within: number): Promise<SharingNode[]>;
}

export interface SharingNode {
  /** Random, of one process. */
  readonly id: string;
  /** Of the program, for people. */
  readonly version: string;
  /** The newest form of values that it reads. */
  readonly schema: number;
}
