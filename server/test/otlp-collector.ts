/** An OpenTelemetry collector for tests: accepts OTLP in JSON over HTTP, and stores it. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface CollectedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: readonly Attribute[];
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
}

export interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number; readonly doubleValue?: number };
}

interface Point {
  readonly attributes: readonly Attribute[];
  readonly asDouble?: number;
  readonly asInt?: number;
  readonly count?: number;
  readonly bucketCounts?: readonly number[];
  readonly explicitBounds?: readonly number[];
}

export interface CollectedMetric {
  readonly name: string;
  readonly description: string;
  readonly unit: string;
  readonly sum?: {
    readonly isMonotonic: boolean;
    readonly aggregationTemporality: number;
    readonly dataPoints: readonly Point[];
  };
  readonly gauge?: { readonly dataPoints: readonly Point[] };
  readonly histogram?: { readonly aggregationTemporality: number; readonly dataPoints: readonly Point[] };
}

interface Sent {
  readonly resourceSpans?: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly CollectedSpan[] }[];
  }[];
  readonly resourceMetrics?: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeMetrics: readonly { readonly metrics: readonly CollectedMetric[] }[];
  }[];
}

export interface Collected {
  readonly url: string;
  readonly spans: CollectedSpan[];
  readonly metrics: CollectedMetric[];
  /** Attributes of the sender. */
  readonly resources: Record<string, string | undefined>[];
  /** Path and headers of each request. */
  readonly requests: { readonly path: string; readonly headers: Readonly<Record<string, unknown>> }[];
  stop(): Promise<void>;
}

export async function startCollector(): Promise<Collected> {
  const collected: Omit<Collected, "url" | "stop"> = { spans: [], metrics: [], resources: [], requests: [] };
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on("data", (chunk: Buffer) => chunks.push(chunk));
    req.on("end", () => {
      collected.requests.push({ path: req.url ?? "", headers: req.headers });
      take(collected, JSON.parse(Buffer.concat(chunks).toString()));
      res.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    ...collected,
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function take({ spans, metrics, resources }: Omit<Collected, "url" | "stop">, sent: Sent): void {
  for (const { resource, scopeSpans } of sent.resourceSpans ?? []) {
    resources.push(named(resource.attributes));
    spans.push(...scopeSpans.flatMap((scope) => scope.spans));
  }
  for (const { resource, scopeMetrics } of sent.resourceMetrics ?? []) {
    resources.push(named(resource.attributes));
    metrics.push(...scopeMetrics.flatMap((scope) => scope.metrics));
  }
}

export function named(attributes: readonly Attribute[]): Record<string, string | undefined> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? String(value.intValue ?? value.doubleValue)]),
  );
}
