/** An `onRequest` hook for Fastify. */
import { readNodeHeader, readPath } from "./app-request.ts";
import type { ServerGate } from "./server-gate.ts";

/** Members of a request that the gate reads. */
export interface FastifyGateRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface FastifyGateReply {
  code(status: number): unknown;
  headers(values: Record<string, string>): unknown;
  send(body: string): unknown;
}

export function fastifyGate(gate: ServerGate) {
  return async <Reply extends FastifyGateReply>({ method, url, headers }: FastifyGateRequest, reply: Reply) => {
    const asked = { method, path: readPath(url), header: (name: string) => readNodeHeader(headers, name) };
    const refusal = await gate.check(asked);
    if (!refusal) return;
    reply.code(refusal.status);
    reply.headers({ ...refusal.headers });
    reply.send(refusal.body);
    return reply;
  };
}
