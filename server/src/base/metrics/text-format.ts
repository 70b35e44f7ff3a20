/** Metrics in the text format of Prometheus, version 0.0.4. */
import type { HistogramMetric, HistogramSample } from "./metric.ts";
import type { Reading, Registry } from "./registry.ts";

export const textFormatType = "text/plain; version=0.0.4; charset=utf-8";

export function printMetrics(registry: Registry): string {
  return registry.read().map(printReading).join("");
}

function printReading({ metric, samples }: Reading): string {
  const { name, help, type, labels = {} } = metric;
  const names = Object.keys(labels);
  const lines = [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
  for (const sample of samples) {
    const own = names.map((label, i) => printLabel(label, sample.labels[i] ?? ""));
    if ("value" in sample) lines.push(line(name, own, sample.value));
    else lines.push(...histogramLines(metric as HistogramMetric, own, sample));
  }
  return `${lines.join("\n")}\n`;
}

function histogramLines({ name, bounds }: HistogramMetric, own: readonly string[], { counts, sum }: HistogramSample): string[] {
  let count = 0;
  const buckets = [...bounds.map(String), "+Inf"].map((bound, i) => {
    count += counts[i] ?? 0;
    return line(`${name}_bucket`, [...own, printLabel("le", bound)], count);
  });
  return [...buckets, line(`${name}_sum`, own, sum), line(`${name}_count`, own, count)];
}

function line(name: string, labels: readonly string[], value: number): string {
  return `${name}${labels.length > 0 ? `{${labels.join(",")}}` : ""} ${printValue(value)}`;
}

function printLabel(name: string, value: string): string {
  const escaped = value.replace(/[\\"\n]/g, (character) => (character === "\n" ? "\\n" : `\\${character}`));
  return `${name}="${escaped}"`;
}

function printValue(value: number): string {
  if (Number.isFinite(value)) return String(value);
  return Number.isNaN(value) ? "NaN" : value > 0 ? "+Inf" : "-Inf";
}
