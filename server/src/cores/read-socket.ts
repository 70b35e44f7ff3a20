/**
 * A port shared by several processes: bound here, and listened on by the workers that inherit it. The primary holds it without
 * accepting connections, so that it stays ours and connections queue in it while no worker runs.
 */
import { lookup } from "node:dns/promises";
import { BoundSocket, isIP } from "node:net";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import type { Address } from "../base/address.ts";
import { AddressError } from "../http/listener.ts";

/** @throws AddressError: it cannot be bound, with the reason; invalid: the system does not support it */
export async function bindReadSocket(address: Address): Promise<BoundSocket> {
  const bound = await bind(address);
  if (bound.fd() >= 0) return bound;
  bound.close();
  throw new DrawbridgeError(
    "invalid",
    "DRAWBRIDGE_WORKERS requires an operating system on which processes can share a socket: unset it on this one",
  );
}

async function bind(address: Address): Promise<BoundSocket> {
  try {
    if (address.host === "") return everywhere(address.port);
    const host = isIP(address.host) > 0 ? address.host : (await lookup(address.host)).address;
    return new BoundSocket({ host, port: address.port });
  } catch (error) {
    throw new AddressError(address, error as NodeJS.ErrnoException);
  }
}

/** Like Node: every IPv6 and IPv4 address, or every IPv4 address if there is no IPv6. */
function everywhere(port: number): BoundSocket {
  try {
    return new BoundSocket({ host: "::", port });
  } catch (error) {
    if (!["EINVAL", "EAFNOSUPPORT", "EADDRNOTAVAIL"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
    return new BoundSocket({ host: "0.0.0.0", port });
  }
}
