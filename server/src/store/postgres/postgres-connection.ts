/** What every connection has in common: whom it goes to, TLS, how long it waits, and how texts become numbers. */
import { readFileSync } from "node:fs";
import { Socket } from "node:net";
import { type ConnectionOptions, checkServerIdentity } from "node:tls";
import { NeedsOperator } from "drawbridge-rules/values/errors.ts";
import pg, { type ClientConfig } from "pg";
import { type DatabaseAddress, placeOf, type TlsWishes } from "./postgres-address.ts";

/** Milliseconds until a server that says nothing counts as away. */
export const patience = 4_000;

/** A connection that has not been made yet, and goes with this set when the store is closed. */
export function newClient(address: DatabaseAddress, sockets: Set<Socket>): pg.Client {
  const client = new pg.Client(clientConfig(address, sockets));
  // Whoever waits for an answer is told too; without a listener a lost connection would end the process.
  client.on("error", () => undefined);
  return client;
}

/** Everything is said here: what is left out, pg takes from the environment. @throws unavailable: a certificate cannot be read */
export function clientConfig(address: DatabaseAddress, sockets: Set<Socket>): ClientConfig {
  const { host, port, user, password, database, tls, applicationName } = address;
  return {
    host,
    port,
    user,
    // A function is in no dump of the object.
    password: () => password ?? "",
    database,
    ssl: tls === null ? false : tlsOptions(tls, address),
    application_name: applicationName,
    client_encoding: "UTF8",
    connectionTimeoutMillis: patience,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    stream: () => newSocket(sockets),
    types: { getTypeParser: parserOf as typeof pg.types.getTypeParser },
  };
}

/** Kept, so that a server that never answers a goodbye does not keep the process. */
function newSocket(sockets: Set<Socket>): Socket {
  const socket = new Socket();
  sockets.add(socket);
  socket.once("close", () => sockets.delete(socket));
  return socket;
}

/** All whole numbers here are safe ones. */
const int8 = 20;

function parserOf(oid: number, format: "text" | "binary" = "text"): unknown {
  return oid === int8 && format === "text" ? Number : pg.types.getTypeParser(oid, format as "text");
}

function tlsOptions({ mode, rootCertificate, certificate, key }: TlsWishes, address: DatabaseAddress): ConnectionOptions {
  const read = (path: string | null) => (path === null ? {} : readFile(path, address));
  const trusted = read(rootCertificate);
  return {
    ...(typeof trusted === "string" ? { ca: trusted } : {}),
    ...(certificate === null || key === null ? {} : { cert: readFile(certificate, address), key: readFile(key, address) }),
    // As with libpq: `require` alone keeps listeners out, and no impostor.
    rejectUnauthorized: mode !== "require" || rootCertificate !== null,
    checkServerIdentity: (_, shown) => (mode === "verify-full" ? checkServerIdentity(address.host, shown) : undefined),
  };
}

function readFile(path: string, address: DatabaseAddress): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "no reason given";
    const message = `${placeOf(address)} is to be reached with the certificate or key in ${path}, which cannot be read (${code}).`;
    throw new NeedsOperator(message, error);
  }
}
