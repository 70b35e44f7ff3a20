/** The block right below a command or request is its answer, in which `…` and ids made at random stand for any. */
import assert from "node:assert/strict";
import { globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { guardCodes } from "drawbridge-rules/changes/guard-code.ts";
import { parseRecurrence } from "drawbridge-rules/schedule/recurrence.ts";
import { readManifestText } from "../../src/base/document/read-text.ts";
import { readSettings } from "../../src/base/settings.ts";
import { checkShown, documentText, followDocument, readerOf, shellLines, tabsOf, withTab } from "../document-commands.ts";
import { ownersToken } from "../owners-token.ts";
import { openPostgres } from "../postgres.ts";
import { runCommand, wordsOf } from "../recorded-io.ts";
import { type Program, startProgram } from "../running-program.ts";
import { temporaryDirectories } from "../temporary-directory.ts";

const root = join(import.meta.dirname, "..", "..", "..");
const directories = temporaryDirectories();
const noon = Date.parse("2026-11-21T12:00:00Z");
const project = "/admin/v1/projects/acme-shop";
const creating = { "if-none-match": "*" };
const demo = await startProgram({ directory: directories(), demo: true, now: () => noon });
const postgres = await openPostgres();
after(() => Promise.all([demo.stop(), postgres.close()]));

interface Command {
  readonly argv: readonly string[];
  /** Settings before the command. */
  readonly env: Readonly<Record<string, string>>;
}
type Runner = (command: Command) => Promise<{ readonly code: number; readonly out: string; readonly err: string }>;

/** Returns how many commands and requests were followed. */
async function follow(page: string, program: Program, run: Runner = ({ argv }) => program.cli(...argv)): Promise<number> {
  const told: string[] = [];
  let [person, unexplained, end] = ["", "", 0];
  for (const { 0: whole, 1: language, 2: block = "", index } of page.matchAll(/```(sh|http|json|text)\n(.*?)```\n*/gs)) {
    const isAnswer = index === end && told.length > 0 && (language === "json" || language === "text");
    if (isAnswer) checkShown(block, told.at(-1) ?? "");
    else assert.equal(unexplained, "");
    [unexplained, end] = ["", index + whole.length];
    if (language === "http") {
      const { status, text } = await send(program, block.replaceAll("{person}", person));
      told.push(text);
      if (status >= 300) unexplained = `${block}${status} ${text}`;
      person = /"id":"(u_\w+)"/.exec(text)?.[1] ?? person;
    }
    for (const line of language === "sh" ? shellLines(whole) : []) {
      const out = await runLine(line, program, run);
      if (out !== null) told.push(out);
    }
  }
  assert.equal(unexplained, "");
  return told.length;
}

/** Null means the line sets a variable, or starts a server that would take its settings. */
async function runLine(line: string, program: Program, run: Runner): Promise<string | null> {
  const [, path] = /^curl (?:-N )?-H "Authorization: Bearer \$TOKEN" http:\/\/127\.0\.0\.1:8080(\S+)$/.exec(line) ?? [];
  if (path !== undefined) {
    const response = await fetch(program.urls.admin + path, { headers: { authorization: `Bearer ${program.token}` } });
    assert.equal(response.status, 200, line);
    await response.body?.cancel();
    return "";
  }
  if (/^TOKEN=/.test(line)) return null;
  const [, before = "", words] = /^((?:[A-Z_]+=\S+ )*)(?:\.\/)?drawbridge (.*)$/.exec(line) ?? [];
  assert.ok(words !== undefined, line);
  const env = Object.fromEntries(wordsOf(before).map((setting) => setting.split("=")));
  const argv = wordsOf(words);
  if (argv[0] === "serve") {
    readSettings(env, () => "");
    return null;
  }
  const { code, out, err } = await run({ argv, env });
  assert.equal(code, 0, `${line}\n${out}${err}`);
  return out;
}

async function send(program: Program, block: string) {
  const [head = "", body] = block.trim().split("\n\n");
  const [line = "", ...headers] = head.split("\n");
  const [method = "", path = ""] = line.split(" ");
  const response = await fetch(program.urls.admin + path, {
    method,
    headers: {
      authorization: `Bearer ${program.token}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...Object.fromEntries(headers.map((header) => header.toLowerCase().split(": "))),
    },
    ...(body === undefined ? {} : { body }),
  });
  return { status: response.status, text: await response.text() };
}

for (const [page, count] of [
  ["admin-api.md", 8],
  ["edges.md", 4],
  ["troubleshooting.md", 1],
] as const)
  test(`docs/${page} does what it says`, async () => assert.ok((await follow(documentText(page), demo)) >= count));

for (const [name, ...tabs] of [
  ["calendar.md", "CLI"],
  ["command-line.md", "CLI"],
  ["maintenance.md", "CLI", "API"],
  ["manifest.md", "CLI"],
  ["read-keys.md", "CLI", "API"],
] as const)
  for (const tab of tabs)
    test(`docs/${name} does what it says, with the tabs ${tab}`, async () => {
      await using program = await startProgram({ demo: true, now: () => noon });
      await program.admin("PUT", "/admin/v1/projects/acme-travel", { name: "Acme Travel" }, creating);
      const page = documentText(name);
      for (const [, yaml = "", manifest = ""] of page.matchAll(/```yaml\n(apiVersion.*?^project: (\S+).*?)```/gms))
        writeFileSync(join(program.directory, `${manifest}.yaml`), yaml);
      const placed = (word: string) =>
        word.endsWith(".yaml") ? join(program.directory, word) : word.replace("./deploy.sh", "true");
      const followed = tab === "API" ? tabsOf(page, tab).join("\n") : withTab(page, tab);
      assert.ok((await follow(followed, program, ({ argv }) => program.cli(...argv.map(placed)))) >= 1);
    });

test("docs/ci.md creates the tokens of its jobs, and pulls a change into their file", async () => {
  const file = join(demo.directory, "drawbridge.yaml");
  writeFileSync(file, (await demo.cli("export", "--project", "acme-shop")).out);
  const run: Runner = ({ argv }) => demo.cli(...argv.map((word) => (word === "drawbridge.yaml" ? file : word)));
  assert.equal(await follow(documentText("ci.md"), demo, run), 3);
});

test("each Manifest tab is a part of a manifest, and every rule of docs/maintenance.md is one", async () => {
  const { document } = readManifestText(readFileSync(join(root, "examples", "acme-shop.yaml"), "utf8"));
  const tabs = globSync("docs/*.md", { cwd: root }).flatMap((file) => tabsOf(readFileSync(join(root, file), "utf8"), "Manifest"));
  assert.ok(tabs.length >= 3);
  for (const [, yaml = ""] of tabs.join("\n").matchAll(/```yaml\n(.*?)```/gs)) {
    const file = join(demo.directory, "whole.json");
    writeFileSync(file, JSON.stringify({ ...(document as object), ...(readManifestText(yaml).document as object) }));
    const { code, out, err } = await runCommand(["validate", file]);
    assert.equal(code, 0, yaml + out + err);
  }
  const rules = [...documentText("maintenance.md").matchAll(/^\| `(FREQ=[^`]*)`/gm)].map(([, rule = ""]) => rule);
  assert.ok(rules.length >= 6);
  for (const rule of rules) assert.ok(!("error" in parseRecurrence(rule)), rule);
});

test("docs/webhooks.md does what it says", async () => {
  await using program = await startProgram({ demo: true, now: () => noon });
  // `--url` of these commands is that of the receiver.
  const env = { DRAWBRIDGE_URL: program.urls.admin, DRAWBRIDGE_TOKEN: program.token };
  assert.equal(await follow(documentText("webhooks.md"), program, ({ argv }) => runCommand(argv, { env })), 7);
});

test("docs/roles.md gives a person a role", async () => {
  await using program = await startProgram({ demo: true, now: () => noon });
  const ada = '```http\nPOST /admin/v1/people\n\n{ "login": "ada@acme.example", "name": "Ada" }\n```\n\n';
  assert.equal(await follow(ada + documentText("roles.md"), program), 5);
});

test("docs/people.md does what it says, with a server and without", async () => {
  const page = documentText("people.md");
  const directory = directories();
  const [, env = ""] = /^(DRAWBRIDGE_PUBLIC_URL=\S+)/m.exec(page) ?? [];
  const program = await startProgram({ directory, now: () => noon, env: Object.fromEntries([env.split("=")]) });
  await program.admin("PUT", project, { name: "Acme Shop" }, creating);
  const local: Command[] = [];
  const count = await follow(page, program, async (command) => {
    if (!command.argv.includes("--local")) return program.cli(...command.argv);
    local.push(command);
    return { code: 0, out: "", err: "" };
  });
  assert.ok(count >= 18);
  await program.stop();
  assert.equal(local.length, 2);
  for (const { argv } of local) {
    const inPlace = argv.map((word) => word.replace(/^data\//, `${directory}/`));
    const { code, out, err } = await runCommand(inPlace, { env: { DRAWBRIDGE_DATA: directory }, isTerminal: true });
    assert.equal(code, 0, `${argv.join(" ")}\n${out}${err}`);
  }
  assert.ok(readdirSync(directory).includes("root-link"));
});

test("docs/publishing.md does what it says, in its order, and names every guard", async () => {
  const page = documentText("publishing.md");
  assert.deepEqual(
    [...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name),
    [...guardCodes],
  );
  await using program = await startProgram({ demo: true, now: () => noon });
  assert.equal(await follow(tabsOf(page, "API").join("\n"), program), 1);
  const [ada, bob] = [await ownersToken(program, "acme-shop", "ada"), await ownersToken(program, "acme-shop", "bob")];
  let proposal = "";
  const count = await follow(withTab(page, "CLI"), program, async ({ argv }) => {
    const own = argv.map((word) => (/^p_\w+$/.test(word) ? proposal : word));
    const done = await program.cli(...own, "--token", argv[1] === "approve" ? bob : ada);
    proposal = /\bp_[a-z0-9]+\b/.exec(done.out)?.[0] ?? proposal;
    return done;
  });
  assert.ok(count >= 11);
  const { commits } = (await program.admin("GET", `${project}/history`)).body as {
    readonly commits: readonly { readonly overridden: readonly string[] }[];
  };
  assert.deepEqual(
    commits.flatMap(({ overridden }) => overridden),
    ["four_eyes", "long_maintenance"],
  );
});

test("docs/backup.md does what it says, with a server or without as it is written", async () => {
  const directory = directories();
  mkdirSync(directory);
  const database = await postgres.database();
  /** Names on the page are of a directory that everything is in. */
  const placed = (word: string) =>
    word.startsWith("postgres://") ? database : /^\.\/|\.db$/.test(word) ? join(directory, word) : word;
  const start = (data: string, env = {}) => startProgram({ directory: data, now: () => noon, env });
  const program = await start(join(directory, "data"));
  await program.admin("PUT", project, { name: "Acme Shop" }, creating);
  let isRunning = true;
  let told = "";
  await follow(documentText("backup.md"), program, async ({ argv, env }) => {
    const isDrill = env.DRAWBRIDGE_DATA !== undefined;
    const isAlone = argv.includes("--local") || argv[0] === "restore" || argv[0] === "copy";
    if (isRunning && !isDrill && isAlone) {
      await program.stop();
      isRunning = false;
    }
    const own = argv.map(placed);
    const settings = { DRAWBRIDGE_DATA: placed(env.DRAWBRIDGE_DATA ?? "./data") };
    const done = isRunning && !isDrill ? await program.cli(...own) : await runCommand(own, { env: settings, now: () => noon });
    const out = done.out.replaceAll(`${directory}/`, "");
    told += out;
    return { ...done, out };
  });
  assert.match(told, /Restored drill to revision 2 of 1 project\./);
  assert.match(told, /The previous store is kept as data\/drawbridge\.db\.replaced-20261121T120000Z\./);
  for (const data of ["drill", "data-again"]) {
    await using started = await start(join(directory, data), { DRAWBRIDGE_ADMIN_TOKEN: `dba_${"x".repeat(40)}` });
    assert.match((await started.cli("project list")).out, /acme-shop/);
  }
});

test("docs/postgresql.md makes a database that a node starts on", async () => {
  const text = documentText("postgresql.md");
  const [, sql = ""] = /```sql\n(.*?)```/s.exec(text) ?? [];
  for (const statement of sql.split(";").filter((one) => one.trim() !== "")) await postgres.run(postgres.url, statement);
  const [, written = ""] = /DRAWBRIDGE_DATABASE_URL=(\S+)/.exec(text) ?? [];
  const url = written.replace("db.example.com", `127.0.0.1:${postgres.port}`).replace(/\?.*$/, "");
  const env = { DRAWBRIDGE_DATABASE_URL: url, DRAWBRIDGE_ADMIN_TOKEN: "environment-token-0123456789-0123456789" };
  await using node = await startProgram({ env });
  assert.equal((await node.admin("GET", "/admin/v1/status")).status, 200);
});

test("the pages for app teams do what they say, and docs/read-api.md has the answers, on any day", async () => {
  await using program = await startProgram({ directory: directories() });
  const stores = { apple: "https://apps.apple.com/app/id1234567890" };
  await program.admin("PUT", project, { name: "Acme Shop", stores }, creating);
  await program.admin("PUT", `${project}/instances/eu-1`, { name: "Acme Europe" }, creating);
  for (const [name, commands] of [
    ["rehearsal", 2],
    ["versions", 6],
    ["use-in-react", 6],
    ["use-in-next", 2],
    ["use-in-a-web-app", 1],
    ["use-in-react-native", 4],
    ["use-in-flutter", 4],
  ] as const)
    assert.equal(await follow(documentText(`${name}.md`), program), commands, name);
  await program.cli("policy step --project acme-shop --platform ios --remove --yes");
  const { key } = (await program.admin("POST", `${project}/keys`, { name: "app" })).body;
  const page = `\`\`\`sh\nKEY=${key}\n\`\`\`\n${documentText("read-api.md")}`;
  assert.deepEqual(await followDocument(page, readerOf(program)), { commands: 0, answers: 3 });
});
