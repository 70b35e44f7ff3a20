/** Where a process has what it answers from, and whether that is how things are. */
import type { DamagedProject } from "./store/store.ts";

export interface SourceStatus {
  readonly name: string;
  readonly kind: "sqlite" | "postgresql" | "edge";
  /** `starting`: nothing was read of it yet. `interrupted`: it is lost, so changes fail or do not arrive; reads are answered from memory. */
  readonly state: "starting" | "following" | "interrupted";
  /** Epoch ms: since when it is in that state. */
  readonly since: number;
  /** Null, both: nothing was read yet. */
  readonly epoch: string | null;
  readonly revision: number | null;
  /** Epoch ms: when what is here was last known to be all there is. */
  readonly checkedAt: number | null;
  /** A sentence; null: none. */
  readonly problem: string | null;
  /** The last loss of commits in the source that this process noticed since its start; null: none. */
  readonly lost: LostStatus | null;
  /** Projects whose stored values are damaged, so that their changes are refused and, unless a sound copy is there, their reads too. */
  readonly damaged: readonly DamagedProject[];
}

export interface LostStatus {
  /** Epoch ms: when it was noticed. */
  readonly at: number;
  /** Epoch of the lost commits. */
  readonly epoch: string;
  /** The last revision that was not lost; null: older than any that this process knew. */
  readonly after: number | null;
  readonly through: number;
  /** Paths of the kept manifests. */
  readonly manifests: readonly string[];
}
