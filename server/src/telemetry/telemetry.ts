/** Optional OpenTelemetry export to a collector. Without one, none of its code is loaded. */
import type { Log } from "../base/log.ts";
import type { Registry } from "../metrics/registry.ts";
import { noTracing, type Tracing } from "./tracing.ts";

export interface Telemetry {
  readonly tracing: Tracing;
  /** Sends these metrics from now on. */
  watch(registry: Registry): void;
  /** Sends the rest, and waits a few seconds at most. */
  stop(): Promise<void>;
}

export interface TelemetryOptions {
  /** URL of the collector, without a trailing slash; null: no export. */
  readonly url: string | null;
  readonly headers: Readonly<Record<string, string>>;
  /** Attributes of the sender, in place of its own. */
  readonly resource: Readonly<Record<string, string>>;
  /** Version of the program. */
  readonly version: string;
  readonly log: Log;
}

const noTelemetry: Telemetry = { tracing: noTracing, watch: () => {}, stop: async () => {} };

export async function openTelemetry({ url, ...options }: TelemetryOptions): Promise<Telemetry> {
  if (url === null) return noTelemetry;
  const { Collector } = await import("./collector.ts");
  return new Collector({ url, ...options });
}
