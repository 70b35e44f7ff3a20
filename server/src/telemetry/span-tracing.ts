/** Spans of OpenTelemetry: one for each admin request, and those of its parts below it. */
import { AsyncLocalStorage } from "node:async_hooks";
import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, type Tracer, trace } from "@opentelemetry/api";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import type { RequestSpan, TracedRequest, Tracing } from "./tracing.ts";

export class SpanTracing implements Tracing {
  readonly #tracer: Tracer;
  readonly #current = new AsyncLocalStorage<Context>();

  constructor(tracer: Tracer) {
    this.#tracer = tracer;
  }

  request<T>({ method, traceparent }: TracedRequest, work: (span: RequestSpan) => T): T {
    const parent = contextOf(traceparent);
    const span = this.#tracer.startSpan(method, { kind: SpanKind.SERVER, attributes: { "http.request.method": method } }, parent);
    const end: RequestSpan["end"] = (route, status) => {
      span.updateName(`${method} ${route}`);
      span.setAttributes({ "http.route": route, "http.response.status_code": status });
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    };
    return this.#current.run(trace.setSpan(parent, span), () => work({ end }));
  }

  async part<T>(name: string, work: () => Promise<T>): Promise<T> {
    const parent = this.#current.getStore();
    if (!parent) return work();
    const span = this.#tracer.startSpan(name, {}, parent);
    try {
      return await this.#current.run(trace.setSpan(parent, span), work);
    } catch (error) {
      // A refusal is a normal answer, and its text may hold the client's input.
      if (error instanceof DrawbridgeError) span.setAttribute("error.type", error.code);
      else span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  }
}

/** W3C Trace Context §3.2, version 00; an invalid header starts a new trace. */
function contextOf(traceparent: string | null): Context {
  const [, traceId = "", spanId = "", flags = ""] =
    /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(traceparent ?? "") ?? [];
  if (/^0*$/.test(traceId) || /^0*$/.test(spanId)) return ROOT_CONTEXT;
  const traceFlags = Number.parseInt(flags, 16) & 1;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}
