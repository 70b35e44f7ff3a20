/** The core with its own transport, against the real server. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Program, startProgram } from "../../../server/test/running-program.ts";
import { temporaryDirectories } from "../../../server/test/temporary-directory.ts";
import { createGateClient, type GateClient, type GateOptions, type GateStorage } from "../core/index.ts";

const directories = temporaryDirectories();
const releases = ["2.4.0", "2.6.0"].map((version) => ({ version, date: "2026-11-16", requires_os: "17" }));
const platforms = { ios: { minimum: "2.4.0", recommended: "2.6.0", store: "apple", releases } };
const manifest = {
  apiVersion: "drawbridge/v1",
  project: "acme-shop",
  name: "Acme Shop",
  languages: ["en", "de"],
  stores: { apple: "https://apps.apple.com/app/id123456789" },
  instances: { "eu-1": { name: "Acme Europe" } },
};
const clients: GateClient[] = [];
let program: Program;
let key: string;

before(async () => {
  program = await startProgram({ directory: directories() });
  const put = await program.admin(
    "PUT",
    "/admin/v1/projects/acme-shop/manifest",
    { ...manifest, platforms },
    { "if-none-match": "*" },
  );
  assert.equal(put.status, 201, JSON.stringify(put.body));
  key = await createKey("apps");
});

after(async () => {
  for (const client of clients) client.close();
  await program.stop();
});

async function createKey(name: string, ...options: string[]): Promise<string> {
  const { code, out, err } = await program.cli("key", "create", "--project", "acme-shop", "--name", name, "--json", ...options);
  assert.equal(code, 0, err);
  return String(JSON.parse(out).key);
}

function open(version: string, options: Partial<GateOptions> = {}): GateClient {
  const baseUrl = `${program.urls.config}/api/v1`;
  const client = createGateClient({ baseUrl, key, platform: "ios", version, language: "en", startWait: 60_000, ...options });
  clients.push(client);
  return client;
}

function storageOf(texts: Map<string, string>): GateStorage {
  return { get: (name) => texts.get(name), set: (name, text) => void texts.set(name, text) };
}

test("a forced version gets the block, its text and its store link", async () => {
  const { status, updateTo, storeLink, title, message, checkedAt } = await open("2.3.0").start();
  assert.deepEqual([status, updateTo, storeLink], ["update_required", "2.6.0", "https://apps.apple.com/app/id123456789"]);
  assert.ok(title !== "" && message !== "");
  assert.ok(Math.abs((checkedAt ?? 0) - Date.now()) < 60_000);
});

test("a current version is open, an older one is recommended an update", async () => {
  assert.equal((await open("2.6.0").start()).status, "open");
  assert.equal((await open("2.5.0").start()).status, "recommended");
});

test("a device whose system is too old for the release learns why, and gets no link and no recommendation", async () => {
  const states = ["16.7", "17.4", undefined].map(async (os) => {
    const { status, unsupported, canUpdate, title } = await open("2.3.0", { os, openLink: () => true }).start();
    return [status, unsupported, canUpdate, title];
  });
  const [old, current, unknown] = await Promise.all(states);
  assert.deepEqual(current, unknown);
  assert.deepEqual(
    [old?.slice(0, 3), current?.slice(0, 3)],
    [
      ["update_required", true, false],
      ["update_required", false, true],
    ],
  );
  assert.notEqual(old?.[3], current?.[3]);
  const { status, unsupported } = await open("2.5.0", { os: "16.7" }).start();
  assert.deepEqual([status, unsupported], ["open", true]);
});

test("the text comes in the app's language", async () => {
  const [english, german] = [await open("2.3.0").start(), await open("2.3.0", { language: "de_AT" }).start()];
  assert.notEqual(english.message, german.message);
});

test("maintenance of the instance starts, and is over at the next request", async () => {
  const client = open("2.6.0", { instanceId: "eu-1" });
  assert.equal((await client.start()).status, "open");
  const started = await program.cli("maintenance", "start", "--project", "acme-shop", "--for", "1h", "--instance", "eu-1");
  assert.equal(started.code, 0, started.err);
  const { status, window } = await client.refresh();
  assert.deepEqual([status, window?.name], ["maintenance", "Acme Europe"]);
  const completed = await program.cli("maintenance", "complete", "--project", "acme-shop");
  assert.equal(completed.code, 0, completed.err);
  assert.equal((await client.refresh()).status, "open");
});

test("a kept answer is confirmed by its ETag", async () => {
  const storage = storageOf(new Map());
  await open("2.3.0", { storage }).start();
  const again = open("2.3.0", { storage });
  const statuses: number[] = [];
  const counting = open("2.3.0", {
    storage,
    request: async (url, headers) => {
      const response = await fetch(url, { headers });
      statuses.push(response.status);
      return { status: response.status, header: (name) => response.headers.get(name), body: await response.text() };
    },
  });
  assert.equal((await again.start()).source, "kept");
  await counting.start();
  const { status, source } = await counting.refresh();
  assert.deepEqual([status, source, statuses], ["update_required", "network", [304]]);
});

test("a stored ETag that the server refuses for its length does not keep the app from its answers", async () => {
  const texts = new Map<string, string>();
  await open("2.6.0", { storage: storageOf(texts) }).start();
  const [[name = "", text = ""] = []] = texts;
  texts.set(name, JSON.stringify({ ...JSON.parse(text), version: "2.3.0", freshUntil: 0, etag: `"${"a".repeat(20_000)}"` }));
  const again = open("2.3.0", { storage: storageOf(texts) });
  assert.equal((await again.start()).source, "kept");
  const { status, source } = await again.refresh();
  assert.deepEqual([status, source], ["update_required", "network"]);
});

test("an unknown key, platform, version or instance is a problem with the server's code, and opens the app", async () => {
  const wrong: readonly [Partial<GateOptions>, number, string][] = [
    [{ key: "dbr_unknown" }, 401, "unknown_api_key"],
    [{ platform: "symbian" }, 400, "unknown_platform"],
    [{ version: "latest" }, 400, "invalid_version"],
    [{ instanceId: "mars-1" }, 404, "unknown_instance"],
  ];
  for (const [options, status, code] of wrong) {
    const state = await open("2.3.0", options).start();
    const { problem } = state;
    assert.deepEqual([state.status, problem?.code, problem?.status, problem?.reason], ["open", "refused", status, code]);
  }
});

test("the answer to a rehearsal key is shown, and is not kept", async () => {
  const expires = new Date(Date.now() + 86_400_000).toISOString();
  const rehearsal = await createKey("testers", "--rehearsal-ignore-maintenance", "--expires", expires);
  const texts = new Map<string, string>();
  const { status } = await open("2.3.0", { key: rehearsal, storage: storageOf(texts) }).start();
  assert.equal(status, "update_required");
  const { source } = await open("2.3.0", { key: rehearsal, storage: storageOf(texts), request: () => Promise.reject() }).start();
  assert.equal(source, "default");
});
