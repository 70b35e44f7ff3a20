/** The transcript of docs/agents.md, literally: from nothing to a gated Vite app. Downloads of the release come from a build. */
import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { text } from "node:stream/consumers";
import { after, test } from "node:test";
import { programVersion } from "../../../release/artifact-trees.ts";
import { freshFolder, root, run, startRegistry } from "../../../sdk/test/packages/release-folder.ts";
import { headed, openBrowser } from "../browser.ts";
import { documentText } from "../document-commands.ts";
import { environmentWithoutSettings } from "../environment-without-settings.ts";
import { freePort } from "../free-port.ts";
import { adapted } from "./foreign-program.ts";

const npmRegistry = execFileSync("npm", ["config", "get", "registry"], { encoding: "utf8" }).trim();
const isReachable = spawnSync("npm", ["view", "create-vite", "version"], { timeout: 30_000 }).status === 0;
const groups: number[] = [];
after(() => {
  for (const group of groups) process.kill(-group, "SIGTERM");
});

/** A `curl` that downloads the executable from the build, and anything else as ever. */
function fakeDownloads(executable: string): string {
  const script = `#!/bin/sh\n[ "$1" = -Lo ] && exec cp '${executable}' "$2"\nPATH=\${PATH#*:} exec curl "$@"\n`;
  const bin = freshFolder();
  writeFileSync(join(bin, "curl"), script, { mode: 0o755 });
  return bin;
}

test("fifteen commands or fewer lead from nothing to a gated Vite app, with the CLI and llms.txt alone", {
  skip: isReachable ? false : `${npmRegistry} does not answer`,
  // Builds the executable, and installs Vite.
  timeout: 600_000,
}, async () => {
  const page = documentText("agents.md");
  const [, transcript = ""] = /```sh\n(.*?)```/s.exec(page) ?? [];
  const commands = transcript
    .replaceAll(/ <<END\n.*?\nEND$/gms, "")
    .trim()
    .split("\n");
  assert.ok(commands.length <= 15, `${commands.length}`);

  const here = `${process.platform}-${process.arch}`;
  const build = freshFolder();
  run(process.execPath, [join(root, "release", "release.ts"), "--only", `.0-${here}`, "--to", build], root);
  const registry = await startRegistry(npmRegistry);
  after(() => registry.close());
  const [port, sitePort] = [await freePort(), await freePort()];
  const directory = freshFolder();
  const bin = fakeDownloads(join(build, `drawbridge-${programVersion}-${here}`));
  const script = adapted(transcript, { "127.0.0.1:8080": `127.0.0.1:${port}`, "--port 4173": `--port ${sitePort}` });
  const shell = spawn("sh", ["-euc", script], {
    cwd: directory,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...environmentWithoutSettings(),
      PATH: `${bin}${delimiter}${process.env.PATH}`,
      DRAWBRIDGE_LISTEN: `127.0.0.1:${port}`,
      npm_config_registry: registry.url,
    },
  });
  groups.push(shell.pid ?? 0);
  const [out, err] = await Promise.all([text(shell.stdout), text(shell.stderr), once(shell, "close")]);
  assert.equal(shell.exitCode, 0, out + err);
  assert.match(out, /below_minimum/);

  const served = await (await fetch(`http://127.0.0.1:${port}/llms.txt`)).text();
  assert.ok(served.includes(transcript));
  const browser = await openBrowser();
  after(() => browser.close());
  const { page: app } = await browser.visitor({ locale: "en-US" });
  await app.goto(`http://127.0.0.1:${sitePort}`);
  await headed(app, "Update required");
  const opening = ["policy", "set", "--project", "my-app", "--platform", "web", "--no-minimum", "--yes"];
  run(join(directory, "drawbridge"), opening, directory);
  await app.getByRole("button", { name: "Try again" }).click();
  await headed(app, "Get started");
});
