/** OpenTelemetry as an option: what is measured here, sent to a collector. Without one, nothing of it is loaded. */
import type { Log } from "../base/log.ts";
import type { Registry } from "../metrics/registry.ts";
import { noTracing, type Tracing } from "./tracing.ts";

export interface Telemetry {
  readonly tracing: Tracing;
  /** Sends these metrics from now on. */
  watch(registry: Registry): void;
  /** Sends the rest, and waits a few seconds at the most. */
  stop(): Promise<void>;
}

export interface TelemetryOptions {
  /** Of the collector, without a slash at its end; null: there is none. */
  readonly url: string | null;
  readonly headers: Readonly<Record<string, string>>;
  /** Of the program. */
  readonly version: string;
  readonly log: Log;
}

const noTelemetry: Telemetry = { tracing: noTracing, watch: () => {}, stop: async () => {} };

export async function openTelemetry({ url, ...options }: TelemetryOptions): Promise<Telemetry> {
  if (url === null) return noTelemetry;
  const { Collector } = await import("./collector.ts");
  return new Collector({ url, ...options });
}
