/** The log has a snapshot, segments, and a head; only a writer that knows the head replaces it. */

import { createCipheriv, createDecipheriv, hash, hkdfSync } from "node:crypto";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { ContentRefusal } from "../replicas/row-fields.ts";
import { isExpired, type LogHead, parseHead, printHead, type SnapshotRef } from "./log-head.ts";
import { type ObjectStore, ObjectStoreError } from "./object-store.ts";

/** Bytes of text in one part of a snapshot. */
const partBytes = 8 * 1024 * 1024;
const logNames = ["full", "public"] as const;
/** By one request. */
const deletedAtOnce = 1_000;

interface ObjectLogOptions {
  readonly store: ObjectStore;
  /** Prefix in the store. */
  readonly name: (typeof logNames)[number];
  /** Key of the installation, 32 bytes; null means that objects are not encrypted. */
  readonly key: Buffer | null;
  readonly randomBytes: (size: number) => Uint8Array;
  /** For tests. */
  readonly partBytes?: number;
}

export class ObjectLog {
  readonly #options: ObjectLogOptions;
  readonly #key: Buffer | null;

  constructor(options: ObjectLogOptions) {
    this.#options = options;
    // The objects of one log are not accepted in the other.
    this.#key = options.key && Buffer.from(hkdfSync("sha256", options.key, "", options.name, 32));
  }

  get place(): string {
    return `${this.#options.store.place}/${this.#options.name}`;
  }

  get storePlace(): string {
    return this.#options.store.place;
  }

  /** Null means that the log is empty. @throws ContentRefusal, ObjectStoreError */
  async head(signal?: AbortSignal): Promise<{ head: LogHead; tag: string } | null> {
    const found = await this.#get("head", signal);
    return found && { head: parseHead(found.lines[0] ?? "", this.#where("head")), tag: found.tag };
  }

  /** For people; null means the object store has no object of a log. @throws ObjectStoreError */
  async anyObject(signal?: AbortSignal): Promise<string | null> {
    const { store } = this.#options;
    for (const name of logNames) for await (const { key } of store.list(`${name}/`, signal)) return `${store.place}/${key}`;
    return null;
  }

  /** The new tag; null means another writer was first. @param tag of the head before; null means none */
  putHead(head: LogHead, tag: string | null, signal?: AbortSignal): Promise<string | null> {
    return this.#put("head", [printHead(head)], tag, signal);
  }

  /** The head may be damaged; null means that nothing is in its place. */
  async headTag(signal?: AbortSignal): Promise<string | null> {
    return (await this.#options.store.get(this.#keyOf("head"), signal && { signal }))?.tag ?? null;
  }

  /** False means that a segment with this number exists. */
  async putSegment(epoch: string, number: number, lines: readonly string[], signal?: AbortSignal): Promise<boolean> {
    return (await this.#put(segmentName(epoch, number), lines, null, signal)) !== null;
  }

  /** Null means that there is none. @throws ContentRefusal, ObjectStoreError */
  async segment(epoch: string, number: number, signal?: AbortSignal): Promise<string[] | null> {
    return (await this.#get(segmentName(epoch, number), signal))?.lines ?? null;
  }

  /** The highest number, also of a segment that no head names; 0 means that there is none. */
  async lastSegment(epoch: string, signal?: AbortSignal): Promise<number> {
    let last = 0;
    const prefix = this.#keyOf(`${epoch}/segment-`);
    for await (const { key } of this.#options.store.list(prefix, signal)) last = Number(key.slice(prefix.length));
    return last;
  }

  /** Readers find a snapshot when a head names it. @param segment number of the last one that it includes */
  async putSnapshot(
    epoch: string,
    { revision, segment }: Pick<SnapshotRef, "revision" | "segment">,
    lines: AsyncIterable<string> | Iterable<string>,
    signal?: AbortSignal,
  ): Promise<Pick<SnapshotRef, "name" | "parts">> {
    const { randomBytes, partBytes: most = partBytes } = this.#options;
    const [first, second] = [String(revision).padStart(16, "0"), String(segment).padStart(12, "0")];
    const name = `snapshot-${first}-${second}-${Buffer.from(randomBytes(3)).toString("hex")}`;
    let parts = 0;
    let part: string[] = [];
    let size = 0;
    const end = async () => {
      if ((await this.#put(partName(epoch, name, ++parts), part, null, signal)) === null)
        throw new Error(`${this.#where(partName(epoch, name, parts))} exists already`);
      [part, size] = [[], 0];
    };
    for await (const line of lines) {
      const bytes = Buffer.byteLength(line) + 1;
      if (size > 0 && size + bytes > most) await end();
      part.push(line);
      size += bytes;
    }
    if (part.length > 0 || parts === 0) await end();
    return { name, parts };
  }

  /** @throws ContentRefusal, ObjectStoreError */
  async *snapshot(epoch: string, { name, parts }: SnapshotRef, signal?: AbortSignal): AsyncIterable<string> {
    for (let part = 1; part <= parts; part++) {
      const found = await this.#get(partName(epoch, name, part), signal);
      if (found === null) throw new ContentRefusal(`${this.#where(partName(epoch, name, part))} is missing`);
      yield* found.lines;
    }
  }

  async sweep(head: LogHead, signal?: AbortSignal): Promise<number> {
    const { store } = this.#options;
    const prefix = this.#keyOf("");
    const expired: string[] = [];
    for await (const { key } of store.list(prefix, signal)) if (isExpired(key.slice(prefix.length), head)) expired.push(key);
    for (let i = 0; i < expired.length; i += deletedAtOnce) await store.delete(expired.slice(i, i + deletedAtOnce), signal);
    return expired.length;
  }

  async #get(name: string, signal: AbortSignal | undefined): Promise<{ lines: string[]; tag: string } | null> {
    const { store } = this.#options;
    try {
      const found = await store.get(this.#keyOf(name), { maxBytes: maxObjectBytes, ...(signal && { signal }) });
      return found && { lines: await unseal(found.bytes, this.#envelope(name), this.#where(name)), tag: found.tag };
    } catch (error) {
      if (error instanceof ObjectStoreError && error.kind === "invalid") throw new ContentRefusal(error.message, error);
      throw error;
    }
  }

  async #put(
    name: string,
    lines: readonly string[],
    tag: string | null,
    signal: AbortSignal | undefined,
  ): Promise<string | null> {
    const { store, randomBytes } = this.#options;
    return store.put(this.#keyOf(name), await seal(lines, this.#envelope(name), randomBytes), tag, signal);
  }

  #envelope(name: string): EnvelopeOptions {
    return { name, key: this.#key, isCompressed: name !== "head" };
  }

  #keyOf(name: string): string {
    return `${this.#options.name}/${name}`;
  }

  #where(name: string): string {
    return `${this.place}/${name}`;
  }
}

export function segmentName(epoch: string, number: number): string {
  return `${epoch}/segment-${String(number).padStart(12, "0")}`;
}

function partName(epoch: string, name: string, part: number): string {
  return `${epoch}/${name}/${String(part).padStart(6, "0")}`;
}

/** Before and after compression. */
export const maxObjectBytes = 64 * 1024 * 1024;
/** First byte of an encrypted object, neither that of gzip nor that of JSON. */
const encrypted = 0x01;
const nonceLength = 12;
const tagLength = 16;
const compress = promisify(gzip);
const decompress = promisify(gunzip);

interface EnvelopeOptions {
  /** Where the object is: two objects cannot be exchanged if they are encrypted. */
  readonly name: string;
  readonly key: Buffer | null;
  readonly isCompressed: boolean;
}

async function seal(
  lines: readonly string[],
  { name, key, isCompressed }: EnvelopeOptions,
  randomBytes: (size: number) => Uint8Array,
): Promise<Buffer> {
  const text = lines.map((line) => `${line}\n`).join("");
  const whole = Buffer.from(`${text}${JSON.stringify({ sha256: hash("sha256", text) })}\n`);
  const content = isCompressed ? await compress(whole) : whole;
  if (key === null) return content;
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(name));
  return Buffer.concat([Buffer.of(encrypted), nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()]);
}

/** @param where the object, for people. @throws ContentRefusal */
async function unseal(bytes: Buffer, options: EnvelopeOptions, where: string): Promise<string[]> {
  const content = decrypt(bytes, options, where);
  let text: string;
  try {
    text = String(options.isCompressed ? await decompress(content, { maxOutputLength: maxObjectBytes }) : content);
  } catch (error) {
    const isLarge = (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE";
    throw new ContentRefusal(`${where} is ${isLarge ? "too large" : "damaged: it cannot be decompressed"}`, error);
  }
  const end = text.lastIndexOf("\n", text.length - 2) + 1;
  if (text.slice(end) !== `${JSON.stringify({ sha256: hash("sha256", text.slice(0, end)) })}\n`)
    throw new ContentRefusal(`${where} is damaged: its checksum does not match`);
  return text.slice(0, end).split("\n").slice(0, -1);
}

/** @throws ContentRefusal */
function decrypt(bytes: Buffer, { name, key }: EnvelopeOptions, where: string): Buffer {
  const isEncrypted = bytes[0] === encrypted;
  if (key === null) {
    if (isEncrypted)
      throw new ContentRefusal(`${where} is encrypted: set DRAWBRIDGE_OBJECTS_KEY to the key that it was written with`);
    return bytes;
  }
  if (!isEncrypted) throw new ContentRefusal(`${where} is damaged, or not encrypted although DRAWBRIDGE_OBJECTS_KEY is set`);
  const start = 1 + nonceLength;
  try {
    const cipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(1, start), { authTagLength: tagLength });
    cipher.setAAD(Buffer.from(name)).setAuthTag(bytes.subarray(Math.max(start, bytes.length - tagLength)));
    return Buffer.concat([cipher.update(bytes.subarray(start, -tagLength)), cipher.final()]);
  } catch (error) {
    throw new ContentRefusal(
      `${where} cannot be decrypted: DRAWBRIDGE_OBJECTS_KEY is another key, or the object is damaged`,
      error,
    );
  }
}
