/** Kind and size of a body are checked before a byte of it is parsed. */
import { createHash, type Hash } from "node:crypto";
import { DrawbridgeError, throwIfAny } from "drawbridge-rules/values/errors.ts";
import { listed } from "drawbridge-rules/values/fields.ts";
import { textLimit, valueLimit } from "../../base/document/document-events.ts";
import { isLarge, readInThread, readSmall } from "../../base/document/read-in-thread.ts";
import type { TextDocument } from "../../base/document/text-document.ts";
import { clientLeft, FairQueue } from "../../base/fair-queue.ts";
import type { AdminRoute, BodyRule, MediaType, RequestBody } from "./admin-route.ts";
import { exportedStateIn } from "./export-mark.ts";
import type { Permission } from "./permission.ts";

export const bodyLimit = textLimit;
/** Bytes. Without signing in, the longest body is a link; without a role, a password. */
export const bodyLimits = { public: 16 * 1024, signed_in: 64 * 1024, role: bodyLimit } as const;

/** Milliseconds that a large body waits for others. */
const timeout = 30_000;
const largeBody = 64 * 1024;
/** Bodies above 64 KiB in memory, per process and per sender: 48 MiB at most, each until its document is read. */
const largeBodies = new FairQueue(12, 3, timeout);
/** Bodies up to 256 KiB, 20 MB as documents until they are answered: a sender has one at most. */
const largeDocuments = new FairQueue(3, 1, timeout);
const hugeBody = 256 * 1024;
/** Documents of larger bodies: up to 90 MB each, and two of them do not fit a heap of 256 MB. */
const hugeDocuments = new FairQueue(1, 1, timeout);
/** The reading thread. A turn ends when the document is read, and depends on no other request. */
const readings = new FairQueue(1, 1, timeout);

interface ReceivedBody {
  readonly body: RequestBody | null;
  readonly digest: string;
  /** To be called when the request is answered: a large document keeps others waiting. */
  readonly release: () => void;
}

/** @param sender whose share of memory is used @throws too_large, unsupported_media_type, invalid, unavailable */
export async function receiveBody(
  request: Request,
  target: string,
  route: Pick<AdminRoute, "permission" | "body">,
  sender: string,
  signal: AbortSignal = request.signal,
): Promise<ReceivedBody> {
  const digest = createHash("sha256").update(`${request.method}\n${target}\n`);
  const turns = new Turns(sender, signal);
  try {
    const body = route.body ? await receive(request, route.permission, route.body, digest, turns) : null;
    return { body, digest: digest.digest("hex"), release: () => turns.end() };
  } catch (error) {
    turns.end();
    throw error;
  }
}

async function receive(
  request: Request,
  permission: Permission,
  rule: BodyRule,
  digest: Hash,
  turns: Turns,
): Promise<RequestBody | null> {
  const length = Number(request.headers.get("content-length") ?? 0);
  const limit = permission === "public" || permission === "signed_in" ? bodyLimits[permission] : bodyLimits.role;
  if (length > limit) throw tooLarge(limit);
  const type = request.headers.get("content-type");
  const known = type === null ? null : mediaType(type, rule);
  // A compressed body could expand to any size.
  const isCoded = (request.headers.get("content-encoding") ?? "identity").toLowerCase() !== "identity";
  if ((type !== null && known === null) || isCoded) throw unsupported(rule);
  digest.update(`${known}\n`);
  const bytes = await readAll(request, limit, digest, turns);
  if (bytes.length > 0 && known === null) throw unsupported(rule);
  if (bytes.length === 0 && rule.required) throwIfAny([{ path: "", pointer: "#", message: "expected a body" }], "the request");
  if (bytes.length === 0 || known === null) return null;
  // Reading the document transfers the bytes.
  const exportedState = known === "application/yaml" ? exportedStateIn(bytes) : null;
  return { type: known, exportedState, text: await readDocument(bytes, known, rule.mostValues ?? valueLimit, turns) };
}

class Turns {
  readonly #sender: string;
  readonly #signal: AbortSignal;
  readonly #ends = new Map<FairQueue, () => void>();

  constructor(sender: string, signal: AbortSignal) {
    this.#sender = sender;
    this.#signal = signal;
  }

  /** @throws unavailable */
  async take(queue: FairQueue): Promise<void> {
    this.#ends.set(queue, await queue.enter(this.#sender, this.#signal));
  }

  end(...queues: readonly FairQueue[]): void {
    for (const queue of queues.length > 0 ? queues : [...this.#ends.keys()]) {
      this.#ends.get(queue)?.();
      this.#ends.delete(queue);
    }
  }

  /** The stream of an upload that was cut off never ends by itself. @throws unavailable */
  async *whileHere(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
    const reader = body.getReader();
    const left = Promise.withResolvers<never>();
    left.promise.catch(() => undefined);
    const leave = () => left.reject(clientLeft());
    this.#signal.addEventListener("abort", leave, { once: true });
    try {
      this.checkClient();
      for (;;) {
        const { done, value } = await Promise.race([reader.read(), left.promise]);
        if (done) return;
        yield value;
      }
    } finally {
      this.#signal.removeEventListener("abort", leave);
      void reader.cancel().catch(() => undefined);
    }
  }

  /** @throws unavailable */
  checkClient(): void {
    if (this.#signal.aborted) throw clientLeft();
  }
}

function mediaType(text: string, { types }: BodyRule): MediaType | null {
  const match = /^([a-z]+\/[a-z0-9.+-]+)(?: *; *charset=(?:utf-8|"utf-8"))?$/i.exec(text);
  const name = match?.[1]?.toLowerCase();
  return types.find((known) => known === name) ?? null;
}

/** A chunked body has no length until its end. */
async function readAll({ body }: Request, limit: number, digest: Hash, turns: Turns): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ? turns.whileHere(body) : []) {
    const before = length;
    length += chunk.length;
    if (length > limit) throw tooLarge(limit);
    if (before <= largeBody && length > largeBody) await turns.take(largeBodies);
    digest.update(chunk);
    chunks.push(chunk);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/** @throws unavailable, invalid: the bytes are not a text */
async function readDocument(
  bytes: Uint8Array<ArrayBuffer>,
  type: MediaType,
  mostValues: number,
  turns: Turns,
): Promise<TextDocument> {
  const syntax = type === "application/yaml" ? "yaml" : "json";
  if (!isLarge(syntax, bytes.length)) return readSmall(bytes, syntax, mostValues);
  if (bytes.length > largeBody) await turns.take(bytes.length > hugeBody ? hugeDocuments : largeDocuments);
  await turns.take(readings);
  const document = await readInThread(bytes, syntax, mostValues);
  turns.end(readings, largeBodies);
  turns.checkClient();
  return document;
}

function tooLarge(limit: number): DrawbridgeError {
  return new DrawbridgeError("too_large", `The body of this request must not exceed ${limit / 1024} KiB.`);
}

function unsupported({ types }: BodyRule): DrawbridgeError {
  return new DrawbridgeError("unsupported_media_type", `Send Content-Type: ${listed(types, "or")}, in UTF-8 and uncompressed.`);
}
