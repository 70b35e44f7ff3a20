/** Where time goes, for whoever wants to be told: spans of admin requests, and of what they do. */

export interface TracedRequest {
  readonly method: string;
  /** `traceparent` (W3C Trace Context) of whoever is believed; null: a trace of its own. */
  readonly traceparent: string | null;
}

export interface RequestSpan {
  /** @param route as in the document, with its parameters in braces */
  end(route: string, status: number): void;
}

export interface Tracing {
  /** What `work` begins is part of the request. Whoever calls it ends the span. */
  request<T>(request: TracedRequest, work: (span: RequestSpan) => T): T;
  /** A part of the request that it is called in; outside of one, nothing is kept. */
  part<T>(name: string, work: () => Promise<T>): Promise<T>;
}

export const noTracing: Tracing = {
  request: (_, work) => work({ end: () => {} }),
  part: (_, work) => work(),
};
