/** The body of an admin request: its kind and size are checked before a byte of it is parsed. */
import { createHash } from "node:crypto";
import { DrawbridgeError, throwIfAny } from "../../domain/errors.ts";
import { listed } from "../../domain/fields.ts";
import { readJsonText } from "../../json-text.ts";
import { textLimit } from "../../text-document.ts";
import { readYaml } from "../../yaml-aside.ts";
import type { AdminRoute, BodyRule, MediaType, RequestBody } from "./admin-route.ts";

/** Bytes. */
export const bodyLimit = textLimit;
/**
 * Bytes, where no role in anything is asked for: a password is the longest that is sent there. What is wrong with a body of
 * millions of fields takes seconds to find, in which no app is answered.
 */
export const smallBodyLimit = 64 * 1024;

export interface ReceivedBody {
  readonly body: RequestBody | null;
  /** Hex; of what the request says: method, target and body. */
  readonly digest: string;
}

/** @throws too_large, unsupported_media_type, invalid */
export async function receiveBody(
  request: Request,
  target: string,
  { permission, body: rule }: Pick<AdminRoute, "permission" | "body">,
): Promise<ReceivedBody> {
  const digest = createHash("sha256").update(`${request.method}\n${target}\n`);
  if (!rule) return { body: null, digest: digest.digest("hex") };
  const length = Number(request.headers.get("content-length") ?? 0);
  const limit = permission === "public" || permission === "signed_in" ? smallBodyLimit : bodyLimit;
  if (length > limit) throw tooLarge(limit);
  const type = request.headers.get("content-type");
  const known = type === null ? null : mediaType(type, rule);
  if ((type !== null && known === null) || isCoded(request)) throw unsupported(rule);
  const bytes = await readAll(request, limit);
  digest.update(`${known}\n`).update(bytes);
  if (bytes.length > 0 && known === null) throw unsupported(rule);
  if (bytes.length === 0 && rule.required) throwIfAny([{ path: "", pointer: "#", message: "expected a body" }], "the request");
  const body = bytes.length === 0 || known === null ? null : { type: known, text: await readText(bytes, known) };
  return { body, digest: digest.digest("hex") };
}

/** Exactly one of the types that the route takes; a charset other than UTF-8 is none of them. */
function mediaType(text: string, { types }: BodyRule): MediaType | null {
  const match = /^([a-z]+\/[a-z0-9.+-]+)(?: *; *charset=(?:utf-8|"utf-8"))?$/i.exec(text);
  const name = match?.[1]?.toLowerCase();
  return types.find((known) => known === name) ?? null;
}

/** What is compressed could be any size. */
function isCoded({ headers }: Request): boolean {
  return (headers.get("content-encoding") ?? "identity").toLowerCase() !== "identity";
}

/** Of a body that comes in chunks, nobody knows the length beforehand. */
async function readAll({ body }: Request, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  // `for await` cancels the stream when it is left by a throw.
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > limit) throw tooLarge(limit);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function readText(bytes: Uint8Array, type: MediaType): Promise<RequestBody["text"]> {
  const text = decode(bytes);
  return type === "application/yaml" ? readYaml(text) : readJsonText(text);
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new DrawbridgeError("invalid", "the body has 1 problem", [{ path: "", pointer: "#", message: "expected UTF-8" }]);
  }
}

function tooLarge(limit: number): DrawbridgeError {
  return new DrawbridgeError("too_large", `A body has at most ${limit / 1024} KiB here.`);
}

function unsupported({ types }: BodyRule): DrawbridgeError {
  return new DrawbridgeError("unsupported_media_type", `Send Content-Type: ${listed(types, "or")}, in UTF-8 and not compressed.`);
}
