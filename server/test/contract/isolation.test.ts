import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import fc from "fast-check";
import { config, type DirectAnswer, hour, maintenance, noon, type ReadServer, startReadServer, wall } from "../read-server.ts";

/** A project in which every text, name and link carries a mark, and whose platforms and instances have the names given. */
function marked(project: string, mark: string, platforms: readonly string[], instances: readonly string[], language: string) {
  const text = (what: string) => ({ en: `${mark} ${what}`, [language]: `${mark} ${what} ${language}` });
  const links = (what: string) => ({
    android: `https://${mark}.example/${what}/android`,
    apple: `https://${mark}.example/${what}/apple`,
  });
  return {
    project,
    name: `${mark} name`,
    languages: ["en", language],
    ttl: "PT5M",
    stores: links("project"),
    messages: { upgrade: text("upgrade"), maintenance: text("maintenance {project_name}"), default: text("default") },
    platforms: {
      ios: { minimum: "2.0" },
      ...Object.fromEntries(platforms.map((name) => [name, { store: "android", minimum: "3.0", stores: links(name) }])),
    },
    instances: Object.fromEntries(instances.map((id) => [id, { name: text(`instance ${id}`) }])),
    windows: {
      [`${mark}-w`]: { start: wall(noon), duration: "PT1H", message: text("window") },
      [`${mark}-i`]: {
        start: wall(noon + 2 * hour),
        duration: "PT1H",
        instances: [instances[0]],
        message: text("on {instance_name}"),
      },
      common: { start: wall(noon + 4 * hour), duration: "PT1H", instances, message: text("everywhere") },
    },
  };
}

const red = { mark: "crimson", platforms: ["common-tv", "crimson-tv"], instances: ["common-1", "crimson-1"], language: "de" };
const blue = { mark: "cobalt", platforms: ["common-tv", "cobalt-tv"], instances: ["common-1", "cobalt-1"], language: "it" };
const names = (side: typeof red) => [...side.platforms, ...side.instances].filter((name) => !name.startsWith("common"));

describe("two projects", () => {
  let server: ReadServer;
  const alone: ReadServer[] = [];
  const keys: string[] = [];
  before(async () => {
    const forms = [red, blue].map(({ mark, platforms, instances, language }) =>
      marked(`${mark}-project`, mark, platforms, instances, language),
    );
    server = await startReadServer({ projects: forms });
    for (const form of forms) {
      const key = await server.addKey(form.project);
      const only = await startReadServer({ projects: [form] });
      await only.addKey(form.project, {}, key);
      keys.push(key);
      alone.push(only);
    }
  });
  after(async () => {
    await server.stop();
    for (const only of alone) await only.stop();
  });

  const anyName = [...red.platforms, ...red.instances, ...blue.platforms, ...blue.instances, "ios", "android", "web", ""];
  const usual = fc.oneof(
    fc
      .tuple(fc.constantFrom(...anyName, "IOS"), fc.constantFrom("1.0", "2.5", "3.1", "x"))
      .map(([platform, version]) => `${config}?platform=${platform}&current_version=${version}`),
    fc.constantFrom(...anyName).map((id) => `${maintenance}?instanceId=${id}`),
  );
  const question = fc.record({
    side: fc.constantFrom(0, 1),
    target: usual,
    acceptLanguage: fc.constantFrom(null, "de", "it", "it, de;q=0.5", "*"),
    hours: fc.integer({ min: -1, max: 6 }),
  });

  test("are each answered as if there were no other, for any requests in any order", () => {
    fc.assert(
      fc.property(fc.array(question, { minLength: 1, maxLength: 30 }), (questions) => {
        for (const { side, target, acceptLanguage, hours } of questions) {
          const own = [red, blue][side];
          const other = [blue, red][side];
          const only = alone[side];
          const key = keys[side];
          assert.ok(own && other && only && key);
          server.clock.now = noon + hours * hour;
          only.clock.now = server.clock.now;
          const answer = server.answer({ target, key }, { acceptLanguage });
          assert.deepEqual(answer, only.answer({ target, key }, { acceptLanguage }));
          assertNothingOf(other, answer);
        }
      }),
      { numRuns: 300 },
    );
  });

  test("do not end with each other: one that is changed or deleted leaves the other as it was", async () => {
    const target = `${config}?platform=ios&current_version=1.0`;
    const before = server.answer({ target, key: keys[1] ?? "" });
    await using doomed = await startReadServer({ store: server.store });
    await doomed.edit("crimson-project", (state) =>
      (["project", "platform", "instance", "window", "manifest"] as const).flatMap((kind) =>
        [...state[kind].keys()].map((id) => ({ kind, id, value: null })),
      ),
    );
    doomed.clock.now = server.clock.now;
    const gone = doomed.answer({ target, key: keys[0] ?? "" });
    assert.deepEqual([gone.status, JSON.parse(gone.body).code], [401, "unknown_api_key"]);
    assert.deepEqual(doomed.answer({ target, key: keys[1] ?? "" }), before);
  });
});

function assertNothingOf({ mark, ...side }: typeof red, { body, headers }: DirectAnswer): void {
  const everything = `${body}${JSON.stringify(headers)}`;
  assert.doesNotMatch(everything, new RegExp([mark, ...names({ mark, ...side })].join("|"), "i"));
}
