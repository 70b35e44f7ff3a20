/** Commands, options, metrics, defaults and pages that the running text of the documents names; examples in blocks are followed. */
import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { problems } from "drawbridge-rules/wire/problem.ts";
import { apiPages } from "../../site/api-pages.ts";
import { readDocuments } from "../../site/pages.ts";
import { readSettings, type Setting, settings } from "../src/base/settings.ts";
import { commonOptions } from "../src/cli/arguments.ts";
import { loadCommands } from "../src/cli/command-list.ts";
import { alertLabels } from "../src/webhooks/event-post.ts";
import { anchorsOf } from "./document-commands.ts";

const root = join(import.meta.dirname, "..", "..");
const textOf = (path: string) => readFileSync(join(root, path), "utf8");
const documents = [
  "README.md",
  "CHANGELOG.md",
  "SECURITY.md",
  "CONTRIBUTING.md",
  ...globSync("{docs,sdk}/**/*.md", { cwd: root }),
].filter((path) => !/node_modules|^docs\/decisions\/\d/.test(path));

/** Every match in a document, as `path: match`, whose first group the check refuses. */
function faults(paths: readonly string[], pattern: RegExp, isRight: (...groups: string[]) => boolean, least: number) {
  const found = paths.flatMap((path) => Array.from(textOf(path).matchAll(pattern), (match) => ({ path, match })));
  assert.ok(found.length >= least, `${found.length} found`);
  return found.filter(({ match: [, ...groups] }) => !isRight(...groups)).map(({ path, match }) => `${path}: ${match[0]}`);
}

test("each command in the text of a document exists, with its options", async () => {
  const commands = await loadCommands([]);
  const isRight = (line = "") => {
    const words = `${line.replaceAll(/\s+/g, " ")} `;
    if (/^(?:help|-)/.test(words)) return true;
    const command = commands.find(({ name }) => words.startsWith(`${name} `));
    const flags = [...commonOptions, ...(command?.options ?? [])].map((option) => option.flags).join(" ");
    return command !== undefined && (words.match(/ --?[a-z][\w-]*/g) ?? []).every((flag) => `${flags} `.includes(flag.trim()));
  };
  assert.deepEqual(faults([...documents, "ops/alerts.yaml"], /(?<!`)`(?:\.\/)?drawbridge ([^`]+)`(?!`)/g, isRight, 60), []);
});

test("each metric and label of an alert in a document exists", () => {
  const metrics = Array.from(textOf("docs/reference/metrics.md").matchAll(/^\| `(\w+)` \|/gm), ([, name]) => name);
  const known = new Set([...metrics, ...Object.values<string>(alertLabels)]);
  const isRight = (name = "") => known.has(name.replace(/_(?:bucket|sum|count)$/, ""));
  assert.deepEqual(faults(documents, /(?<![#\w])(drawbridge_(?!gate\b|admin_listen\b)[a-z_]+)\b/g, isRight, 50), []);
});

test("each port in a document or a file of a deployment is one that the program listens on, or a known other one", () => {
  const { listen, adminListen } = readSettings({ DRAWBRIDGE_LISTEN: ":8080" }, () => "");
  /** Ports of a second process, a drill, TLS, Vite, a second PostgreSQL and an example of Express. */
  const others = ["8082", "9090", "443", "4173", "5433", "3000"];
  const isRight = (port = "") => [String(listen.port), String(adminListen.port), ...others].includes(port);
  const paths = [...documents, "compose.yaml", ...globSync("deploy/*.*", { cwd: root })];
  const port = /(?:\bport(?: =)? "?|(?:\d\.\d+|localhost|example\.com|[\s`"]):|reverse_proxy \S+:)(\d{3,5})\b(?!:\d\d:)/g;
  assert.deepEqual(faults(paths, port, isRight, 30), []);
});

test("each setting that a document or a file of a deployment names exists", () => {
  // Where an example of a back end has its read key.
  const names = new Set(["DRAWBRIDGE_KEY", ...Object.values(settings).map(({ name }) => name)]);
  const isRight = (name = "") => names.has(name.replace(/_FILE$/, ""));
  const paths = ["Dockerfile", "compose.yaml", "README.md", ...globSync(["deploy/**/*.*", "docs/*.md"], { cwd: root })];
  assert.deepEqual(faults(paths, /\b(DRAWBRIDGE_[A-Z0-9_]+)/g, isRight, 60), []);
});

test("each default of a setting in a document is that of the program", () => {
  const isRight = (name = "", value = "") =>
    Object.values<Setting<unknown>>(settings).find((each) => each.name === name)?.default === value.replace(" ", "");
  assert.deepEqual(faults(documents, /`(DRAWBRIDGE_\w+)`\s\(([^)]+)\sby\sdefault\)/g, isRight, 1), []);
});

test("each address in a document is one of a page that a server has, or of a file in the repository", () => {
  const { all } = readDocuments(apiPages());
  const opens = (path = "", anchor = "") =>
    existsSync(join(root, path)) && (anchor === "" || anchorsOf(textOf(path)).includes(anchor));
  const isPage = (address = "", anchor = "") =>
    all.has(address || "index") && (anchor === "" || anchorsOf(all.get(address || "index")?.markdown ?? "").includes(anchor));
  const { repository } = JSON.parse(textOf("release/names.json"));
  const link = new RegExp(`${RegExp.escape(repository)}/(?:blob|raw|tree)/[^/\\s]+/([\\w./-]*\\w)(?:#([\\w-]+))?`, "g");
  const page = /(?<![\w.>/)])\/docs\/([\w/-]*)(?:#([\w-]+))?(?![\w/.-]*\.\w)/g;
  assert.deepEqual([...faults(documents, link, opens, 1), ...faults(documents, page, isPage, 3)], []);
});

test("each directive of nginx and Caddy that a document lists is in the shipped file", () => {
  const rows = [...textOf("docs/behind-a-proxy.md").matchAll(/^\|[^|]*\| (`[^|]*`) \| ([^|]*) \|$/gm)];
  assert.ok(rows.length >= 4);
  for (const [, nginx = "", caddy = ""] of rows)
    for (const [cell, file] of [
      [nginx, "deploy/nginx.conf"],
      [caddy, "deploy/Caddyfile"],
    ] as const)
      for (const [, directive = ""] of cell.matchAll(/`([^`]+)`/g))
        assert.ok(textOf(file).includes(directive), `${file}: ${directive}`);
});

test("each secret in a document begins like one that the program reads", () => {
  const prefixes = ["dbr_", "dba_", "dbe_", "dbf_", "dbl_"];
  assert.deepEqual(
    faults(documents, /\b(db[a-z]_)(?=…|\w{8})/g, (prefix = "") => prefixes.includes(prefix), 15),
    [],
  );
});

test("each code of an answer in a document is one of the API, with its status, or of the middleware for back ends", () => {
  const ofApi = (status = "", code = "") =>
    Object.entries(problems).some((each) => each[0] === code && each[1].status === Number(status));
  assert.deepEqual(faults(documents, /\b([45]\d\d) `(\w+)`/g, ofApi, 14), []);
  const middleware = textOf("sdk/js/server/refusal.ts");
  assert.deepEqual(
    faults(documents, /\b[45]\d\d, [^|]*`code: (\w+)`/g, (code) => middleware.includes(`"${code}"`), 2),
    [],
  );
});
