/** What is running: the program, where it listens, and what it follows. Read when somebody asks, from what is in memory. */
import type { ClockStatus } from "./clock-check.ts";
import type { Duty } from "./http/duty.ts";
import type { SourceStatus } from "./source-status.ts";

export interface ListenerStatus {
  /** Without a path. */
  readonly url: string;
  readonly serves: readonly Duty[];
}

export interface ReadProcesses {
  readonly wanted: number;
  /** That answer reads and keep up. */
  readonly ready: number;
}

export interface ProgramStatus {
  /** Epoch ms. */
  readonly startedAt: number;
  listeners(): readonly ListenerStatus[];
  /** What this process has its catalog from. */
  sources(): readonly SourceStatus[];
  /** Null: there are none, this process answers reads by itself. */
  readProcesses(): ReadProcesses | null;
  /** That follow this process now. */
  edges(): number;
  /** Absent: nothing depends on a confirmed clock. */
  clock?(): ClockStatus;
}
