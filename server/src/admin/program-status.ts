/** Status of the running program: version, listeners and sources. Read on request, from memory. */
import type { ClockStatus } from "../log/clock-check.ts";
import type { SourceStatus } from "../log/source-status.ts";
import type { RouteGroup } from "../reads/listener/listener-routes.ts";
import type { Opening } from "../reads/opening.ts";

export interface ListenerStatus {
  /** Without a path. */
  readonly url: string;
  readonly serves: readonly RouteGroup[];
}

export interface ProgramStatus {
  /** Epoch ms. */
  readonly startedAt: number;
  listeners(): readonly ListenerStatus[];
  /** Sources of the catalog of this process. */
  sources(): readonly SourceStatus[];
  /** Format of the store; null: it is not open, or there is none. */
  format(): number | null;
  /** Projects that an operator keeps open on this machine. */
  openings(): readonly Opening[];
  /** Number of edges that follow this process now. */
  edges(): number;
  clock(): ClockStatus;
}
