/**
 * The processes that share a store now. A part of the storage port for engines with several clients. Uses the engine's clock: those
 * of the nodes may differ.
 */
export interface Nodes {
  /** Records that the node lives. @param id random, for one process @param version of the program, for people @throws unavailable */
  announce(id: string, version: string): Promise<void>;
  /** Removes the node's record. @throws unavailable */
  leave(id: string): Promise<void>;
  /** Number of nodes heard from within the last `within` milliseconds. @throws unavailable */
  living(within: number): Promise<number>;
}
