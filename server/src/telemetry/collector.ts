/**
 * An OTLP collector over HTTP. Spans and metrics are sent in the background and dropped on failure: neither requests nor, for
 * long, a stop wait for it.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { OTLPMetricExporter } from "@opentelemetry/exporter-metrics-otlp-http";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { MeterProvider, PeriodicExportingMetricReader } from "@opentelemetry/sdk-metrics";
import { BatchSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import type { Registry } from "../metrics/registry.ts";
import { watchDeliveries } from "./deliveries.ts";
import { RegistryProducer } from "./registry-producer.ts";
import { SpanTracing } from "./span-tracing.ts";
import type { Telemetry, TelemetryOptions } from "./telemetry.ts";
import type { Tracing } from "./tracing.ts";

export interface CollectorOptions extends Omit<TelemetryOptions, "url"> {
  readonly url: string;
}

/** Milliseconds. */
const sendEvery = 15_000;
const exportTimeout = 5_000;
const longestStop = 3_000;

export class Collector implements Telemetry {
  readonly tracing: Tracing;
  readonly #options: CollectorOptions;
  readonly #resource: ReturnType<typeof resourceFromAttributes>;
  readonly #spans: TracerProvider;
  #metrics: MeterProvider | null = null;

  constructor(options: CollectorOptions) {
    this.#options = options;
    this.#resource = resourceFromAttributes({
      "service.name": "drawbridge",
      "service.version": options.version,
      "service.instance.id": randomUUID(),
      ...options.resource,
    });
    const exporter = watchDeliveries(new OTLPTraceExporter(this.#to("traces")), "traces", options.log);
    const spanProcessors = [new BatchSpanProcessor({ exporter, exportTimeoutMillis: exportTimeout })];
    this.#spans = new TracerProvider({ resource: this.#resource, spanProcessors });
    this.tracing = new SpanTracing(this.#spans.getTracer("drawbridge", options.version));
  }

  watch(registry: Registry): void {
    const exporter = watchDeliveries(new OTLPMetricExporter(this.#to("metrics")), "metrics", this.#options.log);
    const reader = new PeriodicExportingMetricReader({
      exporter,
      exportIntervalMillis: sendEvery,
      exportTimeoutMillis: exportTimeout,
      metricProducers: [new RegistryProducer(registry, this.#resource, this.#options.version)],
    });
    this.#metrics = new MeterProvider({ resource: this.#resource, readers: [reader] });
  }

  async stop(): Promise<void> {
    const over = new AbortController();
    const ending = Promise.allSettled([this.#spans.shutdown(), this.#metrics?.shutdown()]);
    // The exporter retries an unreachable collector for longer than a stop may take.
    await Promise.race([ending, delay(longestStop, null, over).catch(() => {})]);
    over.abort();
  }

  #to(signal: "traces" | "metrics") {
    const { url, headers } = this.#options;
    return { url: `${url}/v1/${signal}`, headers: { ...headers }, timeoutMillis: exportTimeout };
  }
}
