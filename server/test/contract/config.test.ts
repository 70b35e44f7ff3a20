/** `GET /config`: its five fields, each by its rule, on the bytes that an app reads. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { defaultMessages } from "drawbridge-rules/texts/default-messages.ts";
import { config, hour, minute, noon, wall } from "../read-server.ts";
import { shopServer } from "./shop-server.ts";

const fields = ["force_upgrade", "maintenance_active", "message", "android_source", "apple_source"];
const defaultUpgrade = "This version is no longer supported. Please update the app to continue.";
const defaultMaintenance =
  "We are down for maintenance. Expected end: Sun, Nov 29, 2026, 01:00 PM UTC. Thank you for your patience.";

/** A window that is active at noon; with `end` after it, in ms. */
function running(end = hour, more: object = {}) {
  return { start: wall(noon - hour), end: wall(noon + end), ...more };
}

describe("/config", () => {
  const shop = shopServer();
  const ask = async (manifest: object, query = "platform=ios&current_version=1.0", headers: readonly string[] = []) => {
    // A window that changes while it is active keeps its times; here each question has windows of its own.
    await shop.server.apply({ project: "shop", ...manifest, windows: {} });
    await shop.server.apply({ project: "shop", ...manifest });
    const response = await shop.server.ask({ target: `${config}?${query}`, key: shop.key, headers });
    assert.equal(response.status, 200, response.body);
    const body = JSON.parse(response.body);
    assert.deepEqual(Object.keys(body), fields);
    assert.deepEqual(
      Object.values(body).map((value) => typeof value),
      ["boolean", "boolean", "string", "string", "string"],
    );
    return { ...body, text: response.body, reason: response.headers["drawbridge-reason"], headers: response.headers };
  };

  test("a project that says nothing answers these bytes", async () => {
    const { text, reason, headers } = await ask({});
    assert.equal(text, `{"force_upgrade":false,"maintenance_active":false,"message":"","android_source":"","apple_source":""}`);
    assert.equal(reason, "no_policy");
    assert.equal(headers["content-language"], undefined);
  });

  test("a project that says everything answers these bytes, as UTF-8", async () => {
    const manifest = {
      stores: { android: "https://play.google.com/store/apps/details?id=a", apple: "https://apps.apple.com/app/id1" },
      messages: { upgrade: { en: 'Bitte „{minimum_version}" ü 🏰 \\ / <b>' } },
      platforms: { ios: { minimum: "2.4.0" } },
    };
    const { text, headers } = await ask(manifest);
    assert.equal(
      text,
      `{"force_upgrade":true,"maintenance_active":false,"message":"Bitte „2.4.0\\" ü 🏰 \\\\ / <b>","android_source":"https://play.google.com/store/apps/details?id=a","apple_source":"https://apps.apple.com/app/id1"}`,
    );
    assert.equal(headers["content-length"], String(Buffer.byteLength(text)));
    assert.equal(headers["content-type"], "application/json; charset=utf-8");
    assert.equal(headers["content-language"], "en");
  });

  describe("force_upgrade and drawbridge-reason", () => {
    const platforms = {
      ios: {
        minimum: "2.4.0",
        recommended: "2.6.0",
        blocked: ["2.5.0", "2.7.*", "1.0"],
        exempt: ["1.0", "2.7.1"],
        store: "none",
      },
    };
    const decisions: readonly (readonly [string, string, boolean, string])[] = [
      ["ios", "1.0", false, "exempt"],
      ["ios", "2.7.2", true, "blocked"],
      ["ios", "2.5.0", true, "blocked"],
      ["ios", "2.3.99", true, "below_minimum"],
      ["ios", "2.6.0", false, "current"],
      ["android", "0", false, "no_policy"],
    ];
    for (const [platform, version, forced, rule] of decisions) {
      test(`${version} on ${platform} is ${forced ? "" : "not "}forced: ${rule}`, async () => {
        const answer = await ask({ platforms }, `platform=${platform}&current_version=${version}`);
        assert.deepEqual([answer.force_upgrade, answer.reason], [forced, rule]);
        const closed = await ask({ platforms, windows: { now: running() } }, `platform=${platform}&current_version=${version}`);
        assert.deepEqual(
          [closed.force_upgrade, closed.maintenance_active, closed.reason],
          [forced, true, `${rule}, maintenance`],
        );
      });
    }

    test("a platform's name is read without regard to ASCII case, and nothing else is folded", async () => {
      const form = { platforms: { ios: { minimum: "2", store: "none" }, kiosk: { store: "none" } } };
      for (const name of ["ios", "iOS", "IOS", "%69OS"]) {
        assert.equal((await ask(form, `platform=${name}&current_version=1`)).force_upgrade, true);
      }
      assert.equal((await ask(form, "platform=KIOSK&current_version=1")).reason, "no_policy");
      for (const name of ["%E2%84%AAiosk", "%C4%B0OS", "ios%20", "+ios", "ios%00"]) {
        const { status, body } = await shop.server.ask({ target: `${config}?platform=${name}&current_version=1`, key: shop.key });
        assert.deepEqual([status, JSON.parse(body).code], [400, "unknown_platform"]);
      }
    });
  });

  describe("message", () => {
    const messages = { upgrade: { en: "UPGRADE" }, maintenance: { en: "MAINTENANCE" }, default: { en: "DEFAULT" } };
    const platforms = { ios: { minimum: "2", store: "none" } };
    const old = "platform=ios&current_version=1";
    const current = "platform=ios&current_version=2";
    const windows = { now: running(hour, { message: { en: "WINDOW" } }) };
    const silent = { now: running() };

    test("forced: the upgrade message, also in maintenance; unset, a built-in one", async () => {
      assert.equal((await ask({ messages, platforms }, old)).message, "UPGRADE");
      assert.equal((await ask({ messages, platforms, windows }, old)).message, "UPGRADE");
      assert.equal((await ask({ platforms, windows }, old)).message, defaultUpgrade);
    });

    test("else in maintenance: the window's message, else the project's, else a built-in one", async () => {
      assert.equal((await ask({ messages, platforms, windows }, current)).message, "WINDOW");
      assert.equal((await ask({ messages, platforms, windows: silent }, current)).message, "MAINTENANCE");
      assert.equal((await ask({ platforms, windows: silent }, current)).message, defaultMaintenance);
    });

    test("else the default message, else nothing", async () => {
      assert.equal((await ask({ messages, platforms }, current)).message, "DEFAULT");
      assert.equal((await ask({ platforms }, current)).message, "");
      assert.equal((await ask({ platforms, messages: { default: { en: "" } } }, current)).message, "");
    });

    test("among several windows, the one with which the interruption ends", async () => {
      const early = running(hour, { message: { en: "EARLY" } });
      const late = { start: wall(noon + hour), duration: "PT1H", message: { en: "LATE, until {end_time}" } };
      const two = await ask({ windows: { early, late } }, current);
      assert.equal(two.message, "LATE, until Sun, Nov 29, 2026, 02:00 PM UTC", "they touch, so they are one");
      const apart = { ...late, start: wall(noon + hour + 1_000) };
      assert.equal((await ask({ windows: { early, apart } }, current)).message, "EARLY");
      const { message: _, ...silentLate } = late;
      assert.equal((await ask({ messages, windows: { early, late: silentLate } }, current)).message, "MAINTENANCE");
    });

    test("placeholders are filled with the values for this app", async () => {
      const text = "{project_name} {{x} {current_version} {minimum_version} {recommended_version} {start_time} {end_time}";
      const manifest = {
        name: "Acme",
        messages: { maintenance: { en: text } },
        platforms: {
          ios: { minimum: "1", recommended: "3", store: "none" },
          android: { minimum: "1", recommended: "4", store: "none" },
        },
        windows: { now: { start: "2026-11-29T12:00", zone: "Europe/Rome", end: "2026-11-29T14:00" } },
      };
      assert.equal(
        (await ask(manifest, "platform=ios&current_version=2.0+57")).message,
        "Acme {x} 2.0+57 1 3 Sun, Nov 29, 2026, 12:00 PM GMT+1 Sun, Nov 29, 2026, 02:00 PM GMT+1",
      );
    });
  });

  describe("the language of a message", () => {
    const texts = (...languages: string[]) => Object.fromEntries(languages.map((language) => [language, `in ${language}`]));
    const asked = async (manifest: object, query = "", accept: string[] = []) => {
      const sent = accept.map((value) => `Accept-Language: ${value}`);
      const { message, headers } = await ask(manifest, `platform=ios&current_version=1${query}`, sent);
      return { message, language: headers["content-language"] };
    };
    /** The language of the default message, for a project that is first of all English. */
    const told = async (languages: readonly string[], query = "", ...accept: string[]) => {
      const manifest = { languages: ["en", "de"], messages: { default: texts(...languages) } };
      const { message, language } = await asked(manifest, query, accept);
      assert.equal(message, `in ${language}`);
      return language;
    };

    test("lang counts before Accept-Language, that before the project's first language, that before the message's first", async () => {
      const all = ["fr", "en", "de", "it"];
      assert.equal(await told(all, "&lang=it", "de"), "it");
      assert.equal(await told(all, "", "de"), "de");
      assert.equal(await told(all), "en");
      assert.equal(await told(["fr", "it"]), "fr");
      assert.equal(await told(["fr", "it"], "&lang=ja", "ja, es"), "fr");
      assert.equal(await told(["fr", "de"]), "fr", "the project's second language has no say");
    });

    test("the first lang counts, and one that is no tag is ignored", async () => {
      assert.equal(await told(["en", "de", "it"], "&lang=de&lang=it"), "de");
      for (const invalid of ["", "%zz", "d", "german%20text", "de_AT!", "*", "x".repeat(300), "%00", "-de", "de--at"]) {
        assert.equal(await told(["en", "de", "it"], `&lang=${invalid}&lang=de`, "it"), "it");
      }
      assert.equal(await told(["en", "de"], "&LANG=de"), "en", "names are case-sensitive");
    });

    test("the message is chosen first, then its language among those that it has", async () => {
      const messages = { upgrade: texts("it"), maintenance: texts("de"), default: texts("en", "fr") };
      const windows = { w: running() };
      const forced = { ios: { minimum: "2", store: "none" } };
      assert.equal((await asked({ messages }, "&lang=fr")).message, "in fr");
      assert.deepEqual(await asked({ messages, windows }, "&lang=fr"), { message: "in de", language: "de" });
      assert.deepEqual(await asked({ messages, windows, platforms: forced }, "&lang=fr"), { message: "in it", language: "it" });
      const own = { w: { ...windows.w, message: texts("nl", "en") } };
      assert.deepEqual(await asked({ messages, windows: own }, "&lang=de"), { message: "in en", language: "en" });
    });

    test("the built-in texts are chosen by the same rule", async () => {
      const platforms = { ios: { minimum: "2", store: "none" } };
      for (const language of Object.keys(defaultMessages.upgrade)) {
        const answer = await asked({ platforms }, `&lang=${language}`);
        assert.deepEqual(answer, { message: defaultMessages.upgrade[language], language });
      }
      const { message } = await asked({ platforms }, "", ["zh-MO, en;q=0.5"]);
      assert.equal(message, defaultMessages.upgrade["zh-Hant"]);
      assert.equal((await asked({ platforms, languages: ["it", "en"] }, "&lang=sw")).language, "it");
      assert.equal((await asked({ platforms, languages: ["sw"] })).language, "en");
      assert.ok(Object.keys(defaultMessages.maintenance).length >= 6, "English and at least five more");
    });
  });

  describe("maintenance_active", () => {
    const instances = { a: { name: "A" }, b: { name: { en: "Bee", de: "Biene" } } };
    const active = async (windows: object, more: object = {}, platform = "ios") =>
      (await ask({ instances, windows, ...more }, `platform=${platform}&current_version=1`)).maintenance_active;

    test("a window on the project covers every platform, with or without instances", async () => {
      for (const platform of ["ios", "android"]) assert.equal(await active({ w: running() }, {}, platform), true);
      assert.equal(await active({ w: running() }, { instances: {} }), true);
    });

    test("a window on a platform covers that platform alone", async () => {
      const windows = { w: running(hour, { platforms: ["android"] }) };
      assert.equal(await active(windows, {}, "android"), true);
      assert.equal(await active(windows, {}, "ANDROID"), true);
      assert.equal(await active(windows, {}, "ios"), false);
    });

    test("a window on some instances does not count, windows on every instance do", async () => {
      assert.equal(await active({ w: running(hour, { instances: ["a"] }) }), false);
      assert.equal(await active({ w: running(hour, { instances: ["a", "b"] }) }), true);
      assert.equal(await active({ w: running(hour, { instances: ["a"] }), v: running(minute, { instances: ["b"] }) }), true);
      const [x, y] = [running(hour, { instances: ["a"] }), { instances: ["b"], start: wall(noon + 1_000), duration: "PT1H" }];
      assert.equal(await active({ x, y }), false);
    });

    test("with every instance closed, the answer names the one that opens first, and among equals the first by id", async () => {
      const message = { en: "{instance_name} until {end_time}" };
      const x = running(2 * hour, { instances: ["a"], message });
      const y = running(hour, { instances: ["b"], message });
      assert.equal((await ask({ instances, windows: { x, y } })).message, "Bee until Sun, Nov 29, 2026, 01:00 PM UTC");
      assert.equal(
        (await ask({ instances, windows: { x, y } }, "platform=ios&current_version=1&lang=de")).message.slice(0, 3),
        "Bee",
      );
      const both = { x: running(hour, { instances: ["b", "a"], message }) };
      assert.equal((await ask({ instances, windows: both })).message, "A until Sun, Nov 29, 2026, 01:00 PM UTC");
    });

    test("a window on the project or the platform takes precedence over those on instances", async () => {
      const message = (en: string) => ({ message: { en } });
      const windows = {
        every: running(minute, { instances: ["a", "b"], ...message("INSTANCES") }),
        platform: running(hour, { platforms: ["ios"], ...message("PLATFORM") }),
      };
      assert.equal((await ask({ instances, windows })).message, "PLATFORM");
    });

    test("a project without instances is not in maintenance for having none open", async () => {
      assert.equal(await active({}, { instances: {} }), false);
    });
  });

  test("the links are the platform's own, each where it has one, else the project's, else empty", async () => {
    const links = (name: string) => ({
      android: `https://example.org/${name}/android`,
      apple: `https://example.org/${name}/apple`,
    });
    const platforms = {
      ios: {},
      huawei: { store: "android", stores: { android: links("huawei").android } },
      both: { store: "none", stores: links("both") },
    };
    const of = async (platform: string, manifest: object) => {
      const { android_source, apple_source } = await ask(manifest, `platform=${platform}&current_version=1`);
      return { android: android_source, apple: apple_source };
    };
    const project = links("project");
    assert.deepEqual(await of("ios", { stores: project, platforms }), project);
    assert.deepEqual(await of("android", { stores: project, platforms }), project);
    assert.deepEqual(await of("huawei", { stores: project, platforms }), { ...project, android: links("huawei").android });
    assert.deepEqual(await of("both", { stores: project, platforms }), links("both"));
    assert.deepEqual(await of("huawei", { platforms }), { android: links("huawei").android, apple: "" });
    assert.deepEqual(await of("ios", { platforms }), { android: "", apple: "" });
    assert.deepEqual(await of("ios", { stores: { apple: project.apple } }), { android: "", apple: project.apple });
  });
});
