/** The page *Migrating*, followed from a JSON file and from a service with the same calls to a real server. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { promisify } from "node:util";
import { documentText, followDocument, readerOf, shellLines } from "../../server/test/document-commands.ts";
import { startProgram } from "../../server/test/running-program.ts";
import { temporaryDirectories } from "../../server/test/temporary-directory.ts";
import { serveFiles } from "./sample-app.ts";

const [, ownFile = "", sameCalls = ""] = documentText("migrating.md").split(/^## From (?:your|a|Remote) .*$/m);
const blocks = (language: string) =>
  Array.from(ownFile.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, "gs")), ([, block = ""]) => block);
const [oldRules = "", lastRules = ""] = blocks("json");
const core = new URL("../js/core/index.ts", import.meta.url).href;

const directory = temporaryDirectories()();
const program = await startProgram({ directory });
let file = oldRules;
const site = await serveFiles(() => file);
after(async () => {
  site.close();
  await program.stop();
});

/** Runs the code of the page as an app with the old check. */
async function start(platform: string, version: string, key: string): Promise<{ forced: boolean; old: boolean; warned: string }> {
  const code = blocks("js")[0] ?? "";
  const check = code.replace("drawbridge-gate", core).replace("http://127.0.0.1:8080", program.urls.config);
  writeFileSync(join(directory, "check.mjs"), check.replace("dbr_…", key).replace("key, p", "key, startWait: 60_000, p"));
  const app = `
    import { mustUpdate } from "./check.mjs";
    const isBelow = (one, other) => one.localeCompare(other, "en", { numeric: true }) < 0;
    const oldCheck = async (platform, version) => isBelow(version, (await (await fetch("${site.url}/version.json")).json())[platform]);
    const app = { platform: "${platform}", version: "${version}" };
    console.log(JSON.stringify({ forced: await mustUpdate(app, oldCheck), old: await oldCheck(app.platform, app.version) }));`;
  writeFileSync(join(directory, "app.mjs"), app);
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ["app.mjs"], { cwd: directory });
  return { ...JSON.parse(stdout), warned: stderr };
}

test("apps with both checks are told the same, and those without the client update to a release that has it", async () => {
  writeFileSync(join(directory, "drawbridge.yaml"), blocks("yaml")[0] ?? "");
  const [apply = "", adoption = ""] = shellLines(ownFile).map((line) => line.replace("drawbridge ", ""));
  const { code, out, err } = await program.cli(apply.replace("drawbridge.yaml", join(directory, "drawbridge.yaml")));
  assert.equal(code, 0, out + err);
  const [key = ""] = /dbr_\w{36}/.exec(out) ?? [];
  for (const [platform, version, isOld] of [
    ["ios", "2.2.9", true],
    ["ios", "2.10.0", false],
    ["android", "2.2.0", false],
  ] as const)
    assert.deepEqual(await start(platform, version, key), { forced: isOld, old: isOld, warned: "" });
  assert.match((await program.cli(adoption)).out, /2\.10\.0/);
  file = lastRules;
  assert.equal((await start("ios", "2.4.0", key)).old, true);
  assert.deepEqual(await start("ios", "2.5.0", key), { forced: false, old: false, warned: "" });
});

test("apps of a service with the same calls get answers with the key that they carry", async () => {
  assert.deepEqual(await followDocument(sameCalls, readerOf(program)), { commands: 1, answers: 1 });
});
