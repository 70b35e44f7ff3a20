/** The metrics of the registry in OpenTelemetry's form: read at each export, under their own names. */
import { type HrTime, ValueType } from "@opentelemetry/api";
import type { Resource } from "@opentelemetry/resources";
import {
  AggregationTemporality,
  type CollectionResult,
  DataPointType,
  type MetricData,
  type MetricProducer,
} from "@opentelemetry/sdk-metrics";
import type { HistogramSample, Metric } from "../metrics/metric.ts";
import type { Reading, Registry } from "../metrics/registry.ts";

export class RegistryProducer implements MetricProducer {
  readonly #registry: Registry;
  readonly #resource: Resource;
  readonly #version: string;
  /** All counts start with this process. */
  readonly #begun = hrTime(performance.timeOrigin);

  constructor(registry: Registry, resource: Resource, version: string) {
    this.#registry = registry;
    this.#resource = resource;
    this.#version = version;
  }

  async collect(): Promise<CollectionResult> {
    const times = { startTime: this.#begun, endTime: hrTime(Date.now()) };
    const metrics = this.#registry.read().map((reading) => metricData(reading, times));
    const scope = { name: "drawbridge", version: this.#version };
    return { resourceMetrics: { resource: this.#resource, scopeMetrics: [{ scope, metrics }] }, errors: [] };
  }
}

interface Times {
  readonly startTime: HrTime;
  readonly endTime: HrTime;
}

function metricData(reading: Reading, times: Times): MetricData {
  const { name, help, type, labels = {} } = reading.metric;
  const shared = {
    descriptor: { name, description: help, unit: unitOf(name), valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  const names = Object.keys(labels);
  const point = <T>(values: readonly string[], value: T) => ({
    ...times,
    attributes: Object.fromEntries(names.map((label, i) => [label, values[i] ?? ""])),
    value,
  });
  if (isHistogram(reading)) {
    const { bounds } = reading.metric;
    const dataPoints = reading.samples.map((sample) => point(sample.labels, histogramValue(bounds, sample)));
    return { ...shared, dataPointType: DataPointType.HISTOGRAM, dataPoints };
  }
  const dataPoints = reading.samples.map((sample) => point(sample.labels, sample.value));
  if (type === "counter") return { ...shared, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints };
  return { ...shared, dataPointType: DataPointType.GAUGE, dataPoints };
}

function isHistogram(reading: Reading): reading is Extract<Reading, { metric: { type: "histogram" } }> {
  return reading.metric.type === "histogram";
}

function histogramValue(boundaries: readonly number[], { counts, sum }: HistogramSample) {
  const list = Array.from(counts);
  const count = list.reduce((all, one) => all + one, 0);
  return { buckets: { boundaries: [...boundaries], counts: list }, sum, count };
}

function unitOf(name: Metric["name"]): string {
  const bare = name.replace(/_total$/, "");
  if (bare.endsWith("_seconds")) return "s";
  return bare.endsWith("_bytes") ? "By" : "";
}

/** @param ms epoch */
function hrTime(ms: number): HrTime {
  const seconds = Math.floor(ms / 1000);
  return [seconds, Math.round((ms - seconds * 1000) * 1e6)];
}
