/** A bucket over HTTP: as much of S3 as the AWS SDK needs here, with conditional puts, checksums and faults. */
import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { AwsEnvironment } from "./aws-environment.ts";

/**
 * The fault of one request: an error of S3 that begins with its status ("503 SlowDown"), or
 * - "stall": no answer until the client hangs up, and nothing is done
 * - "stored stall": the request is carried out, and no answer follows
 * - "lose": the request is carried out, and the connection closed without an answer
 * - "torn": half of the body is sent
 * - "flip": one bit of the body is another one
 */
export type Fault = `${number} ${string}` | "stall" | "stored stall" | "lose" | "torn" | "flip";

export interface S3Request {
  readonly operation: "get" | "put" | "list" | "delete";
}

interface Stored {
  readonly bytes: Buffer;
  readonly tag: string;
  readonly checksum: string | undefined;
}

const checksumHeader = "x-amz-checksum-crc32";

export class S3StandIn implements AsyncDisposable {
  readonly url = "s3://bucket/some/prefix";
  readonly objects = new Map<string, Stored>();
  readonly requests: S3Request[] = [];
  /** Headers of conditions that it ignores, as some stores do. */
  ignores: readonly ("if-match" | "if-none-match")[] = [];
  /** Decides about each request; null means that it works. */
  fault: (request: S3Request) => Fault | null = () => null;
  readonly #server: Server;
  readonly #environment: AwsEnvironment;

  static async start(): Promise<S3StandIn> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return new S3StandIn(server);
  }

  private constructor(server: Server) {
    this.#server = server;
    this.#environment = new AwsEnvironment(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.on("request", (request, response) => void this.#answer(request, response).catch(() => response.destroy()));
  }

  /** Variables of the environment with which the SDK finds this bucket, for other processes; those of this one are set. */
  get env(): Readonly<Record<string, string>> {
    return this.#environment.variables;
  }

  /** Shows these faults one after the other, and then none. */
  failWith(...faults: readonly (Fault | null)[]): void {
    const left = [...faults];
    this.fault = () => left.shift() ?? null;
  }

  takeRequests(): readonly string[] {
    return this.requests.splice(0).map(({ operation }) => operation);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#environment[Symbol.dispose]();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const { pathname, searchParams } = new URL(request.url ?? "", "http://s3");
    const [, bucket, path = ""] = /^\/([^/]+)\/?(.*)$/.exec(decodeURIComponent(pathname)) ?? [];
    if (bucket !== "bucket") return sendError(response, "404 NoSuchBucket");
    if (request.headers.authorization === undefined) return sendError(response, "403 AccessDenied");
    const operation = operationOf(request.method, searchParams);
    if (operation === null) return sendError(response, "501 NotImplemented");
    const key = path.replace(/^some\/prefix\//, "");
    this.requests.push({ operation });
    const fault = this.fault({ operation });
    if (fault === "stall") return;
    if (fault !== null && /^\d/.test(fault)) return sendError(response, fault);
    if (operation === "list") this.#list(searchParams, response);
    else if (operation === "delete") this.#delete(String(body), response);
    else if (operation === "get") this.#get(key, fault, response);
    else this.#put(key, body, request, response, fault);
  }

  #get(key: string, fault: Fault | null, response: ServerResponse): void {
    const found = this.objects.get(key);
    if (found === undefined) {
      sendError(response, "404 NoSuchKey");
      return;
    }
    const bytes = fault === "flip" ? flipped(found.bytes) : found.bytes;
    response.setHeader("content-length", bytes.length).setHeader("etag", found.tag);
    if (found.checksum !== undefined) response.setHeader(checksumHeader, found.checksum);
    if (fault === "lose") response.destroy();
    else if (fault === "torn") response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
    else response.end(bytes);
  }

  #put(key: string, bytes: Buffer, { headers }: IncomingMessage, response: ServerResponse, fault: Fault | null): void {
    const present = this.objects.get(key);
    const conditionOf = (name: "if-match" | "if-none-match") => (this.ignores.includes(name) ? undefined : headers[name]);
    const [ifMatch, ifNoneMatch] = [conditionOf("if-match"), conditionOf("if-none-match")];
    const isOther = (ifMatch ?? present?.tag) !== present?.tag || (ifNoneMatch === "*" && present !== undefined);
    const tag = `"${createHash("md5").update(bytes).digest("hex")}"`;
    const given = headers[checksumHeader];
    if (!isOther) this.objects.set(key, { bytes, tag, checksum: typeof given === "string" ? given : undefined });
    if (fault === "stored stall") return;
    if (fault === "lose") response.destroy();
    else if (isOther) sendError(response, present ? "412 PreconditionFailed" : "404 NoSuchKey");
    else response.setHeader("etag", tag).end();
  }

  #list(query: URLSearchParams, response: ServerResponse): void {
    const prefix = query.get("prefix") ?? "";
    const after = query.get("continuation-token") ?? "";
    const all = [...this.objects].map(([key, { bytes }]) => ({ key: `some/prefix/${key}`, size: bytes.length }));
    const wanted = all.filter(({ key }) => key.startsWith(prefix) && key > after).sort((a, b) => (a.key < b.key ? -1 : 1));
    const page = wanted.slice(0, 1_000);
    const next = wanted.length > page.length ? page.at(-1)?.key : undefined;
    const contents = page.map(({ key, size }) => `<Contents><Key>${key}</Key><Size>${size}</Size></Contents>`);
    const more = next === undefined ? "" : `<NextContinuationToken>${next}</NextContinuationToken>`;
    const isTruncated = `<IsTruncated>${next !== undefined}</IsTruncated>`;
    response.end(`<ListBucketResult>${isTruncated}${contents.join("")}${more}</ListBucketResult>`);
  }

  #delete(body: string, response: ServerResponse): void {
    for (const [, key = ""] of body.matchAll(/<Key>([^<]*)<\/Key>/g)) this.objects.delete(key.replace(/^some\/prefix\//, ""));
    response.end("<DeleteResult/>");
  }
}

function operationOf(method: string | undefined, query: URLSearchParams): S3Request["operation"] | null {
  if (method === "PUT") return "put";
  if (method === "POST" && query.has("delete")) return "delete";
  if (method !== "GET") return null;
  return query.get("list-type") === "2" ? "list" : "get";
}

function sendError(response: ServerResponse, error: string): void {
  const [status = "", code = ""] = error.split(" ");
  response.writeHead(Number(status), { "content-type": "application/xml" });
  response.end(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`);
}

function flipped(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeUInt8(copy.readUInt8(copy.length >> 1) ^ 4, copy.length >> 1);
  return copy;
}
