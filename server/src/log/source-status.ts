import type { StoreProblem } from "drawbridge-rules/values/errors.ts";

export interface SourceStatus {
  readonly name: string;
  readonly kind: "sqlite" | "postgresql" | "edge";
  /** `starting` has read nothing yet. `interrupted` answers reads from memory; changes fail. */
  readonly state: "starting" | "following" | "interrupted";
  /** Epoch ms of the change to this state. */
  readonly since: number;
  /** Null, both, means nothing was read yet. */
  readonly epoch: string | null;
  readonly revision: number | null;
  /** Epoch ms when the content was last known to be current. */
  readonly checkedAt: number | null;
  readonly problem: string | null;
  /** As in the admin API; null means the problem has no code. */
  readonly code: StoreProblem | null;
  /** The last loss of commits that this process noticed. */
  readonly lost: LostStatus | null;
  /** Rows rebuilt at the start because they differed from the log. */
  readonly rebuilt: number;
}

export interface ObjectsStatus {
  readonly place: string;
  /** Last revision in it; null means unknown, or that it is empty. */
  readonly revision: number | null;
  /** Milliseconds since the first commit answered here that the object store lacks; 0 means none. */
  readonly behind: number;
  readonly problem: string | null;
}

export interface LostStatus {
  /** Epoch ms: when it was noticed. */
  readonly at: number;
  readonly epoch: string;
  /** The last revision not lost; null means older than any known. */
  readonly after: number | null;
  /** The last lost revision; null means lost with the disk. */
  readonly through: number | null;
  readonly manifests: readonly string[];
}
