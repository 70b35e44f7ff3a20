/** Addresses that webhooks can reach: public unicast ones, and the networks that the operator allows. */
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { isTrustedProxy, type TrustedProxies } from "../base/http/client-address.ts";

const rule = "Only public addresses are used, and those in DRAWBRIDGE_WEBHOOK_ALLOW";

export class AddressRules {
  readonly #isAllowed: (address: string) => boolean;

  /** @param allow networks beside the public ones */
  constructor(allow: TrustedProxies) {
    this.#isAllowed = isTrustedProxy(allow);
  }

  /** Why nothing may be sent to that URL, as far as the URL says; null means it may. */
  ofUrl(url: string): string | null {
    const { hostname, protocol } = new URL(url);
    const host = hostname.replace(/^\[(.*)\]$/, "$1");
    return isIP(host) === 0 ? null : this.ofAddress(host, protocol);
  }

  ofAddress(address: string, protocol: string): string | null {
    if (this.#isAllowed(address)) return null;
    if (!isPublic(address)) return `${address} is not a public address. ${rule}`;
    return protocol === "https:" ? null : `http:// to ${address} could be read on the way: use https://. ${rule}`;
  }
}

/** Unicast on the public internet, by the registries of IANA, which assign IPv6 within 2000::/3 alone. IPv6 around IPv4 is not. */
function isPublic(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  const isAssigned = address instanceof ipaddr.IPv4 || address.match(ipaddr.IPv6.parse("2000::"), 3);
  return isAssigned && address.range() === "unicast";
}
