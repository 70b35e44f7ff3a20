/** Middleware for Express, Connect and plain `node:http`. */
import { readNodeHeader, readPath } from "./app-request.ts";
import type { ServerGate } from "./server-gate.ts";

/** Members of a request that the gate reads. */
export interface NodeRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  /** Express: the target before a router removed its own part. */
  readonly originalUrl?: string | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface NodeResponse {
  statusCode: number;
  readonly headersSent: boolean;
  setHeader(name: string, value: string): unknown;
  end(body: string): unknown;
}

export function expressGate(gate: ServerGate) {
  return (request: NodeRequest, response: NodeResponse, next: () => void): void => {
    const { method = "GET", originalUrl, url = "/", headers } = request;
    const asked = { method, path: readPath(originalUrl ?? url), header: (name: string) => readNodeHeader(headers, name) };
    void gate.check(asked).then((refusal) => {
      if (!refusal) return next();
      // Another middleware has answered meanwhile, for example at a time limit.
      if (response.headersSent) return;
      response.statusCode = refusal.status;
      for (const [name, value] of Object.entries(refusal.headers)) response.setHeader(name, value);
      response.end(refusal.body);
    });
  };
}
