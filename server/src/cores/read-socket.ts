/**
 * A port that several processes answer on: bound here, listened on by whoever inherits it. The primary holds it and takes no
 * connection, so it stays ours, and connections wait in it, while no process is there.
 */
import { lookup } from "node:dns/promises";
import { BoundSocket, isIP } from "node:net";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import type { Address } from "../base/address.ts";
import { cannotListen } from "../http/listener.ts";

/** @throws unavailable: with a sentence that says why the address cannot be had; invalid: this system cannot do it */
export async function bindReadSocket(address: Address): Promise<BoundSocket> {
  const bound = await bind(address);
  if (bound.fd() >= 0) return bound;
  bound.close();
  throw new DrawbridgeError(
    "invalid",
    "DRAWBRIDGE_WORKERS needs a system on which processes share a socket, and this is none: leave it out",
  );
}

async function bind(address: Address): Promise<BoundSocket> {
  try {
    if (address.host === "") return everywhere(address.port);
    const host = isIP(address.host) > 0 ? address.host : (await lookup(address.host)).address;
    return new BoundSocket({ host, port: address.port });
  } catch (error) {
    throw cannotListen(address, error as NodeJS.ErrnoException);
  }
}

/** As Node does it: every IPv6 and IPv4 address, or every IPv4 one where there is no IPv6. */
function everywhere(port: number): BoundSocket {
  try {
    return new BoundSocket({ host: "::", port });
  } catch (error) {
    if (!["EINVAL", "EAFNOSUPPORT", "EADDRNOTAVAIL"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
    return new BoundSocket({ host: "0.0.0.0", port });
  }
}
