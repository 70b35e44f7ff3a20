/** Each link that the program prints opens on a running server without the internet: a page, and there a heading of its name. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { problems } from "drawbridge-rules/wire/problem.ts";
import { linkedType } from "../../src/base/http/problem.ts";
import { groups } from "../../src/cli/arguments.ts";
import { loadCommands } from "../../src/cli/command-list.ts";
import { helpTopics } from "../../src/cli/help.ts";
import { buildConsole } from "../../src/pages/console-build.ts";
import { alertRules } from "../alert-rules.ts";
import { runCommand } from "../recorded-io.ts";
import { type Program, startProgram } from "../running-program.ts";

const root = join(import.meta.dirname, "..", "..", "..");
const link = /(?<![\w.])\/docs\/(?:reference\/)?[a-z][a-z0-9-]*(?:#[\w-]+)?(?![\w/.]*\.\w)/g;
const comments = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*/gm;
let program: Program;

before(async () => {
  await buildConsole(() => undefined).done;
  program = await startProgram();
});
after(() => program.stop());

/** @param name text of the heading, if it has to be a certain one */
async function assertOpens(path: string, name?: string): Promise<void> {
  const { pathname, hash } = new URL(path, program.urls.admin);
  const response = await fetch(program.urls.admin + pathname);
  assert.equal(response.status, 200, path);
  const page = await response.text();
  const anchor = decodeURIComponent(hash.slice(1));
  const [, inner] = new RegExp(`<h[1-6] id="${RegExp.escape(anchor)}"[^>]*>(.*?)</h[1-6]>`, "s").exec(page) ?? [];
  if (anchor === "") return;
  assert.ok(inner !== undefined, `${path}: no such heading`);
  if (name !== undefined) assert.equal(inner.replaceAll(/<[^>]+>/g, "").trim(), name, path);
}

test("the link of an alert, the type of a problem and the help of a command open a heading of their name", async () => {
  for (const { alert, annotations } of alertRules) {
    const { pathname, hash } = new URL(annotations.runbook_url);
    await assertOpens(pathname + hash, alert);
  }
  for (const code of Object.keys(problems) as (keyof typeof problems)[]) await assertOpens(linkedType(code), code);
  const { body } = await program.admin("GET", "/admin/v1/projects/nowhere");
  assert.equal(body.type, linkedType("not_found"));
  for (const { name } of await loadCommands([])) {
    const { out } = await runCommand([...name.split(" "), "--help"]);
    await assertOpens(/^Documentation: (\/docs\/\S+#\S+)$/m.exec(out)?.[1] ?? assert.fail(name), name);
  }
  const others = new Set<string>();
  for (const name of [...Object.keys(groups), ...Object.keys(helpTopics)])
    for (const [path] of (await runCommand(["help", name])).out.matchAll(link)) others.add(path);
  assert.ok(others.size > Object.keys(groups).length + 5);
  for (const path of others) await assertOpens(path);
});

test("each hint, error and text of the program that names a page names one that a server has", async () => {
  const list = ["ls-files", "server/src", "rules/src", "client/src", "ui/src", "ops", "deploy", "release"];
  const files = execFileSync("git", list, { cwd: root, encoding: "utf8" }).trim().split("\n");
  const found = new Set<string>();
  for (const file of files.filter(
    (name) => /\.(?:tsx?|js|json|ya?ml|html)$/.test(name) && !/\.test\.tsx?$|^ui\/test/.test(name),
  )) {
    const text = readFileSync(join(root, file), "utf8");
    for (const [path] of text.replace(/\.[jt]sx?$/.test(file) ? comments : /(?!)/, "").matchAll(link)) found.add(path);
  }
  const document = await (await fetch(`${program.urls.admin}/openapi.json`)).text();
  for (const [path] of document.matchAll(link)) found.add(path);
  assert.ok(found.size >= 15, [...found].join(" "));
  // The name of a page follows.
  found.delete("/docs/reference/cli-");
  for (const path of found) await assertOpens(path);
});
