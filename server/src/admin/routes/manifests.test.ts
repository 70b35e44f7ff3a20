import assert from "node:assert/strict";
import { it } from "node:test";
import { type ManifestForm, typedDocument } from "drawbridge-rules/changes/manifest.ts";
import type { ChangeAnswer } from "drawbridge-rules/wire/change.ts";
import type { History } from "drawbridge-rules/wire/history.ts";
import type { ProblemDocument } from "drawbridge-rules/wire/problem.ts";
import { type AdminServer, acme, adminServer, adminServerWithProject, creating, replacing } from "../../../test/admin-server.ts";
import { pluck } from "../../../test/pluck.ts";
import { testWith } from "../../../test/test-with.ts";
import { readManifestText } from "../../base/document/read-text.ts";

const yaml = { "content-type": "application/yaml" };

function apply(server: AdminServer, body: unknown, query = "", headers: Record<string, string> = replacing) {
  return server.of("PUT", `acme/manifest${query}`, { body, headers });
}

const test = testWith(adminServerWithProject);

it("all problems of a manifest are reported together, with their lines, and nothing is applied", async () => {
  const server = await adminServer();
  const body = [
    "apiVersion: drawbridge/v2",
    "project: other",
    "colour: blue",
    "name: Acme",
    "name: Acme again",
    "windows:",
    "  december: { start: tomorrow, duration: 2h }",
  ].join("\n");
  const answer = await apply(server, body, "", { ...creating, ...yaml });
  const found = answer.json<ProblemDocument>().errors?.map(({ path, line }) => [path, line]);
  assert.deepEqual(found?.sort(), [
    ["apiVersion", 1],
    ["colour", 3],
    ["name", 5],
    ["project", 2],
    ["windows.december.start", 7],
  ]);
  assert.equal((await server.store.head()).revision, 0);
});

test("the manifest is read as JSON or as YAML, and applying what was read changes nothing", async (server) => {
  const asJson = await server.of("GET", "acme/manifest");
  assert.match(asJson.headers.get("content-type") ?? "", /^application\/json/);
  for (const accept of ["application/yaml", "application/json;q=0.5, application/yaml", "text/yaml"]) {
    const asYaml = await server.of("GET", "acme/manifest", { headers: { accept } });
    assert.match(asYaml.headers.get("content-type") ?? "", /^application\/yaml/);
    assert.equal(asYaml.headers.get("vary"), "accept");
    assert.match(asYaml.text, /minimum: "2\.4\.0"/);
    const actual = JSON.parse(JSON.stringify(readManifestText(asYaml.text).document));
    assert.deepEqual(actual, typedDocument(asJson.json<ManifestForm>()));
    const again = await apply(server, asYaml.text, "", { "if-match": asYaml.headers.get("etag") ?? "", ...yaml });
    assert.deepEqual(again.json<ChangeAnswer>().differences, []);
  }
  for (const accept of ["*/*", "application/json", "application/yaml;q=0.1, application/json", "application/yaml;q=0"]) {
    const answer = await server.of("GET", "acme/manifest", { headers: { accept } });
    assert.match(answer.headers.get("content-type") ?? "", /^application\/json/, accept);
  }
});

test("changes made another way since the last apply stop the next one, unless it overwrites them", async (server) => {
  await server.of("PATCH", "acme/platforms/ios", { body: { minimum: "2.5.0" }, headers: replacing });
  const wanted = { ...acme, platforms: { ...acme.platforms, ios: { minimum: "2.6.0" } } };
  const stopped = await apply(server, wanted);
  assert.equal(stopped.status, 409);
  const { code, errors } = stopped.json<ProblemDocument>();
  assert.equal(code, "drift");
  assert.deepEqual(pluck(errors, "path", "detail"), [
    ["platforms.ios.minimum", 'last applied "2.4.0", now "2.5.0", this manifest "2.6.0"'],
  ]);
  const planned = (await apply(server, wanted, "?dry_run=true")).json<ChangeAnswer>();
  assert.deepEqual(planned.drift, [{ path: "platforms.ios.minimum", applied: "2.4.0", current: "2.5.0", desired: "2.6.0" }]);
  assert.deepEqual(planned.differences, [{ path: "platforms.ios.minimum", before: "2.5.0", after: "2.6.0" }]);
  assert.equal((await apply(server, wanted, "?overwrite=true")).status, 200);
  assert.equal((await apply(server, wanted)).json<ChangeAnswer>().changed, false);
});

test("a window that is active goes only when its end is asked for, and that needs no reason", async (server) => {
  server.now = Date.parse("2026-12-06T01:30:00Z");
  const { windows: _, ...rest } = acme;
  const refused = await apply(server, rest);
  assert.deepEqual(pluck(refused.json<ProblemDocument>().guards, "code"), ["active_window"]);
  const ended = await apply(server, rest, "?end_active=true");
  assert.equal(ended.status, 200);
  const [commit] = (await server.of("GET", "acme/history")).json<History>().commits;
  assert.deepEqual(commit?.overridden, ["active_window"]);
});

it("changes before an export are no drift when the file is applied, and later ones are", async () => {
  const server = await adminServer();
  await apply(server, { ...acme, platforms: { ios: { minimum: "3" } } }, "", creating);
  const setMinimum = (minimum: string) => server.of("PATCH", "acme/platforms/ios", { body: { minimum }, headers: replacing });
  const exported = async () => (await server.of("GET", "acme/manifest", { headers: { accept: "application/yaml" } })).text;
  const applied = (text: string) => apply(server, text, "", { ...replacing, ...yaml });

  assert.equal((await setMinimum("4")).status, 200);
  const file = await exported();
  const edited = file.replace('minimum: "4"', 'minimum: "5"');
  assert.match(file, /^apiVersion: .*\n# Exported state [A-Za-z0-9_-]{43}; [^\n]*\n$/s);
  // Without the comment, as an earlier build exports it.
  assert.equal((await applied(edited.replace(/^#.*\n/m, ""))).status, 409);
  assert.equal((await applied(edited.replace("state ", "state 0"))).status, 409);
  // Not a change of what a manifest owns.
  assert.equal((await server.of("POST", "acme/keys", { body: { name: "Key" } })).status, 201);
  const plan = await apply(server, edited, "?dry_run=true", { ...replacing, ...yaml });
  assert.deepEqual(plan.json<ChangeAnswer>().drift, []);
  assert.equal((await applied(`${edited}# Kept in git.\r\n`)).status, 200);

  const again = (await exported()).replace('minimum: "5"', 'minimum: "7"');
  assert.equal((await setMinimum("6")).status, 200);
  const refused = await applied(again);
  assert.equal(refused.status, 409);
  assert.deepEqual(refused.paths, ["platforms.ios.minimum"]);
});

it("a file that was applied and then undone, either way, is drift, and a new export is none", async () => {
  const ways: ((applied: number) => object)[] = [(revision) => ({ revision }), (revision) => ({ to: revision - 1 })];
  for (const body of ways) {
    const server = await adminServer();
    await apply(server, { ...acme, platforms: { ios: { minimum: "2" } } }, "", creating);
    const exported = async () => (await server.of("GET", "acme/manifest", { headers: { accept: "application/yaml" } })).text;
    const applied = (text: string) => apply(server, text, "", { ...replacing, ...yaml });
    const bad = (await exported()).replace('minimum: "2"', 'minimum: "25"');
    const { revision } = (await applied(bad)).json<ChangeAnswer>();
    const back = await server.of("POST", "acme/undo", { body: body(revision) });
    assert.equal(back.status, 200, back.text);

    const refused = await applied(bad);
    assert.equal(refused.status, 409, JSON.stringify(body(revision)));
    assert.deepEqual(refused.paths, ["platforms.ios.minimum"]);
    const edited = (await exported()).replace('minimum: "2"', 'minimum: "3"');
    const { status, text } = await applied(edited);
    assert.equal(status, 200, text);
  }
});
