import assert from "node:assert/strict";
import { test } from "node:test";
import { paths, unrepeatable } from "drawbridge-rules/api/paths.ts";
import { adminServer } from "../../../test/admin-server.ts";

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly security?: readonly unknown[];
  readonly parameters?: readonly { readonly in: string; readonly name: string }[];
}

async function operations() {
  const { api, document } = await adminServer();
  const found = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation: operation as unknown as Operation,
    })),
  );
  return { api, document, found };
}

test("every route is in the document, and the document has no other", async () => {
  const { api, found } = await operations();
  const name = ({ method, path }: { readonly method: string; readonly path: string }) => `${method} ${path}`;
  const below = (start: string) => found.filter(({ path }) => path.startsWith(start)).map(name);
  const admin = found.filter(({ path }) => !path.startsWith("/api/") && !path.startsWith("/feeds/")).map(name);
  assert.deepEqual(admin.sort(), api.paths.map(name).sort());
  assert.deepEqual(admin.sort(), Object.values(paths).sort());
  assert.deepEqual(
    below("/api/").sort(),
    ["config", "gate", "maintenance"]
      .flatMap((name) => ["GET", "HEAD", "OPTIONS"].map((method) => `${method} /api/v1/${name}`))
      .sort(),
  );
  assert.deepEqual(
    below("/feeds/").sort(),
    ["GET", "HEAD"].map((method) => `${method} /feeds/{feed_token}/calendar.ics`),
  );
});

test("every operation has an id of its own, a tag, and every parameter of its path", async () => {
  const { found } = await operations();
  const ids = found.map(({ operation }) => operation.operationId);
  assert.equal(new Set(ids).size, ids.length);
  for (const { path, operation } of found) {
    assert.equal(operation.tags.length, 1);
    const named = [...path.matchAll(/\{(.+?)\}/g)].map((match) => match[1]);
    const declared = (operation.parameters ?? []).filter((parameter) => parameter.in === "path").map(({ name }) => name);
    assert.deepEqual(declared, named, path);
  }
});

test("the document is OpenAPI 3.1 with both kinds of credentials, and every reference in it leads somewhere", async () => {
  const { document } = await operations();
  const text = JSON.stringify(document);
  assert.match(text, /^\{"openapi":"3\.1\.\d+"/);
  assert.match(text, /"bearerAuth":\{"type":"http","scheme":"bearer"/);
  assert.match(text, /"apiKey":\{"type":"apiKey","in":"header","name":"x-api-key"/);
  for (const [, name] of text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)) {
    assert.ok(name !== undefined && document.components.schemas[name] !== undefined, String(name));
  }
});

test("no schema contains the hash of a key or a token", async () => {
  const { document } = await operations();
  // The hash of a proposal is of what anybody may read, and what an approval names.
  const others = Object.entries(document.components.schemas).filter(([name]) => !/^Propos(al|edChange)/.test(name));
  assert.doesNotMatch(JSON.stringify([document.paths, others]), /"hash"/);
});

test("a POST takes an Idempotency-Key, or the admin client does not repeat it", async () => {
  const { found } = await operations();
  const keyless = found.flatMap(({ method, operation }) => {
    const isKeyed = operation.parameters?.some(({ name }) => name === "idempotency-key");
    return method === "POST" && !isKeyed ? operation.operationId : [];
  });
  // A look-up changes nothing, and what one compaction drops, a second one does not find.
  assert.deepEqual(keyless.sort(), [...unrepeatable, "compact", "lookUpPerson"].sort());
});
