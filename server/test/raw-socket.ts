/** A client that can send any bytes, including those that no HTTP client would send. For tests, on 127.0.0.1. */
import { once } from "node:events";
import { connect, type Socket } from "node:net";

export interface RawResponse {
  readonly status: number;
  /** Names in lower case; repeated values are joined in order with ", ". */
  readonly headers: Readonly<Record<string, string>>;
  /** The raw head, status line first. */
  readonly head: string;
  readonly body: string;
}

export interface RawEnd {
  readonly responses: readonly RawResponse[];
  /** Bytes after the last complete response: part of another one, or nothing. */
  readonly rest: string;
}

/** Milliseconds, however busy the machine. */
const timeout = 60_000;

/** Sends the bytes on a new connection, and returns everything received until the server closes it. Rejects after a minute. */
export async function exchange(port: number, bytes: string | Buffer): Promise<RawEnd> {
  const raw = await RawSocket.open(port);
  raw.write(bytes);
  return await raw.end();
}

export class RawSocket {
  readonly socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  #isClosed = false;
  #changed = (): void => {};

  static async open(port: number): Promise<RawSocket> {
    const raw = new RawSocket(connect(port, "127.0.0.1"));
    await once(raw.socket, "connect");
    return raw;
  }

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on("error", () => {});
    socket.on("data", (chunk: Buffer) => {
      this.#received = Buffer.concat([this.#received, chunk]);
      this.#changed();
    });
    socket.on("close", () => {
      this.#isClosed = true;
      this.#changed();
    });
  }

  get closed(): boolean {
    return this.#isClosed;
  }

  /** Text goes out as Latin-1: a character is a byte. */
  write(bytes: string | Buffer): void {
    this.socket.write(typeof bytes === "string" ? Buffer.from(bytes, "latin1") : bytes);
  }

  /** The next complete response (`head`: to a HEAD request). Rejects if the connection ends without one, or after a minute. */
  async response({ head = false } = {}): Promise<RawResponse> {
    let response: RawResponse | null = null;
    await this.#until(() => {
      response ??= this.#next(head);
      return response !== null || this.closed;
    });
    return (
      response ??
      Promise.reject(new Error(`closed without a response, after ${JSON.stringify(this.#received.toString("latin1"))}`))
    );
  }

  /** Everything received until the server closed the connection. Rejects after a minute. */
  async end(): Promise<RawEnd> {
    try {
      await this.#until(() => this.closed);
    } finally {
      this.socket.destroy();
    }
    const responses: RawResponse[] = [];
    for (let response = this.#next(false); response !== null; response = this.#next(false)) responses.push(response);
    return { responses, rest: this.#received.toString("latin1") };
  }

  #until(done: () => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`nothing within ${timeout} ms`)), timeout);
      this.#changed = () => {
        if (!done()) return;
        this.#changed = () => {};
        clearTimeout(late);
        resolve();
      };
      this.#changed();
    });
  }

  #next(head: boolean): RawResponse | null {
    const end = this.#received.indexOf("\r\n\r\n");
    if (end < 0) return null;
    const response = parseHead(this.#received.toString("latin1", 0, end));
    const bodiless = head || response.status < 200 || response.status === 204 || response.status === 304;
    const start = end + 4;
    if (!bodiless && response.headers["transfer-encoding"] === "chunked") return this.#chunked(response, start);
    const length = bodiless ? 0 : Number(response.headers["content-length"]);
    if (Number.isNaN(length)) throw new Error(`no Content-Length: ${response.head}`);
    if (this.#received.length < start + length) return null;
    const body = this.#received.toString("utf8", start, start + length);
    this.#received = this.#received.subarray(start + length);
    return { ...response, body };
  }

  /** RFC 9112 §7.1, without extensions and trailers. Null means incomplete. */
  #chunked(response: RawResponse, start: number): RawResponse | null {
    const parts: Buffer[] = [];
    for (let at = start; ; ) {
      const line = this.#received.indexOf("\r\n", at);
      const size = line < 0 ? Number.NaN : Number.parseInt(this.#received.toString("latin1", at, line), 16);
      const next = line + 2 + size + 2;
      if (Number.isNaN(size) || this.#received.length < next) return null;
      parts.push(this.#received.subarray(line + 2, line + 2 + size));
      at = next;
      if (size > 0) continue;
      this.#received = this.#received.subarray(at);
      return { ...response, body: Buffer.concat(parts).toString("utf8") };
    }
  }
}

function parseHead(head: string): RawResponse {
  const lines = head.split("\r\n");
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(lines[0] ?? "")?.[1]);
  if (Number.isNaN(status)) throw new Error(`not a status line: ${JSON.stringify(lines[0])}`);
  const headers: Record<string, string> = {};
  for (const line of lines.slice(1)) {
    const colon = line.indexOf(":");
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trim();
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
  }
  return { status, headers, head, body: "" };
}
