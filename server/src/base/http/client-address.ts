import type { IncomingMessage } from "node:http";
import { BlockList, isIP, isIPv6 } from "node:net";

export type Networks = readonly string[];

export function parseNetworks(text: string): Networks | null {
  const all = text.split(",").map((part) => part.trim());
  return all.every(isNetwork) ? all : null;
}

export type ClientAddress = (peer: string, forwardedFor: string | null) => string;

/** First untrusted address from the nearest hop. The client controls the rest, which is never parsed. */
export function clientAddress(proxies: Networks): ClientAddress {
  const isTrusted = membership(proxies);
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

/** A port and IPv6 around IPv4 are ignored. */
export function isInNetworks(networks: Networks): (address: string) => boolean {
  const isInside = membership(networks);
  return (address) => isIP(bare(address)) !== 0 && isInside(bare(address));
}

function membership(networks: Networks): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", bits] = network.split("/");
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

/** Some proxies add the port, and a socket of both families shows IPv6 around an IPv4 address. */
function bare(address: string): string {
  const host = /^\[(.*)\](?::\d+)?$/.exec(address)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(address)?.[1] ?? address;
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(host)?.[1] ?? host;
}

export function readClientAddress(
  clientAddress: ClientAddress,
  { socket, headers }: Pick<IncomingMessage, "socket" | "headers">,
): string {
  const forwarded = headers["x-forwarded-for"];
  return clientAddress(socket.remoteAddress ?? "", Array.isArray(forwarded) ? forwarded.join(", ") : (forwarded ?? null));
}

/** The first 64 bits of IPv6. */
export function clientNetwork(address: string): string {
  const groups = groupsOf(address);
  if (groups === null) return plain(address);
  return ipv4In(groups) ?? `${hex(groups, 4)}::/64`;
}

/** Many networks count as one if there is no room for each: 32 bits of IPv6, 16 of IPv4. */
export function widerClientNetwork(address: string): string {
  const groups = groupsOf(address);
  const ipv4 = groups === null ? plain(address) : ipv4In(groups);
  if (ipv4 === null) return `${hex(groups ?? [], 2)}::/32`;
  return `${ipv4.split(".", 2).join(".")}.0.0/16`;
}

function plain(address: string): string {
  return address.replace(/%.*$/, "").toLowerCase();
}

function groupsOf(address: string): readonly number[] | null {
  if (!address.includes(":")) return null;
  const text = plain(address);
  if (!isIPv6(text)) return null;
  const [head = "", tail] = text.replace(/[\d.]+$/, asGroups).split("::");
  const front = parts(head);
  const back = parts(tail ?? "");
  return [...front, ...Array.from({ length: 8 - front.length - back.length }, () => 0), ...back];
}

function asGroups(end: string): string {
  const [a = 0, b = 0, c = 0, d] = end.split(".").map(Number);
  return d === undefined ? end : `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
}

function parts(text: string): number[] {
  return text === "" ? [] : text.split(":").map((group) => Number.parseInt(group, 16));
}

/** RFC 4291 §2.5.5.2: ::ffff:0:0/96. */
function ipv4In(groups: readonly number[]): string | null {
  const [high = 0, low = 0] = groups.slice(6);
  if (groups[5] !== 0xffff || groups.slice(0, 5).some((group) => group !== 0)) return null;
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}

function hex(groups: readonly number[], count: number): string {
  return groups
    .slice(0, count)
    .map((group) => group.toString(16))
    .join(":");
}

/** A closed connection has no address. */
export type LoggedAddress = (peer: string, forwardedFor: string | null) => { readonly address?: string };

export function loggedAddress({
  trustedProxies,
  logAddresses,
}: {
  readonly trustedProxies: Networks;
  readonly logAddresses: boolean;
}): LoggedAddress {
  if (!logAddresses) return () => ({});
  const addressOf = clientAddress(trustedProxies);
  return (peer, forwardedFor) => {
    const address = addressOf(peer, forwardedFor);
    return address === "" ? {} : { address };
  };
}
