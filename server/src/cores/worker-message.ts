/** Messages between the primary and a worker: one ordered channel. */
import type { RouteGroup } from "../http/listener-routes.ts";
import type { Settings } from "../settings.ts";
import type { Change, Head, Row } from "../store/store.ts";
import type { WorkerCountsShare } from "./worker-counts.ts";

/** Settings that matter to a worker. */
export interface ReadRules
  extends Pick<Settings, "data" | "logLevel" | "logAddresses" | "unknownKeyLimit" | "keyLimit" | "trustedProxies" | "fastPath"> {
  /** Time zone data as text, as the primary read it at its start; null: the runtime's. */
  readonly zones: string | null;
}

/** A socket that the worker has inherited, and what it serves there. */
export interface InheritedSocket {
  readonly fd: number;
  /** Host and port as the operator wrote them, for messages. */
  readonly host: string;
  readonly port: number;
  readonly duties: readonly RouteGroup[];
}

/** `number` identifies a message to acknowledge: a revision alone does not identify its epoch. */
export type ToWorker =
  | { readonly kind: "begin"; readonly rules: ReadRules; readonly sockets: readonly InheritedSocket[] }
  | { readonly kind: "listen" }
  /** One part of a whole copy. */
  | { readonly kind: "rows"; readonly rows: readonly Row[] }
  /** End of the copy, which replaces all earlier content. */
  | { readonly kind: "whole"; readonly head: Head; readonly number: number }
  | { readonly kind: "commit"; readonly changes: readonly Change[]; readonly head: Head; readonly number: number }
  /** This server will stop soon, and should get no new clients. */
  | { readonly kind: "leave" }
  /** The worker must stop accepting connections and confirm it. */
  | { readonly kind: "shut" }
  | { readonly kind: "stop"; readonly graceMs: number };

export type FromWorker =
  | { readonly kind: "listening" }
  | { readonly kind: "shut" }
  /** The worker cannot listen; the reason as a sentence. */
  | { readonly kind: "refused"; readonly message: string }
  /** Requests from now on are answered from this state or a later one. */
  | { readonly kind: "has"; readonly head: Head; readonly number: number }
  | { readonly kind: "counted"; readonly share: WorkerCountsShare };
