/**
 * Client address of a request. A proxy forwards for many clients, and names each in X-Forwarded-For; any client can write
 * that header, so it counts only from proxies that the operator has configured.
 */
import type { IncomingMessage } from "node:http";
import { BlockList, isIP, isIPv6 } from "node:net";

/** Addresses and networks, such as `127.0.0.1` and `10.0.0.0/8`. */
export type TrustedProxies = readonly string[];

/** Null: one of them is neither. Separated by commas. */
export function parseTrustedProxies(text: string): TrustedProxies | null {
  const all = text.split(",").map((part) => part.trim());
  return all.every(isNetwork) ? all : null;
}

export type ClientAddress = (peer: string, forwardedFor: string | null) => string;

/**
 * First untrusted address, counted from the nearest hop. The client controls everything beyond it, so the rest is never
 * parsed, whatever its length.
 */
export function clientAddress(proxies: TrustedProxies): ClientAddress {
  const isTrusted = trustOf(proxies);
  return (peer, forwardedFor) => {
    let client = bare(peer);
    if (proxies.length === 0) return client;
    let hops = forwardedFor;
    while (hops !== null && isIP(client) !== 0 && isTrusted(client)) {
      const comma = hops.lastIndexOf(",");
      const next = bare(hops.slice(comma + 1).trim());
      if (isIP(next) === 0) break;
      client = next;
      hops = comma < 0 ? null : hops.slice(0, comma);
    }
    return client;
  };
}

/** Returns whether a peer is a trusted proxy, whose other headers about a request count too. */
export function isTrustedProxy(proxies: TrustedProxies): (peer: string) => boolean {
  const isTrusted = trustOf(proxies);
  return (peer) => isIP(bare(peer)) !== 0 && isTrusted(bare(peer));
}

function trustOf(proxies: TrustedProxies): (address: string) => boolean {
  const list = new BlockList();
  for (const proxy of proxies) {
    const [address = "", bits] = proxy.split("/");
    if (bits === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(bits), familyOf(address));
  }
  return (address) => list.check(address, familyOf(address));
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIPv6(address) ? "ipv6" : "ipv4";
}

function isNetwork(text: string): boolean {
  const match = /^([0-9a-fA-F:.]+)(?:\/([0-9]{1,3}))?$/.exec(text);
  const family = isIP(match?.[1] ?? "");
  return family !== 0 && Number(match?.[2] ?? 0) <= (family === 6 ? 128 : 32);
}

/** Without the port that some proxies add, and without IPv6 around an IPv4 address, as a socket of both families shows it. */
function bare(address: string): string {
  const host = /^\[(.*)\](?::\d+)?$/.exec(address)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(address)?.[1] ?? address;
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(host)?.[1] ?? host;
}

/** The client's address of a request, from the connection or a trusted proxy; "" if unknown. */
export function readClientAddress(
  clientAddress: ClientAddress,
  { socket, headers }: Pick<IncomingMessage, "socket" | "headers">,
): string {
  const forwarded = headers["x-forwarded-for"];
  return clientAddress(socket.remoteAddress ?? "", Array.isArray(forwarded) ? forwarded.join(", ") : (forwarded ?? null));
}
