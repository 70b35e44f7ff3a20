import type { Log } from "../base/log.ts";
import type { CleanupTimes } from "../log/daily-cleanup.ts";
import type { Thresholds } from "../reads/limits/shedding.ts";
import type { RouteGroupUrls } from "./listeners.ts";

export interface ServerOptions {
  /** Restores the demo into a store without projects. */
  readonly demo: boolean;
  readonly log: Log;
  readonly version: string;
  /** How the program was started, quoted for a shell; `drawbridge` by default. */
  readonly command?: string;
  /** True if a person reads the banner and nothing keeps it: then it shows what opens something, else a file has that. */
  readonly isTerminal?: boolean;
  /** Epoch ms. */
  readonly now?: () => number;
  /** The directory that the console was built into. */
  readonly consoleFiles?: string;
  /** Milliseconds that connections which are idle at a stop may still be used. */
  readonly lameDuck?: number;
  /** Milliseconds of an event-loop turn; those of the program unless given. */
  readonly shedFrom?: Thresholds;
  readonly cleanup?: CleanupTimes;
  readonly clockEvery?: number;
  /** Milliseconds between two looks at the store; those of the program unless given. */
  readonly pollEvery?: number;
  /** Milliseconds between two writes of usage counts, or between two reports of an edge; a minute unless given. */
  readonly usageEvery?: number;
}

export interface RunningServer {
  /** Where each family is served, without a path. */
  readonly urls: RouteGroupUrls;
  /** Lines for the person who started the server. */
  readonly banner: readonly string[];
  /** Finishes requests in flight and releases all resources. */
  stop(): Promise<void>;
}
