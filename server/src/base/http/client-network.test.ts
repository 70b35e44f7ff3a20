import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { clientNetwork, widerClientNetwork } from "./client-network.ts";

const networks: readonly (readonly [address: string, network: string, wider: string])[] = [
  ["192.0.2.1", "192.0.2.1", "192.0.0.0/16"],
  ["::ffff:192.0.2.1", "192.0.2.1", "192.0.0.0/16"],
  ["::FFFF:192.0.2.1", "192.0.2.1", "192.0.0.0/16"],
  ["::ffff:c000:201", "192.0.2.1", "192.0.0.0/16"],
  ["0:0:0:0:0:ffff:192.0.2.1", "192.0.2.1", "192.0.0.0/16"],
  ["0000:0000:0000:0000:0000:ffff:c000:0201", "192.0.2.1", "192.0.0.0/16"],
  ["::1", "0:0:0:0::/64", "0:0::/32"],
  ["::", "0:0:0:0::/64", "0:0::/32"],
  ["2001:db8::1", "2001:db8:0:0::/64", "2001:db8::/32"],
  ["2001:0db8:0001:0002:0003:0004:0005:0006", "2001:db8:1:2::/64", "2001:db8::/32"],
  ["2001:db8:1::3:4:5:6", "2001:db8:1:0::/64", "2001:db8::/32"],
  ["2001:db8:1:2::", "2001:db8:1:2::/64", "2001:db8::/32"],
  ["fe80::1%eth0", "fe80:0:0:0::/64", "fe80:0::/32"],
  ["64:ff9b::192.0.2.1", "64:ff9b:0:0::/64", "64:ff9b::/32"],
  ["1:2:3:4:5:6:192.0.2.1", "1:2:3:4::/64", "1:2::/32"],
];

test("a network is the first 64 bits of an IPv6 address, and an IPv4 address itself, however it is written", () => {
  for (const [address, network, wider] of networks)
    assert.deepEqual([clientNetwork(address), widerClientNetwork(address)], [network, wider], address);
});

test("a text that is no address stays as it is", () => {
  for (const text of ["", "not an address", "1.2.3", "::1::"]) assert.equal(clientNetwork(text), text);
});

test("every spelling of an address is in the same network", () => {
  const group = fc.integer({ min: 0, max: 0xffff });
  fc.assert(
    fc.property(fc.array(group, { minLength: 8, maxLength: 8 }), (groups) => {
      const plain = groups.map((value) => value.toString(16)).join(":");
      const padded = groups.map((value) => value.toString(16).padStart(4, "0").toUpperCase()).join(":");
      const short = URL.parse(`http://[${plain}]/`)?.hostname.slice(1, -1) ?? "";
      assert.deepEqual([clientNetwork(padded), clientNetwork(short)], [clientNetwork(plain), clientNetwork(plain)], plain);
      assert.deepEqual(
        [widerClientNetwork(padded), widerClientNetwork(short)],
        [widerClientNetwork(plain), widerClientNetwork(plain)],
      );
    }),
  );
});
