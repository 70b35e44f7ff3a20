/** HTTP/1.1, stricter than Node's defaults: limits, refusals and orderly stop. Knows no routes. */

import { createServer, type IncomingMessage, type Server } from "node:http";
import { type AddressInfo, Server as NetServer } from "node:net";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import type { ProblemCode } from "drawbridge-rules/wire/problem.ts";
import { type Address, printAddress, urlForAddress } from "../../base/address.ts";
import type { FastPath } from "../fast-path/fast-path.ts";
import { ConnectionHandler, type ConnectionHandlerOptions } from "./connection-handler.ts";
import { ConnectionTurns } from "./connection-turns.ts";
import { type HttpConnection, whenAnswered } from "./refusal.ts";

/** Milliseconds. */
export interface ListenerLimits {
  readonly headers: number;
  readonly request: number;
  readonly checkEvery: number;
  readonly keepAlive: number;
  /** No byte moves while an answer is due: the client does not read. */
  readonly stall: number;
  /** Milliseconds that idle connections may still be used at a stop. */
  readonly lameDuck: number;
}

const limits: ListenerLimits = {
  headers: 5_000,
  request: 10_000,
  checkEvery: 1_000,
  keepAlive: 65_000,
  stall: 65_000,
  lameDuck: 1_000,
};

interface ListenerOptions extends ConnectionHandlerOptions {
  readonly address: Address;
  /** The system shares connections with other processes that listen at the address. */
  readonly reusePort?: boolean;
  readonly limits?: Partial<ListenerLimits>;
  readonly fastPath?: FastPath | undefined;
}

export interface Listener {
  /** `http://host:port` as this machine reaches it, with the port that it really has. */
  readonly url: string;
  readonly port: number;
  readonly connections: number;
  readonly refusals: ReadonlyMap<ProblemCode, number>;
  /** Accepts no connections, answers requests on open ones, closes idle ones, and cuts the rest after `graceMs`. */
  stop(graceMs: number): Promise<void>;
}

/** @throws AddressError */
export async function openListener(options: ListenerOptions): Promise<Listener> {
  const limit = { ...limits, ...options.limits };
  const server = newServer(limit);
  const traffic = new ConnectionHandler(options);
  const turns = new ConnectionTurns(options.fastPath);
  const rules = { keepAlive: limit.keepAlive, isStopping: () => traffic.stopping };
  server.on("connection", (socket: HttpConnection) => {
    traffic.connected(socket);
    turns.open(socket, rules);
  });
  server.on("request", (req, res) => traffic.take(req, res));
  server.on("checkContinue", (req, res) => traffic.take(req, res, true));
  server.on("checkExpectation", (req, res) => traffic.take(req, res)); // RFC 9110 §10.1.1: an unknown one may be ignored.
  server.on("connect", (_req: IncomingMessage, socket: HttpConnection) => traffic.refuse(socket, "bad_request"));
  server.on("clientError", (error: NodeJS.ErrnoException, socket: HttpConnection) => traffic.failed(socket, error));
  const address = await listen(server, options.address, options.reusePort ?? false);
  let stopped: Promise<void> | null = null;
  return {
    url: urlForAddress(address),
    port: address.port,
    get connections() {
      return traffic.connections.size;
    },
    refusals: traffic.refusals,
    stop(graceMs) {
      stopped ??= stop(server, traffic, turns, limit, graceMs);
      return stopped;
    },
  };
}

function newServer(limit: ListenerLimits): Server {
  const server = createServer({
    headersTimeout: limit.headers,
    requestTimeout: limit.request,
    connectionsCheckingInterval: limit.checkEvery,
    keepAliveTimeout: limit.keepAlive,
    // Well above a request's limits, which can then be told apart; beyond it the parser gives up.
    maxHeaderSize: parserLimit,
    // Counted by us: Node overlooks a second one.
    requireHostHeader: false,
    // Spares a request without a body its stream and "end" event: about a tenth of a read's CPU.
    optimizeEmptyRequests: true,
  });
  server.timeout = limit.stall;
  return server;
}

const parserLimit = 128 * 1024;

function listen(server: Server, address: Address, reusePort: boolean): Promise<Address> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(new AddressError(address, error)));
    // Without a host, Node listens on every IPv6 and IPv4 address, or on every IPv4 one without IPv6.
    const where = { port: address.port, reusePort, ...(address.host === "" ? {} : { host: address.host }) };
    server.listen(where, () => {
      resolve({ host: address.host, port: (server.address() as AddressInfo).port });
    });
  });
}

/** A setting is wrong, or another program is in the way. */
export class AddressError extends DrawbridgeError {
  readonly other: Address;

  constructor(address: Address, error: NodeJS.ErrnoException) {
    const why = reasons[error.code ?? ""] ?? `cannot be opened for listening (${error.code})`;
    super("invalid", `${printAddress(address)} ${why}`, [], error);
    const isForeign = error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND";
    this.other = isForeign ? { ...address, host: "127.0.0.1" } : { ...address, port: address.port === 9080 ? 9081 : 9080 };
  }
}

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: "is in use by another program",
  EACCES: "requires privileges that this user does not have",
  EADDRNOTAVAIL: "is not an address of this machine",
  ENOTFOUND: "is not an address of this machine",
};

/** Calls back in a short turn that found no connection to accept, since closing resets those in the queue. */
function whenQueueIsEmpty(server: Server, done: () => void): void {
  let isAccepting = true;
  const accepted = () => {
    isAccepting = true;
  };
  const begun = performance.now();
  let last = begun;
  server.on("connection", accepted);
  const turn = () => {
    const now = performance.now();
    // The longer it takes, the less quiet this process is: then a longer turn has to do.
    const isEmpty = !isAccepting && now - last < shortTurn + (now - begun) / 100;
    if (!isEmpty && now - begun < longestDrain) {
      isAccepting = false;
      last = now;
      setImmediate(turn);
      return;
    }
    server.off("connection", accepted);
    done();
  };
  setImmediate(turn);
}

/** Milliseconds. */
const shortTurn = 0.1;
const longestDrain = 1_000;

/** Node's own `close` of HTTP would drop idle connections immediately. */
function endListening(server: Server): Promise<void> {
  return new Promise((resolve) => {
    NetServer.prototype.close.call(server, () => {
      server.close(); // Ends what Node's `Server` of HTTP has in addition to listening.
      resolve();
    });
  });
}

/** Each answer closes its connection for a while, so that no request in flight on a kept-alive one is lost. */
function stop(
  server: Server,
  traffic: ConnectionHandler,
  turns: ConnectionTurns,
  { lameDuck }: ListenerLimits,
  graceMs: number,
): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => traffic.cut(), graceMs);
    // After the poll phase: requests that have arrived by then are answered first.
    const closeIdle = () => {
      turns.endTurn();
      endIdle(server, traffic);
    };
    setImmediate(() => {
      traffic.stopping = true;
      // Pipelined requests: only the last answer of a connection may say that it is the last.
      const last = new Map([...traffic.awaited].map((res) => [res.req.socket, res]));
      for (const res of last.values()) if (!res.headersSent) res.shouldKeepAlive = false;
      whenQueueIsEmpty(server, () => {
        // Counted from here, a connection of the queue's last turn has the same time as the others.
        const hangUp = setTimeout(() => setImmediate(closeIdle), Math.min(lameDuck, graceMs));
        void endListening(server).then(() => {
          clearTimeout(cut);
          clearTimeout(hangUp);
          resolve();
        });
      });
    });
  });
}

/** A half-sent request is neither idle nor answered: the usual timeout refuses it. */
function endIdle(server: Server, traffic: ConnectionHandler): void {
  for (const socket of traffic.connections) {
    if (socket.bytesRead === 0) socket.destroy();
    else if (socket._httpMessage) whenAnswered(socket, () => socket.destroySoon());
  }
  server.closeIdleConnections();
}
