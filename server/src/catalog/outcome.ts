/** What is sent, made once: bytes, their tag and the headers. A read hands these out as they are. */
import { hash } from "node:crypto";
import { corsHeaders } from "./cors.ts";

export interface Outcome {
  readonly body: Buffer;
  /** Strong: of the exact bytes. */
  readonly etag: string;
  /** `drawbridge-reason`, or null where the question has none. */
  readonly reason: string | null;
  readonly language: string | null;
  /** Name, value, name, value …, with the project's whole TTL as max-age in the last place. */
  readonly headers: readonly string[];
  readonly headersNotModified: readonly string[];
  /** Seconds. */
  readonly ttl: number;
  /** What it costs to keep, bytes, estimated from above. */
  readonly cost: number;
}

const objectCost = 1500;

export function makeOutcome(fields: object, ttlMs: number, reason: string | null, language: string | null): Outcome {
  const body = bytesOf(JSON.stringify(fields));
  const etag = `"${hash("sha256", body, "base64url").slice(0, 27)}"`;
  const ttl = Math.floor(ttlMs / 1000);
  const shared = [
    "ETag",
    etag,
    "Vary",
    "x-api-key, accept-language",
    ...corsHeaders,
    ...(reason === null ? [] : ["drawbridge-reason", reason]),
    ...(language === null ? [] : ["Content-Language", language]),
    "Cache-Control",
    cacheControl(ttl),
  ];
  return {
    body,
    etag,
    reason,
    language,
    headers: ["Content-Type", "application/json; charset=utf-8", "Content-Length", String(body.length), ...shared],
    headersNotModified: shared,
    ttl,
    cost: objectCost + body.length,
  };
}

/** Of its own: a slice of Node's pool would keep all 64 KiB of it alive, which nobody counts. */
function bytesOf(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}

/** The headers with a max-age that ends before the answer does. */
export function withMaxAge(headers: readonly string[], seconds: number): string[] {
  const copy = headers.slice();
  copy[copy.length - 1] = cacheControl(seconds);
  return copy;
}

/** The headers of what is not the present: nobody keeps it, and whoever looks sees what it is. */
export function rehearsed(headers: readonly string[], name: string): string[] {
  const copy = headers.slice();
  copy[copy.length - 1] = "no-store";
  return [...copy, "drawbridge-rehearsal", name];
}

/** Whether an app can tell one from the other. */
export function isSameOutcome(a: Outcome, b: Outcome): boolean {
  return a === b || (a.etag === b.etag && a.reason === b.reason && a.language === b.language && a.ttl === b.ttl);
}

function cacheControl(seconds: number): string {
  return `private, max-age=${seconds}`;
}
