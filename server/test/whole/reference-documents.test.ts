/** The index, the glossary and the troubleshooting table speak of what the program has, and their commands run. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { roles } from "drawbridge-rules/people/role.ts";
import { kinds } from "drawbridge-rules/project/kind.ts";
import { problems } from "drawbridge-rules/wire/problem.ts";
import { documentText } from "../document-commands.ts";
import { runCommand } from "../recorded-io.ts";
import { startProgram } from "../running-program.ts";
import { temporaryDirectories } from "../temporary-directory.ts";

const root = join(import.meta.dirname, "..", "..", "..");
const directories = temporaryDirectories();

test("the index names every document once", () => {
  const named = [...documentText("README.md").matchAll(/^- \[[^\]]+\]\(([\w-]+\.md)\): .+\.$/gm)].map(([, name]) => name);
  const found = readdirSync(join(root, "docs")).filter((name) => name.endsWith(".md") && name !== "README.md");
  assert.deepEqual(named.sort(), found.sort());
});

test("the glossary is in order, and explains every kind of resource and every role", () => {
  const rows = [...documentText("glossary.md").matchAll(/^\| ([^|]+) \| ([^|]+) \|$/gm)].slice(1);
  const terms = rows.map(([, term = ""]) => term);
  assert.deepEqual(
    terms,
    [...new Set(terms)].sort((a, b) => a.localeCompare(b, "en")),
  );
  for (const [, term = "", meaning = ""] of rows) assert.match(meaning, /^[A-Z`].*[^.]\.$/, term);
  const whole = documentText("glossary.md");
  // Feed and edge tokens are explained where their feed and their edge are.
  for (const kind of Object.keys(kinds).filter((name) => !name.endsWith("_token"))) {
    assert.ok(terms.includes(kind.replace("_", " ")), kind);
  }
  for (const role of roles) assert.ok(whole.includes(role), role);
});

test("every code, alert and field of the log that the troubleshooting tables name exists, and each of its commands runs", async () => {
  const text = documentText("troubleshooting.md");
  const codes = [...text.matchAll(/\b[45]\d\d ((?:`\w+`(?:, )?)+)/g)].flatMap(([, list = ""]) => list.match(/\w+/g) ?? []);
  assert.ok(codes.length >= 20);
  for (const code of codes) assert.ok(Object.hasOwn(problems, code), code);
  const alerts = readFileSync(join(root, "ops", "alerts.yaml"), "utf8");
  for (const [, alert = ""] of text.matchAll(/`(Drawbridge[A-Z]\w+)`/g)) assert.ok(alerts.includes(`alert: ${alert}\n`), alert);

  const fields = [...text.matchAll(/^\| `(?:error|warn|info)` with ([^|]+)/gm)].flatMap(
    ([, list = ""]) => list.match(/\w+(?=`)/g) ?? [],
  );
  assert.ok(fields.length >= 6);
  for (const field of fields) execFileSync("git", ["grep", "-qw", field, "--", "server/src"], { cwd: root });

  const program = await startProgram({ directory: directories(), example: true });
  const lines = new Set([...text.matchAll(/`\.\/drawbridge ([^`]+)`/g)].map(([, line = ""]) => line));
  const commands = [...lines].map((line) => line.split(" "));
  assert.ok(commands.length >= 20);
  const isLocal = (argv: readonly string[]) => argv.includes("--local") || argv[0] === "--version";
  try {
    for (const argv of commands.filter((one) => !isLocal(one))) {
      const { code, out, err } = await program.cli(...argv.map((word) => word.replace(/^examples\//, `${root}/examples/`)));
      assert.equal(code, 0, `${argv.join(" ")}\n${out}${err}`);
    }
  } finally {
    await program.stop();
  }
  for (const argv of commands.filter(isLocal)) {
    const { code, out, err } = await runCommand(argv, { env: { DRAWBRIDGE_DATA: program.directory }, isTerminal: true });
    assert.equal(code, 0, `${argv.join(" ")}\n${out}${err}`);
  }
});
