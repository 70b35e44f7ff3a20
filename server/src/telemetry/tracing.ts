/** Tracing of admin requests and their parts; optional. */

export interface TracedRequest {
  readonly method: string;
  /** `traceparent` (W3C Trace Context) of a trusted proxy or client; null: a new trace. */
  readonly traceparent: string | null;
}

export interface RequestSpan {
  /** @param route path template, as in the OpenAPI document */
  end(route: string, status: number): void;
}

export interface Tracing {
  /** Runs `work` as part of the request. The caller ends the span. */
  request<T>(request: TracedRequest, work: (span: RequestSpan) => T): T;
  /** Runs a part of the current request; outside of a request, nothing is recorded. */
  part<T>(name: string, work: () => Promise<T>): Promise<T>;
}

export const noTracing: Tracing = {
  request: (_, work) => work({ end: () => {} }),
  part: (_, work) => work(),
};
