import { readFileSync } from "node:fs";
import { Socket } from "node:net";
import { type ConnectionOptions, checkServerIdentity } from "node:tls";
import { DrawbridgeError, NeedsOperator } from "drawbridge-rules/values/errors.ts";
import pg, { type ClientConfig } from "pg";
import { type DatabaseAddress, type DatabaseHost, describeDatabase, type TlsOptions } from "../../base/postgres-url.ts";

/** Milliseconds until a connected server that is silent counts as unreachable. */
export const databaseTimeout = 4_000;

/** pg's types omit the timeout of a query. */
export function quick(text: string): { text: string } {
  const query = { text, query_timeout: databaseTimeout };
  return query;
}

/** Refuses a sign-in without a required channel binding: pg uses it only if the server offers it. */
export class DatabaseClient extends pg.Client {
  constructor(config: ClientConfig & { readonly isBindingRequired?: boolean } = {}) {
    super(config);
    if (!config.isBindingRequired) return;
    const { connection } = this as unknown as { readonly connection: NodeJS.EventEmitter & { readonly stream: Socket } };
    let isBound = false;
    const refuse = () => {
      const message = `The server at ${config.host} offers no channel binding: it has no TLS, or no password in SCRAM. Remove channel_binding=require to do without.`;
      // The sign-in may end in the same packet, before the stream reports an error.
      connection.removeAllListeners("readyForQuery");
      connection.emit("error", new DrawbridgeError("unavailable", message));
      connection.stream.destroy();
    };
    connection.on("authenticationSASL", ({ mechanisms }: { readonly mechanisms: readonly string[] }) => {
      isBound = mechanisms.includes("SCRAM-SHA-256-PLUS");
      if (!isBound) refuse();
    });
    for (const method of ["authenticationCleartextPassword", "authenticationMD5Password"]) connection.on(method, refuse);
    connection.on("authenticationOk", () => isBound || refuse());
  }
}

/** States every parameter, which pg would take from the environment. @throws unavailable: a certificate cannot be read */
export function clientConfig(
  address: DatabaseAddress,
  { host, port }: DatabaseHost,
  sockets: Set<Socket>,
): ClientConfig & { readonly isBindingRequired: boolean } {
  const { user, password, database, tls, channelBinding, connectTimeout, applicationName } = address;
  return {
    host,
    port,
    user,
    // No dump of the object shows the password.
    password: () => password ?? "",
    database,
    ssl: tls === null ? false : tlsOptions(tls, address, host),
    enableChannelBinding: channelBinding !== "disable",
    isBindingRequired: channelBinding === "require",
    application_name: applicationName,
    client_encoding: "UTF8",
    connectionTimeoutMillis: connectTimeout,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    stream: () => newSocket(sockets),
    types: { getTypeParser: parserOf as typeof pg.types.getTypeParser },
  };
}

/** Registered, so that a server that answers no goodbye does not keep the process alive. */
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

function tlsOptions(
  { mode, rootCertificate, certificate, key }: TlsOptions,
  address: DatabaseAddress,
  host: string,
): ConnectionOptions {
  const read = (path: string | null) => (path === null ? {} : readFile(path, address));
  const trusted = read(rootCertificate);
  return {
    ...(typeof trusted === "string" ? { ca: trusted } : {}),
    ...(certificate === null || key === null ? {} : { cert: readFile(certificate, address), key: readFile(key, address) }),
    // As in libpq: `require` alone prevents eavesdropping, but not impersonation.
    rejectUnauthorized: mode !== "require" || rootCertificate !== null,
    checkServerIdentity: (_, shown) => (mode === "verify-full" ? checkServerIdentity(host, shown) : undefined),
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
