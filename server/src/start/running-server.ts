import type { Log } from "../base/log.ts";
import type { CleanupTimes } from "../log/daily-cleanup.ts";
import type { Thresholds } from "../reads/limits/shedding.ts";
import type { RouteGroupUrls } from "./listeners.ts";

export interface ServerOptions {
  readonly demo: boolean;
  readonly log: Log;
  readonly version: string;
  /** Quoted for a shell. */
  readonly command?: string;
  /** Nothing keeps a terminal's banner: only there it shows what opens something. */
  readonly isTerminal?: boolean;
  /** Epoch ms. */
  readonly now?: () => number;
  readonly consoleFiles?: string;
  /** Milliseconds. */
  readonly lameDuck?: number;
  readonly shedFrom?: Thresholds;
  readonly cleanup?: CleanupTimes;
  readonly clockEvery?: number;
  /** Milliseconds. */
  readonly pollEvery?: number;
}

export interface RunningServer {
  readonly urls: RouteGroupUrls;
  readonly banner: readonly string[];
  stop(): Promise<void>;
}
