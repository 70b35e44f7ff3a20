/** Webhooks can reach public unicast addresses, and the networks that the operator allows. */
import { isIP } from "node:net";
import { isInNetworks, type Networks } from "../base/http/client-address.ts";

const rule = "Only public addresses are used, and those in DRAWBRIDGE_WEBHOOK_ALLOW";

export class AddressRules {
  readonly #isAllowed: (address: string) => boolean;

  constructor(allow: Networks) {
    this.#isAllowed = isInNetworks(allow);
  }

  /** Why nothing may be sent to that URL, as far as the URL says. */
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

/** Networks that the registries of IANA assign no public unicast address in. */
const isSpecial = isInNetworks([
  ..."0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24".split(" "),
  ..."192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15".split(" "),
  ..."198.51.100.0/24 203.0.113.0/24 224.0.0.0/3 2001::/23 2001:db8::/32 2002::/16 2620:4f:8000::/48 3fff::/20".split(" "),
]);
/** All of IPv6 that is assigned. IPv6 around IPv4 lies outside. */
const isAssigned = isInNetworks(["2000::/3"]);

function isPublic(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && (family === 4 || isAssigned(address)) && !isSpecial(address);
}
