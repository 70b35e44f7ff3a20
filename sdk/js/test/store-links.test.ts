import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { readKit } from "../../conformance/scenario.ts";
import { createGateClient } from "../core/index.ts";
import { isAllowedLink, storeLinks } from "../core/store-links.ts";

interface LinkCase {
  readonly link: string;
  readonly allowedHosts?: readonly string[];
  readonly allowedSchemes?: readonly string[];
  readonly isAllowed: boolean;
}

const file = join(import.meta.dirname, "..", "..", "conformance", "store-links.json");
const { stores, cases } = JSON.parse(readFileSync(file, "utf8")) as {
  readonly stores: Readonly<Record<string, readonly string[]>>;
  readonly cases: readonly LinkCase[];
};

test("the client knows the store links of the list that all clients share, and no others", () => {
  assert.deepEqual(storeLinks.toSorted(), Object.values(stores).flat().sort());
});

test("each store has a link that is allowed, and each link of the list one that starts with it", () => {
  const allowed = cases.filter(({ isAllowed }) => isAllowed).map(({ link }) => link.toLowerCase());
  for (const [store, known] of Object.entries(stores)) {
    assert.ok(
      known.some((start) => allowed.some((link) => link.startsWith(start))),
      store,
    );
  }
});

for (const { link, isAllowed, ...own } of cases) {
  test(`the link ${JSON.stringify(link)} is ${isAllowed ? "allowed" : "refused"} with ${JSON.stringify(own)}`, () => {
    assert.equal(isAllowedLink(link, own.allowedHosts, own.allowedSchemes), isAllowed);
  });
}

test("a client opens links with the hosts and schemes that the app allows", async () => {
  for (const link of ["https://updates.acme.example/latest", "acme-updates://latest"]) {
    const opened: string[] = [];
    const client = createGateClient({
      baseUrl: "https://gate.example/api/v1",
      key: "dbr_test",
      platform: "ios",
      version: "2.3.0",
      allowedHosts: ["updates.acme.example"],
      allowedSchemes: ["acme-updates"],
      openLink: (url) => opened.push(url),
      request: async () => ({
        status: 200,
        header: () => null,
        body: JSON.stringify({ ...readKit().answers.forced, store_link: link }),
      }),
    });
    const { canUpdate, problem } = await client.start();
    assert.deepEqual([canUpdate, problem], [true, null]);
    assert.equal(await client.update(), true);
    assert.deepEqual(opened, [link]);
    client.close();
  }
});
