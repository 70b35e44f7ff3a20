import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pluck } from "../../../server/test/pluck.ts";
import type { Problem } from "../values/errors.ts";
import { fields, printValue, readValidMembers, readValue } from "../values/schema.ts";
import { foreignPart, linkProblem, noLinks, storeBeginnings } from "./store-link.ts";
import { type StoreLinks, storeLinks } from "./store-link-schema.ts";

const schema = fields({ stores: storeLinks });

function parse(stores: unknown) {
  const problems: Problem[] = [];
  readValue(schema, { stores }, "", problems);
  return { links: readValidMembers(schema, { stores }).stores, problems };
}

function print(stores: StoreLinks) {
  return printValue(schema, { stores }).stores;
}

for (const text of [
  "https://play.google.com/store/apps/details?id=com.acme.shop",
  "HTTPS://apps.apple.com/app/id123456789",
  "market://details?id=com.acme.shop",
  `https://example.com/${"x".repeat(2028)}`,
])
  test(`${text.slice(0, 60)} is a link, kept as it was written`, () => {
    assert.deepEqual(parse({ android: text }), { links: { android: text, apple: null }, problems: [] });
    assert.deepEqual(print({ android: null, apple: text }), { apple: text });
  });

for (const value of [
  "javascript:alert(1)",
  "https:example.com",
  "https://",
  "//example.com",
  "example.com",
  " https://example.com",
  "https://exa mple.com",
  "https://example.com/ü",
  "java\nscript:alert(1)",
  `https://example.com/${"x".repeat(2029)}`,
  "",
  null,
  5,
  ["https://example.com"],
])
  test(`${JSON.stringify(value).slice(0, 60)} is no link`, () => {
    const { links, problems } = parse({ apple: value });
    assert.deepEqual(links, noLinks);
    assert.deepEqual(pluck(problems, "path"), ["stores.apple"]);
  });

interface Conformance {
  readonly stores: Readonly<Record<string, readonly string[]>>;
  readonly cases: readonly {
    readonly link: string;
    readonly allowedHosts?: readonly string[];
    readonly allowedSchemes?: readonly string[];
    readonly isAllowed: boolean;
  }[];
}

const file = join(import.meta.dirname, "../../../sdk/conformance/store-links.json");
const conformance: Conformance = JSON.parse(readFileSync(file, "utf8"));

test("the stores are those of the clients", () =>
  assert.deepEqual([...storeBeginnings].sort(), Object.values(conformance.stores).flat().sort()));

test("of every link, operators hear what the clients do with it: nothing, an option that it needs, or that none opens it", () => {
  for (const { link, allowedHosts = [], allowedSchemes = [], isAllowed } of conformance.cases) {
    const isRefused = parse({ apple: link }).problems.length > 0 || linkProblem(link) !== null;
    const part = isRefused ? null : foreignPart(link);
    const named = [...allowedHosts, ...allowedSchemes].map((name) => name.toLowerCase());
    const isNamed = named.some((name) => Object.values(part ?? {}).includes(name));
    assert.equal(!isRefused && (part === null || isNamed), isAllowed, `${link}: ${JSON.stringify(part)}`);
  }
});

test("a link that names a user or has a backslash, a port or a path upward leads elsewhere, or is opened by no app", () => {
  for (const link of [
    "https://evil.com\\@good.com",
    "https://user:pw@evil/",
    "https://good.com@evil.com/app",
    "https://good.com%2F@evil.com",
    "market://user@details?id=com.acme",
    "https://good.com/a\\b",
    "https://acme.example:8443/app",
    "https://[2001:db8::1]/app",
    "https://www.amazon.com/dp/%2e%2E/gp/redirect",
  ])
    assert.notEqual(linkProblem(link), null, link);
  for (const link of [
    "https://apps.apple.com/app/id123456789",
    "https://medium.com/@acme/app",
    "market://details?id=com.acme",
    "https://acme.example/a%5Cb",
  ])
    assert.equal(linkProblem(link), null, link);
});
