/** The AWS SDK finds credentials, region and endpoint by itself; only a server with a bucket loads it. */
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { DeleteObjectsCommand, GetObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import * as port from "./object-store.ts";
import { type BoundedRun, boundedRun } from "./object-store.ts";

/** Milliseconds until a connection counts as failed. */
const connectionTimeout = 3_000;
/** Share of the time limit for a put; the rest is for reading back. */
const writeShare = 0.6;
/** Maximum of a request, and of a conflicting put. */
const maxAttempts = 3;
/** Bytes that restart the time limit: trickling bodies end. */
const progress = 65_536;
/** Keys of one request, by the API. */
const maxDeleted = 1_000;

export class S3Objects implements port.ObjectStore {
  readonly place: string;
  readonly #bucket: string;
  /** Empty, or with a slash at its end. */
  readonly #prefix: string;
  readonly #maxTime: number;
  readonly #client = new S3Client({ maxAttempts, requestHandler: { connectionTimeout } });
  readonly #run: BoundedRun;
  #checked: Promise<void> | null = null;

  constructor(bucket: string, prefix: string, maxTime: number) {
    this.#maxTime = maxTime;
    this.#bucket = bucket;
    this.#prefix = prefix === "" ? "" : `${prefix}/`;
    this.place = `s3://${bucket}/${prefix}`.replace(/\/$/, "");
    this.#run = boundedRun(this.place, explain, maxTime);
    // Stores other than AWS seldom have a host name for each bucket.
    const { endpointProvider } = this.#client.config;
    this.#client.config.endpointProvider = (parameters, context) =>
      endpointProvider({ ...parameters, ForcePathStyle: parameters.Endpoint !== undefined }, context);
  }

  get(key: string, { maxBytes, signal }: port.ReadOptions = {}): Promise<port.StoredObject | null> {
    return this.#run(`reading ${key}`, signal, (end, restart) => this.#read(port.checkKey(key), maxBytes, end, restart));
  }

  put(key: string, bytes: Uint8Array, ifTag: string | null, signal?: AbortSignal): Promise<string | null> {
    return this.#run(`writing ${key}`, signal, async (end, restart) => {
      restart(bytes.length);
      port.checkKey(key);
      this.#checked ??= this.#checkConditions().catch((error) => {
        this.#checked = null;
        throw error;
      });
      await this.#checked;
      return this.#write(key, bytes, ifTag, end);
    });
  }

  async *list(prefix: string, signal?: AbortSignal): AsyncIterable<port.ListedObject> {
    port.checkKey(`${prefix}x`);
    const Prefix = `${this.#prefix}${prefix}`;
    let ContinuationToken: string | undefined;
    do {
      const command = new ListObjectsV2Command({ Bucket: this.#bucket, Prefix, ContinuationToken });
      const page = await this.#run("listing objects", signal, (abortSignal) => this.#client.send(command, { abortSignal }));
      for (const { Key = "", Size = 0 } of page.Contents ?? []) {
        const key = Key.slice(this.#prefix.length);
        if (port.isKey(key)) yield { key, bytes: Size };
      }
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken !== undefined);
  }

  async delete(keys: readonly string[], signal?: AbortSignal): Promise<void> {
    for (let from = 0; from < keys.length; from += maxDeleted) {
      const Objects = keys.slice(from, from + maxDeleted).map((key) => ({ Key: this.#at(port.checkKey(key)).Key }));
      const command = new DeleteObjectsCommand({ Bucket: this.#bucket, Delete: { Objects, Quiet: true } });
      await this.#run("deleting objects", signal, async (abortSignal) => {
        const [first] = (await this.#client.send(command, { abortSignal })).Errors ?? [];
        if (first) throw Object.assign(new Error(first.Message), { name: first.Code });
      });
    }
  }

  close(): void {
    this.#client.destroy();
  }

  /** Some stores ignore conditions that they do not know. @throws ObjectStoreError */
  async #checkConditions(): Promise<void> {
    const end = AbortSignal.timeout(this.#maxTime);
    const write = (ifTag: string | null) => this.#write(".conditions", randomBytes(8), ifTag, end);
    await write(null);
    if ((await write(null)) !== null || (await write(`"${"0".repeat(32)}"`)) !== null)
      throw new port.ObjectStoreError(
        "invalid",
        `${this.place} ignores If-None-Match or If-Match of a PUT, so that servers could replace each other's data.`,
      );
  }

  async #write(key: string, bytes: Uint8Array, ifTag: string | null, end: AbortSignal): Promise<string | null> {
    const condition = ifTag === null ? { IfNoneMatch: "*" } : { IfMatch: ifTag };
    const command = new PutObjectCommand({ ...this.#at(key), Body: bytes, ...condition });
    for (let attempt = 1; ; attempt++) {
      try {
        const abortSignal = AbortSignal.any([
          end,
          AbortSignal.timeout(Math.ceil(this.#maxTime * writeShare + bytes.length / 1_000)),
        ]);
        return asTag((await this.#client.send(command, { abortSignal })).ETag);
      } catch (error) {
        const { status = 500, code } = causeOf(error);
        const isConflict = status === 409;
        const isOther = isConflict || status === 412 || (code === "NoSuchKey" && ifTag !== null);
        if (!isOther && status < 500) throw error;
        // An answer can be lost, even to the SDK, whose second attempt finds the object of the first.
        const written = await this.#findWritten(key, bytes, end);
        if (written === null && !isOther) throw error;
        if (written !== null || !isConflict || attempt === maxAttempts) return written;
        await sleep(Math.random() * 100 * attempt);
      }
    }
  }

  #at(key: string): { readonly Bucket: string; readonly Key: string } {
    return { Bucket: this.#bucket, Key: `${this.#prefix}${key}` };
  }

  async #read(
    key: string,
    maxBytes = Number.POSITIVE_INFINITY,
    abortSignal: AbortSignal,
    restart?: () => void,
  ): Promise<port.StoredObject | null> {
    try {
      const { Body, ETag, ContentLength = 0 } = await this.#client.send(new GetObjectCommand(this.#at(key)), { abortSignal });
      const parts: Uint8Array[] = [];
      let [size, restarted] = [0, 0];
      for await (const part of Body as AsyncIterable<Uint8Array>) {
        parts.push(part);
        size += part.length;
        if (Math.max(size, ContentLength) > maxBytes) throw port.tooLarge(this.place, key, maxBytes);
        if (size - restarted < progress) continue;
        restart?.();
        restarted = size;
      }
      return { bytes: Buffer.concat(parts), tag: asTag(ETag) };
    } catch (error) {
      if (causeOf(error).code === "NoSuchKey") return null;
      throw error;
    }
  }

  /** Returns the tag of the object if it has these bytes. */
  async #findWritten(key: string, bytes: Uint8Array, end: AbortSignal): Promise<string | null> {
    const found = await this.#read(key, bytes.length, end).catch(() => null);
    return found?.bytes.equals(bytes) ? found.tag : null;
  }
}

function asTag(tag: string | undefined): string {
  if (tag !== undefined) return tag;
  throw new port.ObjectStoreError("invalid", "The object store sends no ETag, which conditional writes require.");
}

function causeOf(error: unknown): { readonly status: number | undefined; readonly code: string } {
  const { name, code = name, $metadata } = error as Error & { code?: string; $metadata?: { httpStatusCode?: number } };
  return { status: $metadata?.httpStatusCode, code };
}

function explain(error: unknown): [port.ObjectFault, string] {
  const { status, code } = causeOf(error);
  const { message } = error as Error;
  const named = message.includes(code) || code === "Error" ? message : `${message} (${code})`.trimStart();
  const why = status === undefined ? named.replace(/\.$/, "") : `HTTP ${status} ${code}`;
  if (code === "AbortError") return ["unavailable", "no answer in time"];
  if (code === "NoSuchBucket") return ["missing", why];
  if (status === 401 || status === 403 || /Credentials|Token$|AccessDenied/.test(code)) return ["denied", why];
  return [status !== undefined && status < 500 && status !== 429 ? "invalid" : "unavailable", why];
}
