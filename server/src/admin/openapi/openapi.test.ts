import assert from "node:assert/strict";
import { it } from "node:test";
import { paths, unrepeatable } from "drawbridge-rules/api/paths.ts";
import type * as wire from "drawbridge-rules/wire/read-key.ts";
import { type AdminServer, adminServer, adminServerWithProject, replacing } from "../../../test/admin-server.ts";
import { openApiCheck } from "../../../test/openapi-check.ts";
import { testWith } from "../../../test/test-with.ts";
import type { RawRequest } from "../../base/http/raw-request.ts";
import { textOf } from "../../reads/catalog/finished-answer.ts";
import { answerRead } from "../../reads/read-api.ts";

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

const test = testWith(operations);

test("every route is in the document, and the document has no other", ({ api, found }) => {
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
  const actual = below("/feeds/").sort();
  const expected = ["GET", "HEAD"].map((method) => `${method} /feeds/{token}/calendar.ics`);
  assert.deepEqual(actual, expected);
});

test("every operation has an id of its own, a tag, and every parameter of its path", ({ found }) => {
  const ids = found.map(({ operation }) => operation.operationId);
  assert.equal(new Set(ids).size, ids.length);
  for (const { path, operation } of found) {
    assert.equal(operation.tags.length, 1);
    const named = [...path.matchAll(/\{(.+?)\}/g)].map((match) => match[1]);
    const declared = (operation.parameters ?? []).filter((parameter) => parameter.in === "path").map(({ name }) => name);
    assert.deepEqual(declared, named, path);
  }
});

test("no schema contains the hash of a key or a token", ({ document }) => {
  // The hash of a proposal covers what all members may read, and approvals name it.
  const others = Object.entries(document.components.schemas).filter(([name]) => !/^Propos(al|edChange)/.test(name));
  assert.doesNotMatch(JSON.stringify([document.paths, others]), /"hash":\{/);
});

test("a POST takes an Idempotency-Key, or the admin client does not repeat it", ({ found }) => {
  const keyless = found.flatMap(({ method, operation }) => {
    const isKeyed = operation.parameters?.some(({ name }) => name === "idempotency-key");
    return method === "POST" && !isKeyed ? operation.operationId : [];
  });
  // A look-up changes nothing, and what one compaction drops, a second one does not find.
  assert.deepEqual(keyless.sort(), [...unrepeatable, "compact", "lookUpPerson"].sort());
});

/** Status of a read, after a check that the document describes the answer. */
async function asked(server: AdminServer, path: string, query: string, over: Partial<RawRequest> = {}): Promise<number> {
  const rawRequest: RawRequest = {
    method: "GET",
    path,
    query,
    key: null,
    keyCount: over.key === undefined ? 0 : 1,
    ifNoneMatch: null,
    acceptLanguage: null,
    contentLength: 0,
    chunked: false,
    ...over,
  };
  const api = { serves: ["config", "maintenance"] as const, catalog: server.catalog, now: () => server.now };
  const { status, headers: flat, body } = answerRead(api, rawRequest);
  const headers = new Headers();
  for (let i = 1; i < flat.length; i += 2) headers.append(flat[i - 1] ?? "", flat[i] ?? "");
  const text = rawRequest.method === "HEAD" ? "" : textOf(body ?? "");
  const check = openApiCheck(server.document);
  check({ method: rawRequest.method, path, status, headers, body: text });
  return status;
}

const config = "/api/v1/config";
const maintenance = "/api/v1/maintenance";

it("the document tells of every answer of the read API", async () => {
  const server = await adminServerWithProject();
  const { key } = (await server.of("POST", "acme/keys", { body: { name: "ios" } })).json<wire.CreatedReadKey>();
  const scoped = (
    await server.of("POST", "acme/keys", { body: { name: "c", endpoints: ["config"], platforms: ["ios"] } })
  ).json<wire.CreatedReadKey>();
  const seen = [
    await asked(server, config, "platform=ios&current_version=2.3.0", { key }),
    await asked(server, config, "platform=ios&current_version=2.3.0", { key, method: "HEAD" }),
    await asked(server, config, "platform=ios&current_version=2.3.0", { key, ifNoneMatch: "*" }),
    await asked(server, maintenance, "instanceId=eu-1", { key }),
    await asked(server, config, "", { method: "OPTIONS" }),
    await asked(server, config, ""),
    await asked(server, config, "", { key: "unknown-0123456789" }),
    await asked(server, config, "", { key }),
    await asked(server, config, "platform=amiga&current_version=x", { key }),
    await asked(server, maintenance, "instanceId=mars", { key }),
    await asked(server, maintenance, "instanceId=eu-1", { key: scoped.key }),
    await asked(server, config, "platform=android&current_version=2", { key: scoped.key }),
  ];
  assert.deepEqual(seen, [200, 200, 304, 200, 204, 401, 401, 400, 400, 404, 403, 403]);
});

it("times that are null are in the document, where a project asks for them", async () => {
  const server = await adminServerWithProject();
  await server.of("PATCH", "acme", { body: { no_window: "null" }, headers: replacing });
  const { key } = (await server.of("POST", "acme/keys", { body: { name: "ios" } })).json<wire.CreatedReadKey>();
  assert.equal(await asked(server, maintenance, "instanceId=us-1", { key }), 200);
});
