import assert from "node:assert/strict";
import { test } from "node:test";
import type * as wire from "drawbridge-rules/wire/read-key.ts";
import { type AdminServer, adminServerWithProject, replacing } from "../../../test/admin-server.ts";
import { openApiCheck } from "../../../test/openapi-check.ts";
import type { RawRequest } from "../../base/http/raw-request.ts";
import { textOf } from "../../reads/catalog/outcome.ts";
import { answerRead } from "../../reads/read-api.ts";

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
});

test("times that are null are in the document, where a project asks for them", async () => {
  const server = await adminServerWithProject();
  await server.of("PATCH", "acme", { body: { no_window: "null" }, headers: replacing });
  const { key } = (await server.of("POST", "acme/keys", { body: { name: "ios" } })).json<wire.CreatedReadKey>();
  assert.equal(await asked(server, maintenance, "instanceId=us-1", { key }), 200);
});
