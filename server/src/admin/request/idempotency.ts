/** Repeated requests are carried out once. A key's secret is not stored: a retry derives it from the request again. */
import { createHmac, hkdfSync } from "node:crypto";
import type { Plan } from "drawbridge-rules/changes/plan.ts";
import { credentialBytes } from "drawbridge-rules/credentials/credential-text.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import type { Steps } from "drawbridge-rules/values/steps.ts";
import type { Idempotency } from "../../log/publisher.ts";
import type { IdempotencyRecord, Store } from "../../store/store.ts";
import type { AdminServices } from "../admin-services.ts";
import type { AdminRequest } from "./admin-route.ts";

/** Part of the derivation: under another name, a repeated request would get a secret that opens nothing. */
const secretName = "idempotent-credentials";

/** @throws invalid */
export function readIdempotencyKey({ requester: { actor }, headers }: AdminRequest): string | null {
  const sent = headers.get("idempotency-key");
  if (sent === null) return null;
  if (/^[\x20-\x7e]{1,255}$/.test(sent)) return `${actor} ${sent}`;
  const problem = { path: "idempotency-key", header: "idempotency-key", message: "expected 1 to 255 printable ASCII characters" };
  throw new DrawbridgeError("invalid", "the header Idempotency-Key has 1 problem", [problem]);
}

/** `answer` returns what is needed to repeat the answer, without revision and secret. */
export function idempotencyRecord(
  request: AdminRequest,
  answer: (plan: Plan) => object | Steps<object>,
): { readonly idempotency?: Idempotency } {
  const key = readIdempotencyKey(request);
  if (key === null) return {};
  return {
    idempotency: { key, request: request.digest, result: (before, plan) => resultSteps(before, answer(plan)) },
  };
}

function* resultSteps(before: number, answer: object | Steps<object>): Steps<string> {
  return JSON.stringify({ before, answer: Symbol.iterator in answer ? yield* answer : answer });
}

/** Random, or derived where the same request may come again. */
export async function credentialSource({ store, randomBytes }: AdminServices, request: AdminRequest): Promise<Uint8Array> {
  const key = readIdempotencyKey(request);
  if (key === null) return randomBytes(credentialBytes);
  const secret = Buffer.from(await store.secret(secretName), "base64url");
  const seed = createHmac("sha256", secret).update(`${key}\n${request.digest}`).digest();
  return new Uint8Array(hkdfSync("sha256", seed, "", secretName, credentialBytes));
}

export async function replayedAnswer(
  store: Store,
  project: string,
  record: IdempotencyRecord,
): Promise<{ readonly revision: number }> {
  const { before, answer } = JSON.parse(record.result) as { readonly before: number; readonly answer: object };
  // The commit that a later one was conditional on: the first after `before` that touched the project.
  const [first] = await store.commitsAfter(before, { project, limit: 1 });
  return { ...answer, revision: first?.revision ?? before };
}
