/** The documents: their links, names, tables and examples; followed-documents.test.ts runs their commands. */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, globSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { HOLD_STEP } from "drawbridge-rules/occurrence/occurrence-state.ts";
import { minPasswordLength } from "drawbridge-rules/people/person.ts";
import { roles } from "drawbridge-rules/people/role.ts";
import { kinds } from "drawbridge-rules/project/kind.ts";
import { blankProject } from "drawbridge-rules/project/project.ts";
import { parseDuration } from "drawbridge-rules/values/duration.ts";
import { windowIdFor } from "drawbridge-rules/values/suggested-id.ts";
import { firstLinkLife, invitationLife, resetLife } from "../../src/accounts/account-link.ts";
import { hashParameters } from "../../src/accounts/password-hash.ts";
import { sessionIdle, sessionLife } from "../../src/accounts/session.ts";
import { bodyLimits } from "../../src/admin/request/request-body.ts";
import { defaultOverlap } from "../../src/admin/routes/read-keys.ts";
import { manifestValueLimit, valueLimit } from "../../src/base/document/document-events.ts";
import { headersLimit, targetLimit } from "../../src/base/http/raw-request.ts";
import { readSettings } from "../../src/base/settings.ts";
import { usualLease } from "../../src/cli/maintenance-run.ts";
import { daysAhead, daysBack } from "../../src/pages/feeds/feed.ts";
import { thresholds } from "../../src/reads/limits/shedding.ts";
import { maxExample } from "../../src/reads/usage/refused-query-counts.ts";
import { reportedHours } from "../../src/reads/usage/request-counter.ts";
import { stopGracePeriod } from "../../src/start/listeners.ts";
import { pollEvery } from "../../src/start/server-parts.ts";
import { firstKept } from "../../src/store/sql/version-rows.ts";
import { alertRules } from "../alert-rules.ts";
import { anchorsOf, documentText, followDocument, readerOf, shellLines, tabsOf } from "../document-commands.ts";
import { environmentWithoutSettings } from "../environment-without-settings.ts";
import { wordsOf } from "../recorded-io.ts";
import { type Program, startProgram } from "../running-program.ts";
import { temporaryDirectories } from "../temporary-directory.ts";

const root = join(import.meta.dirname, "..", "..", "..");
const textOf = (path: string) => readFileSync(join(root, path), "utf8");
const pages = globSync("docs/*.md", { cwd: root });
const directories = temporaryDirectories();

test("the README has exactly two set-up commands, and CI runs exactly the second", () => {
  const commands = shellLines(textOf("README.md")).filter((line) => line.startsWith("npm "));
  assert.deepEqual(commands, ["npm ci && npm start", "npm ci && npm test"]);
  assert.match(textOf(".ci/run"), /^npm ci && npm test$/m);
});

test("every file and folder that the documents for developers name exists, and all of the server is among them", () => {
  for (const document of ["CONTRIBUTING.md", "docs/architecture.md"]) {
    const named = [
      ...textOf(document).matchAll(
        /`((?:bench|client|deploy|docs|examples|ops|release|rules|sdk|server|ui|vectors)\/[\w./-]*)`/g,
      ),
    ];
    assert.ok(named.length >= 15);
    for (const [, path = ""] of named) assert.ok(existsSync(join(root, path)), `${document} names ${path}`);
  }
  const folders = readdirSync(join(root, "server", "src"), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  assert.ok(folders.length >= 10);
  for (const { name } of folders) assert.ok(documentText("architecture.md").includes(`\`server/src/${name}/\``), name);
});

test("the picture of the architecture has the ports of the program", () => {
  const ports = new Set([...textOf("docs/pictures/architecture.svg").matchAll(/:(\d{4})\b/g)].map(([, port]) => port));
  const { listen, adminListen } = readSettings({ DRAWBRIDGE_LISTEN: ":8080" }, () => "");
  assert.deepEqual([...ports].sort(), [String(listen.port), String(adminListen.port)]);
});

test("every link between the documents leads somewhere", () => {
  const documents = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "*.md"], {
    cwd: root,
    encoding: "utf8",
  });
  const dead = documents
    .trim()
    .split("\n")
    .flatMap((document) =>
      Array.from(textOf(document).matchAll(/\]\(([^)#]*)#?([^)]*)\)/g), ([link, target = "", anchor = ""]) => {
        const linked = target === "" ? join(root, document) : join(root, dirname(document), target);
        const leads =
          target.includes("://") ||
          (existsSync(linked) && (anchor === "" || anchorsOf(readFileSync(linked, "utf8")).includes(anchor)));
        return leads ? [] : [`${document} links to ${link}`];
      }).flat(),
    );
  assert.deepEqual(dead, []);
});

test("the index names every document once", () => {
  const named = [...documentText("README.md").matchAll(/^- \[[^\]]+\]\(([\w/-]+\.md)\): .+\.$/gm)].map(
    ([, name]) => `docs/${name}`,
  );
  // The index of the commands names their pages.
  const reference = globSync("docs/reference/!(cli-*).md", { cwd: root });
  const wanted = [...pages.filter((page) => page !== "docs/README.md"), ...reference];
  assert.deepEqual(named.filter((name) => !name.startsWith("docs/decisions/")).sort(), wanted.sort());
});

/** Pages and headings that one click reaches from a page: the headings on it, and its links. */
function clicksFrom(page: string): readonly string[] {
  const text = documentText(page);
  const links = Array.from(
    text.matchAll(/\]\(([\w/-]+\.md)?(#[\w-]+)?\)/g),
    ([, to = page, at = ""]) => join(dirname(page), to) + at,
  );
  return [...anchorsOf(text).map((anchor) => `${page}#${anchor}`), ...links];
}

test("twenty questions of readers have their answers at most three clicks from the first page", () => {
  const { readers } = JSON.parse(documentText("questions.json")) as {
    readonly readers: Readonly<Record<string, readonly Record<"question" | "answer" | "phrase", string>[]>>;
  };
  const clicks = new Map([["README.md", 0]]);
  for (const [place, count] of clicks) {
    const page = place.replace(/#.*/, "");
    if (count < 3 && pages.includes(`docs/${page}`))
      for (const next of clicksFrom(page)) if (!clicks.has(next)) clicks.set(next, count + 1);
  }
  for (const [reader, questions] of Object.entries(readers)) {
    assert.equal(questions.length, 5, reader);
    for (const { question, answer, phrase } of questions) {
      assert.ok(clicks.has(answer), `${question}: ${answer}`);
      const [page = "", anchor = ""] = answer.split("#");
      const section = documentText(page)
        .split(/^(?=#+ )/m)
        .find((text) => anchorsOf(text)[0] === anchor);
      assert.ok(section?.replace(/\s+/g, " ").includes(phrase), `${question}: ${answer} does not say "${phrase}"`);
    }
  }
  assert.equal(Object.keys(readers).length, 4);
});

test("the pages have at most 25,000 words together, and the decisions 12,000", () => {
  const words = (paths: readonly string[]) => paths.reduce((sum, path) => sum + textOf(path).trim().split(/\s+/).length, 0);
  assert.ok(words(pages) <= 25_000, `${words(pages)}`);
  assert.ok(words(globSync("docs/decisions/*.md", { cwd: root })) <= 12_000);
});

test("the glossary is in order, and explains every kind of resource and every role", () => {
  const rows = [
    ...(documentText("glossary.md").split("## States")[0] ?? "").matchAll(/^\| ([^|`]+) \| ([^|]*) \| ([^|]+) \|$/gm),
  ].slice(1);
  const terms = rows.map(([, term = ""]) => term);
  assert.deepEqual(
    terms,
    [...new Set(terms)].sort((a, b) => a.localeCompare(b, "en")),
  );
  for (const [, term = "", , meaning = ""] of rows) assert.match(meaning, /^[A-Z`].*[^.]\.$/, term);
  // Feed and edge tokens are explained where their feed and their edge are.
  for (const kind of Object.keys(kinds).filter((name) => !name.endsWith("_token")))
    assert.ok(terms.includes(kind.replace("_", " ")) || rows.some(([, , wire = ""]) => wire.includes(`\`${kind}\``)), kind);
  for (const role of roles) assert.ok(documentText("glossary.md").includes(role), role);
});

test("every label of a Console tab is a text of the console", () => {
  const sources = globSync("ui/src/**/*.{ts,tsx}", { cwd: root }).map(textOf).join("\n");
  for (const page of pages)
    for (const tab of page === "docs/console.md" ? [textOf(page)] : tabsOf(textOf(page), "Console"))
      for (const [, label = ""] of tab.matchAll(/(?<!\*)\*([A-Z][^*]*)\*(?!\*)/g))
        for (const part of label.split(" → ")) assert.ok(sources.includes(`"${part}"`), `${page}: ${part}`);
});

test("the numbers of docs/promises.md are those of the program, its clients and its alerts", () => {
  const client = textOf("sdk/js/core/create-gate-client.ts");
  const page = documentText("promises.md");
  const ttl = blankProject("").ttl / 1000;
  for (const [words, text] of [
    ["waits 2 s at most", "startWait = 2 * second"],
    ["holds for seven days", "longestBlock = 7 * day"],
    ["within 30 s of its end", "openSpread = 30 * second"],
    ["within 2 s, by the server's clock", "Math.max(ms / 10, 2 * second)"],
    [`within ${ttl * 1.1} s: the project's \`ttl\` of ${ttl} s, and a tenth of it`, "ms / 10"],
  ] as const) {
    assert.ok(page.includes(words), words);
    assert.ok(client.includes(text), text);
  }
  assert.ok(page.includes(`within ${pollEvery / 1000} s if a notification is lost`));
  const [errors, down] = ["DrawbridgeReadErrors", "DrawbridgeDown"].map((name) => alertRules.find(({ alert }) => alert === name));
  assert.match(errors?.expr ?? "", /> 0\.01\n/);
  assert.deepEqual([errors?.for, down?.for], ["5m", "2m"]);
  assert.match(page, /`DrawbridgeReadErrors`.* fires at 1 % for five minutes, and `DrawbridgeDown` after two\./);
});

test("the spans of time, the lengths and the limits that the pages name are those of the program", () => {
  const hour = 60 * 60_000;
  const said = pages.map(textOf).join("\n");
  const session = "A session ends after 7 days, after 12 hours without a request";
  for (const [words, value, expected] of [
    ["once, within 24 hours", firstLinkLife, 24 * hour],
    ["once, within 7 days", invitationLife, 7 * 24 * hour],
    ["a new link, for one hour", resetLife, hour],
    [session, sessionLife, 7 * 24 * hour],
    [session, sessionIdle, 12 * hour],
    ["at least 12 characters", minPasswordLength, 12],
    ["argon2id (19 MiB, 2 passes)", hashParameters.memory * hashParameters.passes, 19 * 1024 * 2],
    ["hours for 14 days", 20_000 - firstKept(20_000 * 24 - reportedHours + 1).day, 14],
    ["| 24 hours, the last use", reportedHours, 24],
    ["at most 64 characters", maxExample, 64],
    ["delays of 250 ms or more", thresholds.admin, 250],
    ["delays of 500 ms or more", thresholds["unknown keys"], 500],
    ["| without signing in | 16 KiB |", bodyLimits.public, 16 * 1024],
    ["| on routes that require no role | 64 KiB |", bodyLimits.signed_in, 64 * 1024],
    ["4 MiB, 10 000 values", bodyLimits.role + valueLimit, 4 * 1024 * 1024 + 10_000],
    ["(400 000 in a manifest)", manifestValueLimit, 400_000],
    ["a target over 8 KiB; headers over 16 KiB", targetLimit + headersLimit, 24 * 1024],
    ["After 10 s it cuts the rest", stopGracePeriod, 10_000],
    ["for the overlap: 30 days by default", defaultOverlap, 30 * 24 * hour],
    ["the end moves by 15\n  minutes at a time", HOLD_STEP, 15 * 60_000],
    ["from 31 days ago to 366 days ahead", daysBack * 1_000 + daysAhead, 31_366],
    ["two minutes by default", parseDuration(usualLease), 2 * 60_000],
  ] as const) {
    assert.ok(said.includes(words), words);
    assert.equal(value, expected, words);
  }
});

async function windows(program: Program, project: string, state = ""): Promise<readonly string[]> {
  const query = state === "" ? "" : `?state=${state}`;
  const { body } = await program.admin("GET", `/admin/v1/projects/${project}/windows${query}`);
  return (body.windows as readonly { id: string }[]).map(({ id }) => id);
}

test("examples do not expire: years later, each manifest is applied, and every window of a page has an occurrence to come", async () => {
  const directory = directories();
  await using program = await startProgram({ directory, demo: true, now: () => Date.parse("2031-03-05T12:00:00Z") });
  const lines = ["README.md", ...pages].flatMap((page) =>
    Array.from(
      textOf(page).matchAll(/^ *(?:\.\/)?drawbridge (maintenance schedule (?:[^\n]*\\\n)*[^\n]*)$/gm),
      ([, line = ""]) => line,
    ),
  );
  assert.ok(lines.length >= 4);
  for (const line of lines) {
    const words = wordsOf(line.replaceAll("\\\n", " "));
    // All of them name instances that the demo's project has.
    const argv = words.with(words.indexOf("--project") + 1, "acme-shop");
    const { code, out, err } = await program.cli(...argv, ...(words.includes("--yes") ? [] : ["--yes"]));
    assert.equal(code, 0, `${line}\n${out}${err}`);
    assert.match(out, /^acme-shop: (?:Planned|no changes) /m, `${line} replaces a window of the demo`);
    const id = windowIdFor(words[words.indexOf("--title") + 1] ?? "");
    assert.ok((await windows(program, "acme-shop", "scheduled")).includes(id), line);
  }

  const examples = globSync("examples/**/*.yaml", { cwd: root }).map(textOf);
  const shown = pages.flatMap((page) =>
    Array.from(textOf(page).matchAll(/```yaml\n(apiVersion.*?)```/gs), ([, yaml = ""]) => yaml),
  );
  assert.ok(examples.length >= 9 && shown.length >= 1);
  const file = join(directory, "manifest.yaml");
  for (const yaml of [...examples, ...shown]) {
    writeFileSync(file, yaml);
    const applied = await program.cli("apply", "-f", file, "--yes", "--overwrite");
    assert.equal(applied.code, 0, `${yaml}\n${applied.out}${applied.err}`);
    const [, project = ""] = /^project: (\S+)/m.exec(yaml) ?? [];
    const own = (await windows(program, project)).filter((id) => yaml.includes(`  ${id}:\n`));
    assert.equal(own.length > 0, yaml.includes("\nwindows:"), project);
    const upcoming = await windows(program, project, "scheduled");
    assert.deepEqual(
      own.filter((id) => !upcoming.includes(id)),
      [],
      project,
    );
  }
});

test("the README of the made-up year makes it once, and each move is stopped by the guards that it names", async () => {
  const document = textOf("examples/made-up-year/README.md");
  const [setting, make = "", serve, ...others] = shellLines(document);
  assert.deepEqual(
    [setting, make, serve],
    ["export DRAWBRIDGE_DATA=data/made-up-year", "npm run made-up-year", "./drawbridge serve"],
  );
  const directory = directories();
  const env = { ...environmentWithoutSettings(), DRAWBRIDGE_DATA: directory };
  const [npm = "", ...words] = make.split(" ");
  execFileSync(npm, words, { cwd: root, env, stdio: "ignore" });
  const again = spawnSync(npm, words, { cwd: root, env, encoding: "utf8" });
  assert.equal(again.status, 1);
  assert.match(again.stderr, /^The store has a project\. Use a new data directory or an empty database\.$/m);
  await using program = await startProgram({ directory });
  const moves = [...document.matchAll(/^\| .+ \| `\.\/drawbridge (.+)` \| (.+) \|$/gm)];
  assert.equal(moves.length, 5);
  for (const [, command = "", stopped = ""] of moves) {
    const guards = [...stopped.matchAll(/`(\w+)`/g)].map(([, guard]) => guard);
    const { code, out, err } = await program.cli(command);
    assert.equal(code, guards.length === 0 ? 0 : 3, out + err);
    assert.deepEqual(
      Array.from(out.matchAll(/^ {2}✗ .*\((\w+)\)$/gm), ([, guard]) => guard),
      guards,
      out,
    );
  }
  const rest = document.slice(document.lastIndexOf("```sh"));
  assert.deepEqual(await followDocument(rest, readerOf(program)), { commands: others.length, answers: 0 });
});
