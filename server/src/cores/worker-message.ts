/** What the primary and a process that answers reads tell each other. One channel, in order: nothing overtakes anything. */
import type { Duty } from "../http/duty.ts";
import type { Settings } from "../settings.ts";
import type { Change, Head, Row } from "../store/store.ts";
import type { WorkerCountsShare } from "./worker-counts.ts";

/** What of the settings matters to whoever answers reads. */
export type ReadRules = Pick<Settings, "logLevel" | "logAddresses" | "unknownKeyLimit" | "keyLimit" | "trustedProxies">;

/** A socket that the worker has inherited, and what it serves there. */
export interface InheritedSocket {
  readonly fd: number;
  /** As operators wrote it: the host and the port of whoever reports something. */
  readonly host: string;
  readonly port: number;
  readonly duties: readonly Duty[];
}

/** `number` counts what is to be acknowledged: a revision alone does not say of which epoch it is. */
export type ToWorker =
  | { readonly kind: "begin"; readonly rules: ReadRules; readonly sockets: readonly InheritedSocket[] }
  | { readonly kind: "listen" }
  /** A part of a whole copy. */
  | { readonly kind: "rows"; readonly rows: readonly Row[] }
  /** That was all of it: it takes the place of what there was. */
  | { readonly kind: "whole"; readonly head: Head; readonly number: number }
  | { readonly kind: "commit"; readonly changes: readonly Change[]; readonly head: Head; readonly number: number }
  /** This server is about to stop, and is to be sent nobody new. */
  | { readonly kind: "leave" }
  /** It takes no more connections, and says so. */
  | { readonly kind: "shut" }
  | { readonly kind: "stop"; readonly graceMs: number };

export type FromWorker =
  | { readonly kind: "listening" }
  | { readonly kind: "shut" }
  /** It cannot listen; a sentence. */
  | { readonly kind: "refused"; readonly message: string }
  /** Whoever asks it from now on is answered from this, or from something later. */
  | { readonly kind: "has"; readonly head: Head; readonly number: number }
  | { readonly kind: "counted"; readonly share: WorkerCountsShare };
