/** Settings of every connection: address, TLS, timeouts and number parsing. */
import { readFileSync } from "node:fs";
import { Socket } from "node:net";
import { type ConnectionOptions, checkServerIdentity } from "node:tls";
import { NeedsOperator } from "drawbridge-rules/values/errors.ts";
import pg, { type ClientConfig } from "pg";
import { type DatabaseAddress, describeDatabase, type TlsOptions } from "./postgres-address.ts";

/** Milliseconds until a server that does not respond counts as unreachable. */
export const databaseTimeout = 4_000;

/** A new, unconnected client; closing the store destroys the sockets in this set. */
export function newClient(address: DatabaseAddress, sockets: Set<Socket>): pg.Client {
  const client = new pg.Client(clientConfig(address, sockets));
  // Without a listener, a lost connection would end the process; waiting queries get the error too.
  client.on("error", () => undefined);
  return client;
}

/**
 * States every parameter: pg would take the missing ones from the environment.
 * @throws unavailable: a certificate cannot be read
 */
export function clientConfig(address: DatabaseAddress, sockets: Set<Socket>): ClientConfig {
  const { host, port, user, password, database, tls, applicationName } = address;
  return {
    host,
    port,
    user,
    // A function, so that no dump of the object shows the password.
    password: () => password ?? "",
    database,
    ssl: tls === null ? false : tlsOptions(tls, address),
    application_name: applicationName,
    client_encoding: "UTF8",
    connectionTimeoutMillis: databaseTimeout,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    stream: () => newSocket(sockets),
    types: { getTypeParser: parserOf as typeof pg.types.getTypeParser },
  };
}

/** Registered, so that a server that never answers a goodbye does not keep the process alive. */
function newSocket(sockets: Set<Socket>): Socket {
  const socket = new Socket();
  sockets.add(socket);
  socket.once("close", () => sockets.delete(socket));
  return socket;
}

/** All integers here are safe ones. */
const int8 = 20;

function parserOf(oid: number, format: "text" | "binary" = "text"): unknown {
  return oid === int8 && format === "text" ? Number : pg.types.getTypeParser(oid, format as "text");
}

function tlsOptions({ mode, rootCertificate, certificate, key }: TlsOptions, address: DatabaseAddress): ConnectionOptions {
  const read = (path: string | null) => (path === null ? {} : readFile(path, address));
  const trusted = read(rootCertificate);
  return {
    ...(typeof trusted === "string" ? { ca: trusted } : {}),
    ...(certificate === null || key === null ? {} : { cert: readFile(certificate, address), key: readFile(key, address) }),
    // As in libpq: `require` alone prevents eavesdropping, but not impersonation.
    rejectUnauthorized: mode !== "require" || rootCertificate !== null,
    checkServerIdentity: (_, shown) => (mode === "verify-full" ? checkServerIdentity(address.host, shown) : undefined),
  };
}

function readFile(path: string, address: DatabaseAddress): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "no reason given";
    const message = `${describeDatabase(address)} requires the certificate or key in ${path}, which cannot be read (${code}).`;
    throw new NeedsOperator(message, error);
  }
}
