/**
 * One address that speaks HTTP/1.1: its limits, its refusals and its orderly end. It knows nothing of what is served.
 * Node's own defaults let a dripped body live for minutes, answer a second Host with 200, and let a half-sent
 * head keep the process from ending.
 */

import { createServer, type IncomingMessage, type Server } from "node:http";
import { type AddressInfo, Server as NetServer } from "node:net";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import type { ProblemCode } from "drawbridge-rules/wire/problem.ts";
import { type Address, printAddress, urlOf } from "../base/address.ts";
import { type Connection, whenAnswered } from "./refusal.ts";
import { type Handling, Traffic } from "./traffic.ts";

/** Milliseconds, all of them. */
export interface Limits {
  readonly headers: number;
  readonly request: number;
  readonly checkEvery: number;
  readonly keepAlive: number;
  /** No byte moved either way while an answer is due: a client that does not read. */
  readonly stall: number;
  /** How long connections that are idle at a stop may still be used; then they are closed. */
  readonly lameDuck: number;
}

export const limits: Limits = {
  headers: 5_000,
  request: 10_000,
  checkEvery: 1_000,
  keepAlive: 65_000,
  stall: 65_000,
  lameDuck: 1_000,
};

export interface ListenerOptions extends Handling {
  readonly address: Address;
  /** A bound socket that this process has inherited; `address` then only names it. */
  readonly fd?: number;
  readonly limits?: Partial<Limits>;
}

export interface Listener {
  /** `http://host:port` as this machine reaches it, with the port that it really has. */
  readonly url: string;
  readonly port: number;
  /** That are open. */
  readonly connections: number;
  /** What it refused by itself, by code. */
  readonly refusals: ReadonlyMap<ProblemCode, number>;
  /** Takes no more connections; those that are open go on as ever. */
  endListening(): void;
  /**
   * Takes no more connections, answers what comes on those that are open, closes those that stay idle, and cuts what is still
   * open after `graceMs`.
   */
  stop(graceMs: number): Promise<void>;
}

/** Listens, or throws `unavailable` with a sentence that says why the address cannot be had. */
export async function openListener(options: ListenerOptions): Promise<Listener> {
  const limit = { ...limits, ...options.limits };
  const server = newServer(limit);
  const traffic = new Traffic(options);
  server.on("connection", (socket: Connection) => traffic.connected(socket));
  server.on("request", (req, res) => traffic.take(req, res));
  server.on("checkContinue", (req, res) => traffic.take(req, res, true));
  server.on("checkExpectation", (req, res) => traffic.take(req, res)); // RFC 9110 §10.1.1: an unknown one may be ignored.
  server.on("connect", (_req: IncomingMessage, socket: Connection) => traffic.refuse(socket, "bad_request"));
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Connection) => traffic.failed(socket, error));
  const address = await listen(server, options.address, options.fd);
  let ended: Promise<void> | null = null;
  let stopped: Promise<void> | null = null;
  const end = () => {
    ended ??= endListening(server);
    return ended;
  };
  return {
    url: urlOf(address),
    port: address.port,
    get connections() {
      return traffic.connections.size;
    },
    refusals: traffic.refusals,
    endListening: () => void end(),
    stop(graceMs) {
      stopped ??= stop(server, end, traffic, limit, graceMs);
      return stopped;
    },
  };
}

function newServer(limit: Limits): Server {
  const server = createServer({
    headersTimeout: limit.headers,
    requestTimeout: limit.request,
    connectionsCheckingInterval: limit.checkEvery,
    keepAliveTimeout: limit.keepAlive,
    // Well above the limits of a request, which can then be told apart; beyond it the parser gives up.
    maxHeaderSize: parserLimit,
    // Counted by us: Node overlooks a second one.
    requireHostHeader: false,
    // Spares a request without a body the life of a stream, and its "end" event: about a tenth of the CPU of a read.
    optimizeEmptyRequests: true,
  });
  server.timeout = limit.stall;
  return server;
}

const parserLimit = 128 * 1024;

function listen(server: Server, address: Address, fd: number | undefined): Promise<Address> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(cannotListen(address, error)));
    // Without a host Node takes every IPv6 and IPv4 address, or every IPv4 one where there is no IPv6.
    const where = { port: address.port, ...(address.host === "" ? {} : { host: address.host }) };
    server.listen(fd === undefined ? where : { fd }, () => {
      resolve({ host: address.host, port: (server.address() as AddressInfo).port });
    });
  });
}

/** What is thrown where an address cannot be had. */
export function cannotListen(address: Address, error: NodeJS.ErrnoException): DrawbridgeError {
  const why = reasons[error.code ?? ""] ?? `cannot be listened on (${error.code})`;
  return new DrawbridgeError("unavailable", `${printAddress(address)} ${why}`, [], error);
}

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: "is in use by another program",
  EACCES: "may not be listened on by this user",
  EADDRNOTAVAIL: "is not an address of this machine",
  ENOTFOUND: "is not an address of this machine",
};

/** Resolves when the last connection is closed. Node's own `close` of HTTP hangs up on idle ones at once. */
function endListening(server: Server): Promise<void> {
  return new Promise((resolve) => {
    NetServer.prototype.close.call(server, () => {
      server.close(); // Ends what Node's `Server` of HTTP has besides its listening.
      resolve();
    });
  });
}

/**
 * Whoever keeps a connection open may be sending on it when it is closed, and is told nothing then. So it is used for a while:
 * each answer says that it is the last of its connection, and only who has asked nothing meanwhile is hung up on.
 */
function stop(server: Server, end: () => Promise<void>, traffic: Traffic, { lameDuck }: Limits, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), graceMs);
    // After the poll phase: what has arrived by then is taken first.
    const hangUp = setTimeout(() => setImmediate(() => endIdle(server, traffic)), Math.min(lameDuck, graceMs));
    setImmediate(() => {
      void end().then(() => {
        clearTimeout(cut);
        clearTimeout(hangUp);
        resolve();
      });
      // In one step with the end of listening: who is told to connect anew is refused, and asks another one.
      traffic.stopping = true;
      // Pipelined requests: only the last answer of a connection may say that it is the last.
      const last = new Map([...traffic.awaited].map((res) => [res.req.socket, res]));
      for (const res of last.values()) if (!res.headersSent) res.shouldKeepAlive = false;
    });
  });
}

/** What is half sent is neither idle nor answered: it is refused when it is late, as at any time. */
function endIdle(server: Server, traffic: Traffic): void {
  for (const socket of traffic.connections) {
    if (socket.bytesRead === 0) socket.destroy();
    else if (socket._httpMessage) whenAnswered(socket, () => socket.destroySoon());
  }
  server.closeIdleConnections();
}
