/** Middleware for Hono. */
import { findRefusal } from "./fetch-gate.ts";
import type { ServerGate } from "./server-gate.ts";

/** Members of a context that the gate reads. */
export interface HonoGateContext {
  readonly req: { readonly raw: Request };
}

export function honoGate(gate: ServerGate) {
  return async (context: HonoGateContext, next: () => Promise<void>): Promise<Response | undefined> => {
    const refusal = await findRefusal(gate, context.req.raw);
    if (refusal) return refusal;
    await next();
    return undefined;
  };
}
