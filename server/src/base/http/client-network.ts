/**
 * Defines one client for the limits. A customer has all 64 bits below an IPv6 prefix, and an IPv4 address is the same client in
 * every spelling: counting two spellings apart would be a way around every limit.
 */
import { isIPv6 } from "node:net";

/** The first 64 bits of an IPv6 address; an IPv4 address, also inside IPv6, as it is. Other texts are returned unchanged. */
export function clientNetwork(address: string): string {
  const groups = groupsOf(address);
  if (groups === null) return bare(address);
  return ipv4In(groups) ?? `${hex(groups, 4)}::/64`;
}

/** Represents many networks if there is no room for each: the first 32 bits of IPv6, the first 16 of IPv4. */
export function widerClientNetwork(address: string): string {
  const groups = groupsOf(address);
  const ipv4 = groups === null ? bare(address) : ipv4In(groups);
  if (ipv4 === null) return `${hex(groups ?? [], 2)}::/32`;
  return `${ipv4.split(".", 2).join(".")}.0.0/16`;
}

function bare(address: string): string {
  return address.replace(/%.*$/, "").toLowerCase();
}

/** The eight groups of an IPv6 address; null for other texts. */
function groupsOf(address: string): readonly number[] | null {
  if (!address.includes(":")) return null;
  const text = bare(address);
  if (!isIPv6(text)) return null;
  const [head = "", tail] = text.replace(/[\d.]+$/, asGroups).split("::");
  const front = parts(head);
  const back = parts(tail ?? "");
  return [...front, ...Array.from({ length: 8 - front.length - back.length }, () => 0), ...back];
}

/** An IPv4 address at the end is two groups. */
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
