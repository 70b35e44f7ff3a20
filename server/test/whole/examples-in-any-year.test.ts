/** Examples do not expire: the demo, the manifests and the commands of the documents, five years from when they were written. */
import assert from "node:assert/strict";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { type Program, startProgram } from "../running-program.ts";
import { temporaryDirectories } from "../temporary-directory.ts";

const root = join(import.meta.dirname, "..", "..", "..");
const directory = temporaryDirectories()();
const documents = ["README.md", ...globSync("docs/*.md", { cwd: root })].map((file) => ({
  file,
  text: readFileSync(join(root, file), "utf8"),
}));
let program: Program;

before(async () => {
  program = await startProgram({ directory, demo: true, now: () => Date.parse("2031-03-05T12:00:00Z") });
});
after(() => program.stop());

/** Ids of a project's windows, all of them or those in a state. */
async function windows(project: string, state = ""): Promise<readonly string[]> {
  const query = state === "" ? "" : `?state=${state}`;
  const { body } = await program.admin("GET", `/admin/v1/projects/${project}/windows${query}`);
  return (body.windows as readonly { id: string }[]).map(({ id }) => id);
}

test("the demo is open, and applying its example again changes nothing", async () => {
  const key = readFileSync(join(directory, "demo-key"), "utf8").trim();
  const { body } = await program.read("/api/v1/maintenance?instanceId=eu-1", key);
  assert.deepEqual([body.is_maintenance, body.start_time], [false, "2031-03-06T01:30:00.000+00:00"]);
  const before = await windows("acme-shop");
  assert.deepEqual(before, ["checkout-update", "db-upgrade", "ios-push-certificates", "search-index"]);
  const { code, out } = await program.cli("apply", "-f", join(root, "examples", "acme-shop.yaml"), "--yes");
  assert.deepEqual([code, out], [0, "acme-shop: no changes at revision 1\n"]);
  assert.deepEqual(await windows("acme-shop"), before);
});

test("every window of a manifest in examples/ and in the documents has an occurrence to come", async () => {
  const examples = globSync("examples/**/*.yaml", { cwd: root }).map((file) => readFileSync(join(root, file), "utf8"));
  const shown = documents.flatMap(({ text }) =>
    Array.from(text.matchAll(/```yaml\n(apiVersion.*?)```/gs), ([, yaml = ""]) => yaml),
  );
  assert.ok(examples.length >= 9 && shown.length >= 1);
  const file = join(directory, "manifest.yaml");
  for (const yaml of [...examples, ...shown]) {
    writeFileSync(file, yaml);
    const { code, out, err } = await program.cli("apply", "-f", file, "--yes", "--overwrite");
    assert.equal(code, 0, `${yaml}\n${out}${err}`);
    const [, project = ""] = /^project: (\S+)/m.exec(yaml) ?? [];
    const own = (await windows(project)).filter((id) => yaml.includes(`  ${id}:\n`));
    assert.equal(own.length > 0, yaml.includes("\nwindows:"), project);
    const upcoming = await windows(project, "upcoming");
    assert.deepEqual(
      own.filter((id) => !upcoming.includes(id)),
      [],
      project,
    );
  }
});

test("every window that a document schedules by command has an occurrence to come", async () => {
  const lines = documents.flatMap(({ text }) =>
    Array.from(text.matchAll(/^ *\.\/drawbridge (maintenance schedule (?:[^\n]*\\\n)*[^\n]*)$/gm), ([, line = ""]) => line),
  );
  assert.ok(lines.length >= 4);
  const planned = lines.map((line) => {
    const words = Array.from(
      line.replaceAll("\\\n", " ").matchAll(/"([^"]*)"|(\S+)/g),
      ([, quoted, plain]) => quoted ?? plain ?? "",
    );
    // All of them name instances that the demo's project has.
    const at = words.indexOf("--project") + 1;
    const argv = words.with(at, "acme-shop").filter((word) => word !== "--yes");
    return { line, argv, id: words[words.indexOf("--name") + 1] ?? "" };
  });
  for (const { line, argv } of planned) {
    const { out } = await program.cli(...argv, "--dry-run");
    assert.match(out, /^ {2}\+ windows\./m, line);
    assert.doesNotMatch(out, /^ {2}[~-] /m, `${line} replaces a window of the demo`);
  }
  for (const { line, argv, id } of planned) {
    const { code, out, err } = await program.cli(...argv, "--yes");
    assert.equal(code, 0, `${line}\n${out}${err}`);
    assert.ok((await windows("acme-shop", "upcoming")).includes(id), line);
  }
});
