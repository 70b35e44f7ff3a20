import assert from "node:assert/strict";
import { test } from "node:test";
import { Ajv2020, type AnySchema } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { paths, unrepeatable } from "drawbridge-rules/api/paths.ts";
import { eventTypes } from "drawbridge-rules/webhooks/event-type.ts";
import type * as wire from "drawbridge-rules/wire/read-key.ts";
import type { ApiOperation, OpenApi } from "../../../reference/openapi.ts";
import { type AdminServer, adminServer, adminServerWithProject, replacing } from "../../../test/admin-server.ts";
import { openApiCheck } from "../../../test/openapi-check.ts";
import type { RawRequest } from "../../base/http/raw-request.ts";
import { textOf } from "../../reads/catalog/finished-answer.ts";
import { answerRead } from "../../reads/read-api.ts";
import { tags } from "./openapi-texts.ts";

type Document = OpenApi & { readonly openapi: string; readonly webhooks: OpenApi["paths"] };
type Responses = ApiOperation["responses"];

async function readDocument() {
  const { api, ...server } = await adminServer();
  const document = server.document as unknown as Document;
  const operations = Object.entries({ ...document.paths, ...document.webhooks }).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { responses, ...operation }]) => ({
      path,
      what: `${method.toUpperCase()} ${path}`,
      operation: { ...operation, responses: resolved(responses, document.components.responses) },
    })),
  );
  return { api, document, operations, requests: operations.filter(({ path }) => path.startsWith("/")) };
}

const documented = readDocument();

/** References to shared answers, replaced. */
function resolved(own: Responses, shared: Responses): Responses {
  const answers = Object.entries(own).map(([status, answer]) => [status, shared[answer.$ref?.split("/").at(-1) ?? ""] ?? answer]);
  return Object.fromEntries(answers);
}

test("every schema is one of JSON Schema 2020-12, and every reference leads somewhere", async () => {
  const { document, operations } = await documented;
  const ajv = new Ajv2020({ strict: false, validateSchema: true });
  const schemas = [
    ...Object.values(document.components.schemas),
    ...operations.flatMap(({ operation }) => mediaOf(operation).map(({ schema }) => schema)),
    ...operations.flatMap(({ operation }) => (operation.parameters ?? []).map(({ schema }) => schema)),
  ];
  for (const schema of schemas) {
    assert.ok(ajv.validateSchema(schema as AnySchema), JSON.stringify(ajv.errors));
    assert.doesNotMatch(JSON.stringify(schema), /"nullable":/);
  }
  for (const [, reference = ""] of JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)) {
    const keys = reference.replace(/^#\//, "").split("/");
    const found = keys.reduce<unknown>((value, key) => (value as Readonly<Record<string, unknown>>)?.[key], document);
    assert.ok(found, reference);
  }
});

test("every example is one of its schema", async () => {
  const { document, operations } = await documented;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  (addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
  // Each component is compiled once.
  ajv.addSchema({ $id: "document", components: document.components } as AnySchema);
  const check = (schema: object, example: unknown, what: string) => {
    const validate = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/')));
    assert.ok(validate(example), `${what}: ${JSON.stringify(example)} ${JSON.stringify(validate.errors)}`);
  };
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    for (const example of (schema as { readonly examples?: readonly unknown[] }).examples ?? []) check(schema, example, name);
  }
  for (const { what, operation } of operations) {
    for (const { schema, example } of mediaOf(operation)) {
      if (example !== undefined) check(schema, example, what);
      else assert.match(JSON.stringify(schema), /"format":"binary"/, `${what} has a content without an example`);
    }
    for (const { name, schema, example } of operation.parameters ?? []) {
      if (example !== undefined) check(schema, example, `${what} ${name}`);
    }
  }
});

test("every operation documents its purpose, role and answers, and every chapter has an introduction", async () => {
  const { document, operations } = await documented;
  assert.match(document.openapi, /^3\.1\./);
  assert.deepEqual(Object.keys(document.webhooks).sort(), [...eventTypes].sort());
  for (const { what, operation } of operations) {
    for (const { name, in: place, required, description = "" } of operation.parameters ?? [])
      assert.ok(description.length > 3 && (place !== "path" || required), `${what} ${name}`);
    const { requestBody } = operation;
    assert.ok(!requestBody || "$ref" in requestBody || Object.keys(requestBody.content ?? {}).length > 0, what);
    assert.match(operation.summary, /^[A-Z].{3,}[^.]$/, what);
    assert.ok(Object.hasOwn(tags, operation.tags[0] ?? ""), `${what}: ${operation.tags} is not in openapi-texts.ts`);
    if (what.includes(" /admin/")) {
      assert.ok(operation["x-permission"], what);
      assert.match(operation.description ?? "", /(^|\n)(Public|Requires .+)\.$/, what);
      const codes = Object.keys(operation.responses);
      assert.ok(codes.some((code) => /^[23]/.test(code)) && ["422", "429", "500"].every((code) => codes.includes(code)), what);
    }
    for (const [status, { description }] of Object.entries(operation.responses))
      assert.ok(description.length > 3, `${what} ${status}`);
  }
  const used = new Set(operations.flatMap(({ operation }) => operation.tags));
  const actual = document.tags.map(({ name }) => name).filter((name) => !used.has(name));
  assert.deepEqual(actual, []);
});

test("every property and every text of the document is described, in sentences", async () => {
  const { document } = await documented;
  const lacking: string[] = [];
  const walk = (value: unknown, place: string) => {
    if (typeof value !== "object" || value === null) return;
    for (const [name, part] of Object.entries(value)) {
      if (["example", "examples", "if"].includes(name)) continue;
      if (name === "description" && typeof part === "string" && !/[.:]$/.test(part)) lacking.push(`${place}: ${part}`);
      if (place.endsWith("/properties") && !/"(description|\$ref)":/.test(JSON.stringify(part))) lacking.push(`${place}/${name}`);
      walk(part, `${place}/${name}`);
    }
  };
  walk(document, "");
  assert.deepEqual(lacking, []);
});

test("a problem is shown as it comes with that status", async () => {
  const { operations } = await documented;
  for (const { what, operation } of operations) {
    for (const [status, { content }] of Object.entries(operation.responses)) {
      const example = content?.["application/problem+json"]?.example as { readonly status?: number } | undefined;
      if (example) assert.equal(example.status, Number(status), `${what} ${status}`);
      else assert.ok(!what.includes(" /admin/") || Number(status) < 400, `${what} ${status}`);
    }
  }
});

function mediaOf({ requestBody, responses }: ApiOperation) {
  return [requestBody?.content ?? {}, ...Object.values(responses).map(({ content }) => content ?? {})].flatMap((content) =>
    Object.values(content),
  );
}

test("every route is in the document, and the document has no other", async () => {
  const { api, requests } = await documented;
  const below = (start: string) => requests.flatMap(({ path, what }) => (path.startsWith(start) ? [what] : []));
  const admin = requests.map(({ what }) => what).filter((what) => !/ \/(api|feeds)\//.test(what));
  assert.deepEqual(admin.sort(), api.paths.map(({ method, path }) => `${method} ${path}`).sort());
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

test("no schema contains the hash of a key or a token", async () => {
  const { document } = await documented;
  // The hash of a proposal covers what all members may read, and approvals name it.
  const others = Object.entries(document.components.schemas).filter(([name]) => !/^Propos(al|edChange)/.test(name));
  assert.doesNotMatch(JSON.stringify([document.paths, others]), /"hash":\{/);
});

test("a POST takes an Idempotency-Key, or the admin client does not repeat it", async () => {
  const { requests } = await documented;
  const keyless = requests.flatMap(({ what, operation }) => {
    const isKeyed = operation.parameters?.some(({ name }) => name === "idempotency-key");
    return what.startsWith("POST ") && !isKeyed ? operation.operationId : [];
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
  const api = { servesReads: true, catalog: server.catalog, now: () => server.now };
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

test("the document tells of every answer of the read API", async () => {
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
  await server.of("PATCH", "acme", { body: { no_window: "null" }, headers: replacing });
  assert.equal(await asked(server, maintenance, "instanceId=us-1", { key }), 200, "its times are null");
});
