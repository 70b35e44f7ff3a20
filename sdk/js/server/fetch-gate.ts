/** A gate in front of a fetch-style handler: Bun, Deno, Next.js and others. */
import type { ServerGate } from "./server-gate.ts";

export type FetchHandler<Rest extends unknown[]> = (request: Request, ...rest: Rest) => Response | Promise<Response>;

export function fetchGate<Rest extends unknown[]>(gate: ServerGate, handler: FetchHandler<Rest>) {
  return async (request: Request, ...rest: Rest): Promise<Response> =>
    (await findRefusal(gate, request)) ?? handler(request, ...rest);
}

/** Null means the request passes. */
export async function findRefusal(gate: ServerGate, request: Request): Promise<Response | null> {
  const { method, headers, url } = request;
  const asked = { method, path: new URL(url).pathname, header: (name: string) => headers.get(name) ?? undefined };
  const refusal = await gate.check(asked);
  return refusal && new Response(refusal.body, { status: refusal.status, headers: refusal.headers });
}
