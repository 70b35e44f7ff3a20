import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { forAll } from "../../../test/for-all.ts";
import { costOf } from "../../../test/work-cost.ts";
import { clientAddress, clientNetwork, isInNetworks, parseNetworks, widerClientNetwork } from "./client-address.ts";

test("without trusted proxies the client is the peer, regardless of X-Forwarded-For", () => {
  const address = clientAddress([]);
  assert.equal(address("192.0.2.1", null), "192.0.2.1");
  assert.equal(address("127.0.0.1", "203.0.113.9"), "127.0.0.1");
  assert.equal(address("::ffff:192.0.2.1", null), "192.0.2.1");
  assert.equal(address("", null), "");
});

test("behind trusted proxies the client is the last untrusted address, and earlier ones are ignored", () => {
  const address = clientAddress(["127.0.0.1", "10.0.0.0/8", "2001:db8::/32"]);
  const cases: [peer: string, forwarded: string | null, client: string][] = [
    ["127.0.0.1", "203.0.113.9", "203.0.113.9"],
    ["127.0.0.1", "1.1.1.1, 203.0.113.9", "203.0.113.9"],
    ["127.0.0.1", "1.1.1.1,203.0.113.9 , 10.1.2.3", "203.0.113.9"],
    ["2001:db8::5", "2001:dead::1", "2001:dead::1"],
    ["::ffff:10.0.0.9", "203.0.113.9:4711", "203.0.113.9"],
    ["10.0.0.9", "[2001:dead::1]:4711", "2001:dead::1"],
    ["192.0.2.1", "203.0.113.9", "192.0.2.1"],
    ["127.0.0.1", null, "127.0.0.1"],
    ["127.0.0.1", "", "127.0.0.1"],
    ["127.0.0.1", "203.0.113.9, unknown", "127.0.0.1"],
    ["127.0.0.1", "10.1.1.1, 10.1.1.2", "10.1.1.1"],
    ["", "203.0.113.9", ""],
  ];
  for (const [peer, forwarded, client] of cases) assert.equal(address(peer, forwarded), client, `${peer} ← ${forwarded}`);
});

test("proxies are named by addresses and networks", () => {
  assert.deepEqual(parseNetworks("127.0.0.1, 10.0.0.0/8,::1"), ["127.0.0.1", "10.0.0.0/8", "::1"]);
  for (const text of ["", "proxy.example", "10.0.0.0/33", "10.0.0/8", "::/129", "127.0.0.1,", "*", "1.2.3.4 5.6.7.8", "[::1]"])
    assert.equal(parseNetworks(text), null, text);
});

test("what a request brings besides is believed of a peer that is a trusted proxy, in whatever family its socket shows it", () => {
  const trusts = isInNetworks(["10.0.0.0/8", "2001:db8::1"]);
  assert.deepEqual(["10.1.2.3", "::ffff:10.1.2.3", "2001:db8::1"].map(trusts), [true, true, true]);
  assert.deepEqual(["11.0.0.1", "2001:db8::2", "", "proxy"].map(trusts), [false, false, false, false]);
  assert.equal(isInNetworks([])("127.0.0.1"), false);
});

test("the cost of parsing does not grow with the untrusted hops", () => {
  const address = clientAddress(["10.0.0.0/8"]);
  const timed = (peer: string, forwardedFor: string) =>
    costOf(() => {
      for (let i = 0; i < 2_000; i++) address(peer, forwardedFor);
    });
  for (const peer of ["192.0.2.7", "10.0.0.1"]) {
    const short = timed(peer, "198.51.100.1");
    const long = timed(peer, `${",".repeat(15_000)}198.51.100.1`);
    assert.ok(long < 100 * short, `${long} million steps, and ${short} for one hop`);
  }
});

const networks: readonly (readonly [address: string, network: string, wider: string])[] = [
  ["192.0.2.1", "192.0.2.1", "192.0.0.0/16"],
  ["::ffff:192.0.2.1", "192.0.2.1", "192.0.0.0/16"],
  ["::ffff:c000:201", "192.0.2.1", "192.0.0.0/16"],
  ["0000:0000:0000:0000:0000:ffff:c000:0201", "192.0.2.1", "192.0.0.0/16"],
  ["::", "0:0:0:0::/64", "0:0::/32"],
  ["2001:0db8:0001:0002:0003:0004:0005:0006", "2001:db8:1:2::/64", "2001:db8::/32"],
  ["2001:db8:1::3:4:5:6", "2001:db8:1:0::/64", "2001:db8::/32"],
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
  forAll([fc.array(group, { minLength: 8, maxLength: 8 })], (groups) => {
    const plain = groups.map((value) => value.toString(16)).join(":");
    const padded = groups.map((value) => value.toString(16).padStart(4, "0").toUpperCase()).join(":");
    const short = URL.parse(`http://[${plain}]/`)?.hostname.slice(1, -1) ?? "";
    assert.deepEqual([clientNetwork(padded), clientNetwork(short)], [clientNetwork(plain), clientNetwork(plain)], plain);
    assert.deepEqual(
      [widerClientNetwork(padded), widerClientNetwork(short)],
      [widerClientNetwork(plain), widerClientNetwork(plain)],
    );
  });
});
