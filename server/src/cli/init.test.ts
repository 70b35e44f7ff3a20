import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { it } from "node:test";
import { parseManifest } from "drawbridge-rules/changes/manifest.ts";
import type { Problem } from "drawbridge-rules/values/errors.ts";
import { runCommand } from "../../test/recorded-io.ts";
import { temporaryDirectories } from "../../test/temporary-directory.ts";
import { testWith } from "../../test/test-with.ts";
import { readManifestText } from "../base/document/read-text.ts";
import { checkManifest } from "./validate.ts";

const newPath = temporaryDirectories();
const now = Date.UTC(2026, 10, 22);

function manifestIn(file: string) {
  const problems: Problem[] = [];
  const manifest = parseManifest(readManifestText(readFileSync(file, "utf8")).document, problems);
  assert.deepEqual(problems, []);
  return manifest;
}

const test = testWith(newPath);

test("with flags, init writes a valid manifest without a question, and names the next command", async (file) => {
  const words = ["--name", 'Nina\'s "Shop": #1', "--platform", "ios", "--platform", "web", "--language", "it"];
  const link = "https://apps.apple.com/app/id1";
  const argv = ["init", "--project", "my-app", ...words, "--store-apple", link, "-f", file];
  const { code, out, err, asked } = await runCommand(argv);
  assert.deepEqual([code, err, asked], [0, "", []]);
  assert.equal(out.split("\n").at(-2), "  drawbridge serve");
  const manifest = manifestIn(file);
  assert.equal(manifest?.header.name, 'Nina\'s "Shop": #1');
  assert.deepEqual([manifest?.header.languages, manifest?.header.stores.apple], [["it"], link]);
  assert.deepEqual(Object.keys(manifest?.platforms ?? {}), ["ios", "web"]);
  assert.deepEqual(checkManifest(readFileSync(file, "utf8"), now).warnings, []);
});

it("the first line names the schema at an address that colleagues reach too, and never one of this machine", async () => {
  for (const [env, words, url] of [
    [{}, [], null],
    [{ DRAWBRIDGE_LISTEN: "127.0.0.1:9080" }, ["--url", "http://127.0.0.1:9080"], null],
    [{ DRAWBRIDGE_URL: "http://localhost:9080" }, [], null],
    [{ DRAWBRIDGE_PUBLIC_URL: "http://[::1]:8080" }, [], null],
    [{ DRAWBRIDGE_PUBLIC_URL: "https://drawbridge.example" }, [], "https://drawbridge.example"],
    [{ DRAWBRIDGE_LISTEN: "127.0.0.1:9080" }, ["--url", "https://a.example"], "https://a.example"],
  ] as const) {
    const file = newPath();
    const { out } = await runCommand(["init", "--project", "my-app", "-f", file, ...words], { env });
    const text = readFileSync(file, "utf8");
    if (url === null) assert.doesNotMatch(text, /yaml-language-server|127\.0\.0\.1|localhost|::1/);
    else assert.equal(text.split("\n")[0], `# yaml-language-server: $schema=${url}/manifest.schema.json`);
    const isNamed = words.length > 0 || "DRAWBRIDGE_URL" in env;
    assert.equal(out.includes("apply -f"), isNamed, "a named server runs already");
  }
});

it("every comment without a space after # is configuration that can be uncommented", async () => {
  for (const words of [[], ["--store-apple", "https://apps.apple.com/app/id1"], ["--platform", "web"]]) {
    const file = newPath();
    await runCommand(["init", "--project", "my-app", "-f", file, ...words], { zone: "Europe/Rome" });
    const text = readFileSync(file, "utf8").replaceAll(/^( *)#(?! |$)( *)(?=\S)/gm, "$1$2");
    const whole = text.replaceAll(/^# {2}(?=\S| {2})/gm, "  ");
    const { problems } = checkManifest(whole, now);
    assert.deepEqual(problems, [], whole);
    const manifest = parseManifest(readManifestText(whole).document, []);
    assert.deepEqual([Object.keys(manifest?.windows ?? {}), manifest?.windows.backup?.zone], [["backup"], "Europe/Rome"]);
    assert.ok(Object.values(manifest?.platforms ?? {}).every(({ policy }) => policy.minimum === "1.2.0"));
    assert.ok(manifest?.instances.main && manifest.header.messages.upgrade && manifest.header.stores.android);
  }
});

test("on a terminal it asks for what is missing, again if the answer is wrong, and an empty answer is the default", async (file) => {
  const answers = ["My App", "my-app", "", "ios web", "no link", "https://apps.apple.com/app/id1", "de"];
  const { code, asked, err } = await runCommand(["init", "-f", file], { answers });
  assert.equal(code, 0, err);
  assert.deepEqual(
    asked.map((question) => question.split(/[:[(]/)[0]?.trim()),
    ["Project id", "Project id", "Name", "Platforms", "App Store link", "App Store link", "First language"],
  );
  assert.match(err, /^Expected a project's id: .*\nExpected a link such as .*, or nothing\.\n$/);
  const manifest = manifestIn(file);
  assert.deepEqual([manifest?.project, manifest?.header.name, manifest?.header.languages], ["my-app", "my-app", ["de"]]);
  const all = ["my-app", "--name", "X", "--platform", "web", "--language", "en", "--force"];
  assert.deepEqual((await runCommand(["init", ...all, "-f", file], { answers: [] })).asked, []);
});

test("without a terminal the id is required, and nothing is written", async (file) => {
  for (const words of [[], ["--json"]]) {
    const { code, err } = await runCommand(["init", "-f", file, ...words], words.length > 0 ? { answers: ["x"] } : {});
    assert.deepEqual([code, existsSync(file)], [2, false]);
    assert.match(err, /--project is missing without a terminal: expected a project's id/);
  }
});

test("a file that exists is kept unless --force is passed, and is noticed before the first question", async (file) => {
  writeFileSync(file, "mine");
  const { code, err, asked } = await runCommand(["init", "-f", file], { answers: ["my-app"] });
  assert.deepEqual([code, asked, readFileSync(file, "utf8")], [2, [], "mine"]);
  assert.match(err, /exists: pass --force to overwrite it, or --file for another/);
  assert.equal((await runCommand(["init", "--project", "my-app", "-f", file, "--force"])).code, 0);
  assert.equal(manifestIn(file)?.project, "my-app");
});

test("all values that the server would refuse are named together", async (file) => {
  const words = ["--platform", "iOS", "--store-apple", "https://user@apps.apple.com/", "--language", "german?", "-f", file];
  const { code, err } = await runCommand(["init", "--project", "My App", ...words]);
  assert.deepEqual([code, existsSync(file)], [2, false]);
  assert.match(err, /has 4 problems/);
  const hidden = await runCommand(["init", "--project", "my-app", "--name", "My\u200b App", "-f", file]);
  assert.deepEqual([hidden.code, existsSync(file)], [2, false]);
  assert.match(hidden.err, /^drawbridge: name/);
});

it("the zone of a system that names none is UTC, whatever the language of the terminal", () => {
  const drawbridge = join(import.meta.dirname, "..", "..", "..", "drawbridge");
  for (const [TZ, LC_ALL, zone] of [
    ["", "POSIX", "UTC"],
    ["Etc/Unknown", "ar_EG.UTF-8", "UTC"],
    [":Europe/Rome", "en_US@posix", "Europe/Rome"],
  ] as const) {
    const file = newPath();
    const env = { ...process.env, TZ, LANG: LC_ALL, LC_ALL };
    execFileSync(drawbridge, ["init", "--project", "my-app", "--platform", "ios", "--file", file], { env });
    assert.match(readFileSync(file, "utf8"), new RegExp(`zone: ${zone}\n`), `TZ=${TZ}`);
  }
});
