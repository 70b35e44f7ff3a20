/**
 * Objects in a bucket of S3, or of a store that speaks its API. The AWS SDK finds credentials, region and endpoint by itself, in the
 * environment variables of AWS, its files, a web identity or the container: these are no settings of this program. Only a server with a
 * bucket loads this module, and with it the SDK.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { DeleteObjectsCommand, GetObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import {
  checkKey,
  isKey,
  type ListedObject,
  type ObjectFault,
  type ObjectStore,
  ObjectStoreError,
  type ReadOptions,
  type StoredObject,
} from "./object-store.ts";
import { TimeLimit } from "./time-limit.ts";

/** Milliseconds until a connection counts as failed. */
const connectionTimeout = 3_000;
/** Milliseconds of a put; the rest of its time limit is for reading back. */
const writeTimeout = 6_000;
/** Attempts of a request, by the SDK. */
const maxAttempts = 3;
/** Attempts of a put that another one interrupts. */
const maxConflicts = 4;
/** Bytes of an object that restart the time limit: a body that only trickles ends. */
const progress = 65_536;
/** Keys of one request to delete, by the API. */
const maxDeleted = 1_000;

export class S3Objects implements ObjectStore {
  readonly place: string;
  readonly #bucket: string;
  /** Empty, or with a slash at its end. */
  readonly #prefix: string;
  readonly #client: S3Client;
  readonly #limit: TimeLimit;

  constructor(bucket: string, prefix: string) {
    this.#bucket = bucket;
    this.#prefix = prefix === "" ? "" : `${prefix}/`;
    this.place = `s3://${bucket}/${prefix}`.replace(/\/$/, "");
    this.#limit = new TimeLimit(this.place, explain);
    this.#client = new S3Client({ maxAttempts, requestHandler: { connectionTimeout } });
    // Stores other than AWS seldom have a host name for each bucket.
    const { endpointProvider } = this.#client.config;
    this.#client.config.endpointProvider = (parameters, context) =>
      endpointProvider({ ...parameters, ForcePathStyle: parameters.Endpoint !== undefined }, context);
  }

  get(key: string, { maxBytes, signal }: ReadOptions = {}): Promise<StoredObject | null> {
    return this.#limit.run(`reading ${key}`, signal, (end, restart) => this.#read(key, maxBytes, end, restart));
  }

  put(key: string, bytes: Uint8Array, ifTag: string | null, signal?: AbortSignal): Promise<string | null> {
    return this.#limit.run(`writing ${key}`, signal, async (end, restart) => {
      restart(bytes.length);
      const condition = ifTag === null ? { IfNoneMatch: "*" } : { IfMatch: ifTag };
      const command = new PutObjectCommand({ ...this.#at(key), Body: bytes, ...condition });
      for (let attempt = 1; ; attempt++) {
        try {
          const abortSignal = AbortSignal.any([end, AbortSignal.timeout(writeTimeout + Math.ceil(bytes.length / 1_000))]);
          const { ETag } = await this.#client.send(command, { abortSignal });
          return asTag(ETag);
        } catch (error) {
          const { status, code } = causeOf(error);
          if (status === 409 && attempt < maxConflicts) {
            await sleep(Math.random() * 100 * attempt);
            continue;
          }
          const isOther = status === 409 || status === 412 || (code === "NoSuchKey" && ifTag !== null);
          if (!isOther && status !== undefined && status < 500) throw error;
          // The answer can be lost, also to the SDK, whose second attempt then finds the object of the first.
          const written = await this.#findWritten(key, bytes, end);
          if (written === null && !isOther) throw error;
          return written;
        }
      }
    });
  }

  async *list(prefix: string, signal?: AbortSignal): AsyncIterable<ListedObject> {
    checkKey(`${prefix}x`);
    let token: string | undefined;
    do {
      const page = new ListObjectsV2Command({
        Bucket: this.#bucket,
        Prefix: `${this.#prefix}${prefix}`,
        ContinuationToken: token,
      });
      const { Contents = [], NextContinuationToken } = await this.#limit.run("listing objects", signal, (abortSignal) =>
        this.#client.send(page, { abortSignal }),
      );
      for (const { Key = "", Size = 0 } of Contents) {
        const key = Key.slice(this.#prefix.length);
        if (isKey(key)) yield { key, bytes: Size };
      }
      token = NextContinuationToken;
    } while (token !== undefined);
  }

  async delete(keys: readonly string[], signal?: AbortSignal): Promise<void> {
    const objects = keys.map((key) => ({ Key: this.#at(key).Key }));
    for (let from = 0; from < objects.length; from += maxDeleted) {
      const Delete = { Objects: objects.slice(from, from + maxDeleted), Quiet: true };
      await this.#limit.run("deleting objects", signal, async (abortSignal) => {
        const { Errors = [] } = await this.#client.send(new DeleteObjectsCommand({ Bucket: this.#bucket, Delete }), {
          abortSignal,
        });
        const [first] = Errors;
        if (first) throw Object.assign(new Error(first.Message), { name: first.Code });
      });
    }
  }

  close(): void {
    this.#client.destroy();
  }

  #at(key: string): { readonly Bucket: string; readonly Key: string } {
    return { Bucket: this.#bucket, Key: `${this.#prefix}${checkKey(key)}` };
  }

  async #read(
    key: string,
    maxBytes: number | undefined,
    abortSignal: AbortSignal,
    restart: () => void,
  ): Promise<StoredObject | null> {
    try {
      const { Body, ETag, ContentLength } = await this.#client.send(new GetObjectCommand(this.#at(key)), { abortSignal });
      const parts: Uint8Array[] = [];
      let [size, restarted] = [0, 0];
      for await (const part of Body as AsyncIterable<Uint8Array>) {
        parts.push(part);
        size += part.length;
        if (Math.max(size, ContentLength ?? 0) > (maxBytes ?? Number.POSITIVE_INFINITY))
          throw new ObjectStoreError("invalid", `${this.place}: ${key} has more than ${maxBytes} bytes.`);
        if (size - restarted < progress) continue;
        restart();
        restarted = size;
      }
      if (ContentLength !== undefined && size !== ContentLength) throw new Error(`${size} of ${ContentLength} bytes arrived`);
      return { bytes: Buffer.concat(parts), tag: asTag(ETag) };
    } catch (error) {
      if (causeOf(error).code === "NoSuchKey") return null;
      throw error;
    }
  }

  /** Returns the tag of the object if it has these bytes. */
  async #findWritten(key: string, bytes: Uint8Array, end: AbortSignal): Promise<string | null> {
    const found = await this.#read(key, bytes.length, end, () => {}).catch(() => null);
    return found?.bytes.equals(bytes) ? found.tag : null;
  }
}

function asTag(tag: string | undefined): string {
  if (tag === undefined)
    throw new ObjectStoreError("invalid", "The object store sends no ETag, which conditional writes require.");
  return tag;
}

interface Cause {
  /** Of HTTP; undefined means that there was no answer. */
  readonly status: number | undefined;
  /** Name of the error in the API of S3, in the SDK or in the system. */
  readonly code: string;
}

function causeOf(error: unknown): Cause {
  const { name, code, $metadata } = error as Error & { code?: string; $metadata?: { httpStatusCode?: number } };
  return { status: $metadata?.httpStatusCode, code: code ?? name };
}

function explain(error: unknown): [ObjectFault, string] {
  const { status, code } = causeOf(error);
  const message = error instanceof Error ? error.message : String(error);
  if (code === "AbortError") return ["unavailable", "no answer in time"];
  const why = status === undefined ? `${message} (${code})` : `HTTP ${status} ${code}`;
  return [kindOf(status, code), why.replace(/\.$/, "")];
}

function kindOf(status: number | undefined, code: string): ObjectFault {
  if (status === 401 || status === 403 || /Credentials|^ExpiredToken$|^InvalidToken$|^AccessDenied$/.test(code)) return "denied";
  if (code === "NoSuchBucket") return "missing";
  return status !== undefined && status < 500 && status !== 429 ? "invalid" : "unavailable";
}
