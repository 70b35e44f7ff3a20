/** `GET /auth/gate`: the question of a proxy, and the refusals of the middlewares in a back end. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createRefusal } from "../../../sdk/js/server/refusal.ts";
import { gate, minute, noon, type ReadServer, startReadServer, wall } from "../read-server.ts";

const shop = {
  project: "shop",
  languages: ["en", "de"],
  platforms: { ios: { minimum: "2.4.0", releases: [{ version: "2.4.0", requires_os: "17" }] }, web: { store: "none" } },
  stores: { apple: "https://apps.example/a" },
  messages: { upgrade: { en: 'Update to\n"{update_to}" 🚀', de: "Bitte aktualisieren: größer, schöner" } },
  instances: { "eu-1": { name: "Europe" }, "us-1": { name: "US" }, "jp-1": { name: "Japan" } },
  windows: {
    eu: { start: wall(noon), duration: "PT2H", instances: ["eu-1"] },
    us: { start: wall(noon), duration: "PT1M", overrun: "hold", instances: ["us-1"] },
  },
};
let server: ReadServer;
let key = "";
before(async () => {
  server = await startReadServer({ projects: [shop], now: noon + 30 * minute });
  key = await server.addKey("shop");
});
after(() => server.stop());

async function ask(headers: Readonly<Record<string, string>>, query = "", asked: object = { key }) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const { head, body, status } = await server.ask({ target: `/auth/gate${query}`, headers: lines, ...asked });
  const of = (name: string) => new RegExp(`^${name}: (.*)\r$`, "im").exec(`${head}\r\n`)?.[1] ?? null;
  const problem = of("drawbridge-problem");
  assert.equal(problem === null, status !== 426 && status !== 503, "the header tells a refusal from every error");
  if (problem !== null) assert.deepEqual([JSON.parse(problem), /^[ -~]+$/.test(problem)], [JSON.parse(body), true]);
  return { status, body, type: of("content-type"), cache: of("cache-control"), retryAfter: of("retry-after") };
}

const app = (version: string, platform = "ios") => ({ "x-app-version": version, "x-app-platform": platform });

test("a refusal is that of the middlewares, to the byte", async () => {
  const cases = [
    ["platform=ios&current_version=2.3.0", app("2.3.0"), ""],
    ["platform=ios&current_version=2.3.0&lang=de", app("2.3.0", "IOS"), "?lang=de"],
    ["platform=ios&current_version=2.3.0&os=16", { ...app("2.3.0"), "X-App-OS": "16" }, ""],
    ["platform=web&current_version=1&instanceId=eu-1", app("1", "web"), "?instanceId=eu-1"],
    [
      "platform=web&current_version=1&instanceId=us-1",
      { ...app("1"), tenant: "us-1" },
      "?instance_header=Tenant&platform_header=x-none&platform=web",
    ],
  ] as const;
  for (const [target, headers, query] of cases) {
    const answer = server.answer({ target: `${gate}?${target}`, key });
    const expected = createRefusal(JSON.parse(answer.body), 60, server.clock.now) ?? assert.fail(target);
    const refused = await ask(headers, query);
    assert.deepEqual([refused.status, refused.body], [expected.status, expected.body]);
    assert.equal(refused.type, expected.headers["content-type"]);
    assert.equal(refused.cache, "no-store");
    assert.equal(refused.retryAfter, expected.headers["retry-after"] ?? null);
  }
  assert.equal((await ask(app("1", "web"), "?instanceId=eu-1")).retryAfter, "3600", "at most an hour");
});

test("the headers are those that the query names, and the language is the app's", async () => {
  const query = "?version_header=X-Build&platform_header=X-Kind&language_header=x-locale&os_header=x-system";
  const headers = { ...app("9"), "x-build": "2.3.0", "x-kind": "ios", "x-locale": "de", "x-system": "17" };
  assert.match((await ask(headers, query)).body, /Bitte aktualisieren/);
  assert.match((await ask({ ...app("2.3.0"), "accept-language": "de" })).body, /Bitte aktualisieren/);
});

test("what may run, and what cannot be read, passes", async () => {
  const passing = [
    app("2.4.0"),
    app("2.3.0", "web"),
    {},
    app("2.3.0", "tv"),
    app("1.x"),
    app(""),
    app("2.3.0, 2.3.0"),
    app("2", ""),
  ];
  for (const headers of [...passing, app("9".repeat(99)), { "x-app-version": "1" }]) {
    const { status, body, cache } = await ask(headers);
    assert.deepEqual([status, body, cache], [204, "", "no-store"], JSON.stringify(headers));
  }
  assert.equal((await ask(app("2.3.0"), "", { key, method: "POST", body: "x".repeat(9_999) })).status, 426, "as its request is");
});

test("a wrong key and an unknown instance are errors and no refusal", async () => {
  assert.equal((await ask(app("2.3.0"), "", { key: "wrong" })).status, 401);
  assert.equal((await ask(app("2.3.0"), "?instanceId=gone")).status, 404);
});
