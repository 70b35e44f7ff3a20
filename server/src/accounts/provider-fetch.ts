/**
 * Requests to the identity provider: only over connections that cannot be eavesdropped, and with answers that fit into memory.
 */

import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import type { CustomFetchOptions } from "openid-client";
import { isSecureOrLocal } from "../base/address.ts";

/** Bytes: metadata and key sets have about ten thousand. */
const largest = 1024 * 1024;

/** `fetch` for openid-client. @throws unavailable: no answer, or one that says to retry */
export async function providerFetch(url: string, options: CustomFetchOptions): Promise<Response> {
  if (!isSecureOrLocal(new URL(url))) throw unavailable("an endpoint does not use HTTPS");
  try {
    const response = await fetch(url, options as RequestInit);
    const { status, headers } = response;
    const body = await bodyOf(response);
    if (status < 500 && status !== 429) return new Response(body, { status, headers });
  } catch (error) {
    throw unavailable("it did not answer", error);
  }
  throw unavailable("it is unavailable or overloaded");
}

async function bodyOf({ body }: Response): Promise<Uint8Array<ArrayBuffer> | null> {
  if (body === null) return null;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > largest) throw new Error("the answer is too long");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function unavailable(why: string, cause?: unknown): DrawbridgeError {
  return new DrawbridgeError("unavailable", `The identity provider cannot be used: ${why}.`, [], cause);
}
