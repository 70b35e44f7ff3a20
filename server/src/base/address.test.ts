import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { forAll } from "../../test/for-all.ts";
import { costOf } from "../../test/work-cost.ts";
import { isLoopback, parseAddress, printAddress, urlForAddress } from "./address.ts";

test("an address is a host and a port, of which the host may be left out", () => {
  assert.deepEqual(parseAddress("127.0.0.1:8080"), { host: "127.0.0.1", port: 8080 });
  assert.deepEqual(parseAddress("[::1]:0"), { host: "::1", port: 0 });
  assert.deepEqual(parseAddress(":65535"), { host: "", port: 65535 });
  assert.deepEqual(parseAddress("api.example:80"), { host: "api.example", port: 80 });
});

test("texts that are no address return null", () => {
  for (const text of [
    "",
    "8080",
    "localhost",
    "h:",
    "h:-1",
    "h:65536",
    "h:1.5",
    "::1:80",
    "[::1]",
    "[]:80",
    "a b:80",
    "http://h:80",
    "h:80/",
  ])
    assert.equal(parseAddress(text), null, text);
});

test("an address that is printed and read again is the same", () => {
  const host = fc.oneof(fc.ipV4(), fc.ipV6(), fc.domain(), fc.constant(""));
  forAll([host, fc.nat(65_535)], (name, port) => {
    assert.deepEqual(parseAddress(printAddress({ host: name, port })), { host: name, port });
  });
});

test("any text is an address or null, and a long one is looked at in no time", () => {
  forAll([fc.string()], (text) => void parseAddress(text));
  const long = ["1".repeat(16_000), "[".repeat(16_000), `[${":".repeat(16_000)}`, `${"a".repeat(16_000)}:1`];
  const cost = costOf(() => long.map(parseAddress));
  assert.ok(cost < 5, `${cost} million steps`);
});

test("only this machine reaches a loopback address", () => {
  const at = (host: string) => isLoopback({ host, port: 1 });
  assert.ok(["127.0.0.1", "127.9.9.9", "::1", "localhost"].every(at));
  assert.ok(!["", "0.0.0.0", "::", "10.0.0.1", "127.example", "localhost.example"].some(at));
});

test("the URL of a wildcard address is reachable", () => {
  const at = (host: string) => urlForAddress({ host, port: 80 });
  assert.deepEqual(["", "0.0.0.0", "::", "::1", "h"].map(at), [
    "http://127.0.0.1:80",
    "http://127.0.0.1:80",
    "http://[::1]:80",
    "http://[::1]:80",
    "http://h:80",
  ]);
});
