import assert from "node:assert/strict";
import { test } from "node:test";
import type { Problem } from "../values/errors.ts";
import { emptyPolicy, isPlatformName } from "./platform.ts";
import { absentPlatform, parsePlatform, printPlatform } from "./platform-schema.ts";
import { noLinks } from "./store-link.ts";

function parse(value: unknown, name = "ios") {
  const problems: Problem[] = [];
  return { platform: parsePlatform(value, `platforms.${name}`, name, problems), problems };
}

const pathsOf = (value: unknown, name = "ios"): string[] => parse(value, name).problems.map(({ path }) => path);

test("ios opens the Apple store and android the Android store unless they say otherwise", () => {
  assert.equal(parse({}, "ios").platform?.store, "apple");
  assert.equal(parse({}, "android").platform?.store, "android");
  assert.equal(parse({ store: "none" }, "ios").platform?.store, "none");
});

test("an empty entry is a platform without a policy", () =>
  assert.deepEqual(parse(null), {
    platform: { name: null, store: "apple", stores: noLinks, messages: absentPlatform.messages, policy: emptyPolicy },
    problems: [],
  }));

for (const name of ["huawei", "web", "constructor"])
  test(`${name} has to say which link it opens`, () => {
    assert.deepEqual(pathsOf({ minimum: "1" }, name), [`platforms.${name}.store`]);
    assert.equal(parse({ store: "android" }, name).platform?.store, "android");
  });

test("a platform's name is in lower case, so that apps may write it in any", () => {
  for (const name of ["ios", "a", "fire_tv-2", "constructor", "a".repeat(32)]) assert.ok(isPlatformName(name), name);
  for (const name of ["", "iOS", "1st", "-a", "a b", "ü", "__proto__", "a".repeat(33), "a\n"])
    assert.ok(!isPlatformName(name), name);
  assert.ok(pathsOf({ store: "none" }, "iOS").includes("platforms.iOS"));
});

test("a platform is printed without what is as usual", () => {
  const { platform } = parse({ store: "apple", blocked: [], minimum: null, stores: null });
  assert.ok(platform);
  assert.deepEqual(printPlatform(platform, "ios"), {});
});
