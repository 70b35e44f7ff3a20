/** The jobs of deploy/ci, run as their platforms do against a real server, the command line of a release, and a forge that checks each call. */
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { delimiter, dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { before, type TestContext, test } from "node:test";
import { parse } from "yaml";
import { programVersion } from "../../../release/artifact-trees.ts";
import { ownersToken } from "../owners-token.ts";
import { type Program, startProgram } from "../running-program.ts";
import { temporaryDirectories } from "../temporary-directory.ts";
import { adapted, missing, shippedText } from "./foreign-program.ts";

interface Comment {
  readonly id: number;
  readonly author: string;
  body: string;
}

interface Forge extends AsyncDisposable {
  readonly url: string;
  /** Comments on pull request 7, or on merge request 7 of project 42. */
  readonly comments: Comment[];
  readonly refused: string[];
  readonly files: Map<string, Buffer>;
}

interface Call {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage["headers"];
  readonly text: string;
}
/** The answer, or the refusal of the real API with its reason. */
type Answer = { readonly status: number; readonly body: unknown } | { readonly refusal: number; readonly why: string };
type Route = (call: Call, comments: Comment[]) => Answer;

const ours = { github: "github-actions[bot]", gitlab: "project_42_bot_1f" };

const githubApi: Route = ({ method, path, query, headers, text }, comments) => {
  if (headers.authorization !== "Bearer ghs_job") return { refusal: 401, why: "Bad credentials" };
  if (headers.accept !== "application/vnd.github+json") return { refusal: 415, why: "the documented Accept is missing" };
  const shown = (comment?: Comment) => ({ id: comment?.id, user: { login: comment?.author }, body: comment?.body });
  const issue = "/repos/acme/config/issues/7/comments";
  if (method === "GET" && path === issue) return { status: 200, body: comments.slice(0, pageSize(query, 30)).map(shown) };
  const body: unknown = JSON.parse(text).body;
  if (typeof body !== "string" || body === "") return { refusal: 422, why: "body is required" };
  if (body.length > 65_536) return { refusal: 422, why: "body is too long (maximum is 65536 characters)" };
  if (method === "POST" && path === issue) return { status: 201, body: shown(added(comments, ours.github, body)) };
  const found = comments.find(({ id }) => path === `/repos/acme/config/issues/comments/${id}`);
  if (method !== "PATCH" || !found) return { refusal: 404, why: "Not Found" };
  found.body = body;
  return { status: 200, body: shown(found) };
};

const gitlabApi: Route = ({ method, path, query, headers, text }, comments) => {
  // The token of a job (JOB-TOKEN) opens neither.
  if (headers["private-token"] !== "glpat-ci") return { refusal: 401, why: "401 Unauthorized" };
  const shown = (note?: Comment) => ({ id: note?.id, author: { id: note?.author === ours.gitlab ? 9 : 1 }, body: note?.body });
  if (method === "GET" && path === "/api/v4/user") return { status: 200, body: { id: 9, username: ours.gitlab, bot: true } };
  const notes = "/api/v4/projects/42/merge_requests/7/notes";
  const sorted = query.get("sort") === "asc" ? comments : comments.toReversed();
  if (method === "GET" && path === notes) return { status: 200, body: sorted.slice(0, pageSize(query, 20)).map(shown) };
  if (headers["content-type"] !== "application/x-www-form-urlencoded") return { refusal: 415, why: "no form" };
  const body = new URLSearchParams(text).get("body") ?? "";
  if (body === "" || body.length > 1_000_000) return { refusal: 400, why: "note is blank, or over 1,000,000 characters" };
  if (method === "POST" && path === notes) return { status: 201, body: shown(added(comments, ours.gitlab, body)) };
  const found = comments.find(({ id }) => path === `${notes}/${id}`);
  if (method !== "PUT" || !found) return { refusal: 404, why: "404 Not found" };
  if (found.author !== ours.gitlab) return { refusal: 403, why: "403 Forbidden" };
  found.body = body;
  return { status: 200, body: shown(found) };
};

/** A forge where 25 comments of others come first, one of which imitates the plan's. */
async function openForge(route: Route): Promise<Forge> {
  const comments = Array.from({ length: 25 }, (_, id) => ({ id: id + 1, author: "mallory", body: `Comment ${id}` }));
  comments.push({ id: 26, author: "mallory", body: "<!-- drawbridge -->\nNothing changes." });
  const refused: string[] = [];
  const files = new Map<string, Buffer>();
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://forge");
    const file = files.get(pathname.replace(/^\/release\//, ""));
    if (file) return response.end(file);
    const call = { method: request.method ?? "", path: pathname, query: searchParams, headers: request.headers };
    const answer = route({ ...call, text: await text(request) }, comments);
    const [status, body] = "refusal" in answer ? [answer.refusal, { message: answer.why }] : [answer.status, answer.body];
    if ("refusal" in answer) refused.push(`${call.method} ${request.url}: ${answer.refusal} ${answer.why}`);
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, comments, refused, files, [Symbol.asyncDispose]: async () => void server.close().closeAllConnections() };
}

function added(comments: Comment[], author: string, body: string): Comment {
  const comment = { id: comments.length + 1, author, body };
  comments.push(comment);
  return comment;
}

function pageSize(query: URLSearchParams, usual: number): number {
  return Math.min(100, Number(query.get("per_page") ?? usual));
}

type Variables = Readonly<Record<string, string>>;

interface PipelineEvent {
  readonly kind: "change request" | "push" | "schedule";
  readonly isFork?: boolean;
  readonly sha: string;
}

interface JobResult {
  readonly code: number;
  readonly out: string;
}

interface Platform {
  /** The file in deploy/ci, whose text is adapted to where its release is. */
  readonly text: string;
  readonly api: string;
  /** The committed files, copied for each job. */
  readonly checkout: string;
  /** Variables of the project, hidden from forks if they are secrets. */
  readonly variables: Variables;
  readonly secrets: Variables;
  /** Secrets of the environment `production`, which replace those of the same name. */
  readonly production: Variables;
}

/** Results of the jobs that the event starts. A job whose need failed, or did not run, is left out. */
type RunPipeline = (platform: Platform, event: PipelineEvent) => Promise<Readonly<Record<string, JobResult>>>;

interface Job {
  readonly needs?: string | readonly string[];
  readonly environment?: string;
  readonly rules?: readonly { readonly if: string }[];
  readonly if?: string;
  readonly env?: Variables;
  readonly steps?: readonly { readonly run?: string; readonly uses?: string }[];
  readonly script?: readonly string[];
}

async function runJobs(jobs: Readonly<Record<string, Job>>, run: (job: Job) => Promise<JobResult | null>) {
  const results: Record<string, JobResult> = {};
  for (const [name, job] of Object.entries(jobs)) {
    const needs = [job.needs ?? []].flat();
    if (needs.some((need) => results[need]?.code !== 0)) continue;
    const result = await run(job);
    if (result !== null) results[name] = result;
  }
  return results;
}

const runGithub: RunPipeline = ({ text, api, checkout, variables, secrets, production }, event) => {
  const { env = {}, jobs, permissions } = parse(text) as { env?: Variables; jobs: Record<string, Job>; permissions: object };
  assert.deepEqual(permissions, { contents: "read" });
  const names = { "change request": "pull_request", push: "push", schedule: "schedule" };
  const repository = "acme/config";
  const head = { repo: { full_name: event.isFork ? "mallory/config" : repository } };
  const payload = event.kind === "change request" ? { number: 7, pull_request: { head } } : {};
  const github = { event_name: names[event.kind], event: payload, repository, token: "ghs_job" };
  return runJobs(jobs, async (job) => {
    const own = event.isFork ? {} : { ...secrets, ...(job.environment === "production" ? production : {}) };
    const contexts = { github, vars: variables, secrets: own };
    if (job.if !== undefined && !holds(job.if, (name) => lookUp(contexts, name))) return null;
    const [directory, runner] = [checkedOut(checkout), mkdtempSync(join(checkout, "..", "runner-"))];
    const files = { GITHUB_PATH: join(runner, "path"), GITHUB_OUTPUT: join(runner, "output") };
    for (const file of Object.values(files)) writeFileSync(file, "");
    const platform = { CI: "true", GITHUB_ACTIONS: "true", GITHUB_API_URL: api, GITHUB_REPOSITORY: repository };
    const about = { GITHUB_SHA: event.sha, GITHUB_ACTOR: "ada", GITHUB_EVENT_NAME: github.event_name, RUNNER_TEMP: runner };
    const set = resolved({ ...env, ...job.env }, contexts);
    let out = "";
    for (const { run, uses } of job.steps ?? []) {
      if (run === undefined) assert.equal(uses, "actions/checkout@v5");
      else {
        const added = readFileSync(files.GITHUB_PATH, "utf8").split("\n").filter(Boolean).reverse();
        const step = await runBash(run, ["-e"], directory, added, { ...platform, ...about, ...files, ...set });
        out += step.out;
        if (step.code !== 0) return { code: step.code, out };
      }
    }
    return { code: 0, out };
  });
};

const runGitlab: RunPipeline = ({ text, api, checkout, variables, secrets, production }, event) => {
  const {
    variables: global,
    default: common,
    ...jobs
  } = parse(text) as Record<string, Job> & {
    variables: Variables;
    default: { before_script: readonly string[] };
  };
  const names = { "change request": "merge_request_event", push: "push", schedule: "schedule" };
  const request = { CI_MERGE_REQUEST_IID: "7", CI_MERGE_REQUEST_PROJECT_ID: "42" };
  const source = { CI_MERGE_REQUEST_SOURCE_PROJECT_ID: event.isFork ? "66" : "42" };
  const branch = { CI_COMMIT_BRANCH: "main" };
  const predefined = {
    ...{ CI: "true", GITLAB_CI: "true", CI_API_V4_URL: `${api}/api/v4`, CI_PROJECT_ID: event.isFork ? "66" : "42" },
    ...{ CI_PIPELINE_SOURCE: names[event.kind], CI_COMMIT_SHA: event.sha, CI_DEFAULT_BRANCH: "main", GITLAB_USER_LOGIN: "ada" },
    ...(event.kind === "change request" ? { ...request, ...source } : branch),
  };
  return runJobs(jobs, async (job) => {
    const own = event.isFork ? {} : { ...secrets, ...(job.environment === "production" ? production : {}) };
    const set: Variables = { ...global, ...predefined, ...variables, ...own };
    if (!job.rules?.some((rule) => holds(rule.if, (name) => set[name.replace(/^\$/, "")]))) return null;
    const script = [...common.before_script, ...(job.script ?? [])].join("\n");
    return runBash(script, ["-eo", "pipefail"], checkedOut(checkout), [], set);
  });
};

/** Comparisons of names and quoted texts, joined by `&&`. */
function holds(condition: string, find: (name: string) => unknown): boolean {
  return condition.split(" && ").every((comparison) => {
    const [left, right] = comparison.split(" == ").map((side) => /^(["'])(.*)\1$/.exec(side)?.[2] ?? find(side));
    return left === right;
  });
}

function lookUp(contexts: object, name: string): unknown {
  return name.split(".").reduce<unknown>((found, key) => (found as Record<string, unknown> | undefined)?.[key], contexts);
}

/** A secret that is not set is empty. */
function resolved(env: Variables, contexts: object): Variables {
  return Object.fromEntries(
    Object.entries(env).map(([name, value]) => [
      name,
      String(value).replace(/\$\{\{ ([\w.]+) \}\}/g, (_, path) => String(lookUp(contexts, path) ?? "")),
    ]),
  );
}

function checkedOut(checkout: string): string {
  const directory = mkdtempSync(join(checkout, "..", "job-"));
  mkdirSync(directory, { recursive: true });
  cpSync(checkout, directory, { recursive: true });
  return directory;
}

async function runBash(script: string, flags: readonly string[], cwd: string, paths: readonly string[], env: Variables) {
  const PATH = [...paths, dirname(process.execPath), process.env.PATH].join(delimiter);
  const child = spawn("bash", [...flags, "-c", script], {
    cwd,
    env: { HOME: cwd, ...env, PATH },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { code: Number(code), out: out + err };
}

const root = join(import.meta.dirname, "..", "..", "..");
const directories = temporaryDirectories();
const dist = directories();
const { repository } = JSON.parse(shippedText("release/names.json"));
const release = `${repository}/releases/download/v${programVersion}`;
const example = shippedText("examples/acme-shop.yaml");
const raised = adapted(example, { 'minimum: "2.4.0"': 'minimum: "2.5.0"' });
const skip = missing("jq", "apt-get install jq") || missing("curl", "apt-get install curl");

before(() => {
  if (skip) return;
  execFileSync(process.execPath, [join(root, "release", "release.ts"), "--only", "cli", "--to", dist], { stdio: "ignore" });
});

const request = { kind: "change request", sha: "1f2e3d" } as const;
const push = { kind: "push", sha: "1f2e3d" } as const;

/** A repository with its jobs, on a server with the example project. */
interface Repository {
  readonly program: Program;
  readonly forge: Forge;
  readonly key: string;
  write(text: string, file?: string): void;
  run(event: PipelineEvent): Promise<Readonly<Record<string, JobResult>>>;
  codes(event: PipelineEvent): Promise<Readonly<Record<string, number>>>;
}

const platforms = {
  github: { file: "deploy/ci/github.yml", run: runGithub, route: githubApi, secrets: {} },
  gitlab: { file: "deploy/ci/gitlab.yml", run: runGitlab, route: gitlabApi, secrets: { GITLAB_TOKEN: "glpat-ci" } },
} as const;

async function openRepository(t: TestContext, name: keyof typeof platforms, change = {}): Promise<Repository> {
  const { file, run: runJobs, route, secrets } = platforms[name];
  const program = await startProgram({ directory: directories() });
  const forge = await openForge(route);
  t.after(() => Promise.all([program.stop(), forge[Symbol.asyncDispose]()]));
  for (const asset of readdirSync(dist)) forge.files.set(asset, readFileSync(join(dist, asset)));
  const checkout = join(directories(), "checkout");
  mkdirSync(checkout, { recursive: true });
  const write = (text: string, file = "drawbridge.yaml") => writeFileSync(join(checkout, file), text, { mode: 0o755 });
  write(example);
  assert.equal((await program.cli("apply", "-f", join(checkout, "drawbridge.yaml"), "--yes")).code, 0);
  const { key } = (await program.admin("POST", "/admin/v1/projects/acme-shop/keys", { name: "app" })).body as { key: string };
  const question = `${program.urls.config}/api/v1/maintenance?instanceId=us-1`;
  write(`#!/bin/sh\ncurl -sS -H 'x-api-key: ${key}' '${question}'\n`, "deploy.sh");
  const ada = await ownersToken(program, "acme-shop", "ada");
  const token = async (role: string) => {
    const words = ["token", "create", "--project", "acme-shop", "--name", `${name} ${role}`, "--role", role, "--json"];
    return String(JSON.parse((await program.cli(...words, "--token", ada)).out).token);
  };
  const platform = {
    text: adapted(shippedText(file), { [release]: `${forge.url}/release`, ...change }),
    ...{ api: forge.url, checkout, production: { DRAWBRIDGE_TOKEN: await token("operator") } },
    variables: { DRAWBRIDGE_URL: program.urls.admin, DRAWBRIDGE_PROJECT: "acme-shop" },
    secrets: { ...secrets, DRAWBRIDGE_TOKEN: await token("editor") },
  };
  const run = async (event: PipelineEvent) => {
    const results = await runJobs(platform, event);
    assert.deepEqual(forge.refused, []);
    return results;
  };
  const codes = async (event: PipelineEvent) =>
    Object.fromEntries(Object.entries(await run(event)).map(([job, { code }]) => [job, code]));
  return { program, forge, key, write, run, codes };
}

function plansIn({ comments }: Forge): string[] {
  return comments.slice(25).flatMap(({ author, body }) => (author === "mallory" ? [] : [body]));
}

for (const name of ["github", "gitlab"] as const) {
  test(`${name}: a change request is validated, and its plan is one comment`, { skip }, async (t) => {
    const repository = await openRepository(t, name);
    const { forge } = repository;
    assert.deepEqual(await repository.codes(request), { validate: 0, plan: 0 });
    assert.match(plansIn(forge).join(), /^<!-- drawbridge -->\nPlan of drawbridge.yaml at 1f2e3d:\n\n {4}acme-shop: no changes/);
    repository.write(raised);
    assert.deepEqual(await repository.codes({ ...request, sha: "4a5b6c" }), { validate: 0, plan: 0 });
    const [body = "", ...others] = plansIn(forge);
    assert.deepEqual(others, []);
    const [, shown = ""] = /```text\n(.*?) +…\n```/s.exec(shippedText("docs/ci.md")) ?? [];
    assert.ok(body.replace("4a5b6c", "1f2e3d").includes(shown) && shown.length > 100, body);
    assert.match(body, /at 4a5b6c:\n\n {4}.*iOS minimum 2\.4\.0 → 2\.5\.0\n/);
    assert.match(forge.comments[25]?.body ?? "", /Nothing changes/);
    repository.write(example.replace('minimum: "2.4.0"', "minimum: 2.10"));
    const { validate, plan } = await repository.run(request);
    assert.deepEqual([validate?.code, plan?.code], [2, 2]);
    const place =
      name === "github" ? /^::error file=drawbridge\.yaml,line=\d+,col=5::platforms/m : /^ {2}drawbridge\.yaml:\d+:5 /m;
    assert.match(validate?.out ?? "", place);
    assert.match(plansIn(forge).join(), /platforms\.ios\.minimum/);
  });

  test(`${name}: a fork is validated without secrets, and a plan of any length fits`, { skip }, async (t) => {
    const repository = await openRepository(t, name, { "--exit-code": "--exit-code --full" });
    assert.deepEqual(await repository.codes({ ...request, isFork: true }), { validate: 0 });
    const many = Array.from(
      { length: 2_500 },
      (_, n) => `  branch-${n}: { name: "Branch ${n}, in a street with a long name" }\n`,
    );
    repository.write(example.replace("instances:\n", `instances:\n${many.join("")}`));
    assert.deepEqual(await repository.codes(request), { validate: 0, plan: 0 });
    assert.ok((plansIn(repository.forge)[0] ?? "").length > 50_000);
  });

  test(`${name}: a push is applied, then deployed behind maintenance`, { skip }, async (t) => {
    const repository = await openRepository(t, name);
    repository.write(raised);
    const { apply, deploy } = await repository.run(push);
    assert.deepEqual([apply?.code, deploy?.code], [0, 0], `${apply?.out}${deploy?.out}`);
    assert.match(deploy?.out ?? "", /"is_maintenance":true/);
    const { program, key } = repository;
    const isClosed = async () => (await program.read("/api/v1/maintenance?instanceId=us-1", key)).body.is_maintenance;
    assert.equal(await isClosed(), false);
    const history = (await program.cli("history --project acme-shop --limit 5")).out;
    for (const reason of ["Commit 1f2e3d by ada", "Deploy of 1f2e3d"]) assert.ok(history.includes(reason), history);
    repository.write("#!/bin/sh\nexit 7\n", "deploy.sh");
    assert.deepEqual(await repository.codes(push), { apply: 0, deploy: 7 });
    assert.equal(await isClosed(), false);
    repository.write(example.replace(/^stores:\n(?: .*\n)+/m, ""));
    assert.deepEqual(await repository.codes(push), { apply: 3 });
  });

  test(`${name}: a change made elsewhere is reported, and stops every job until it is pulled`, { skip }, async (t) => {
    const repository = await openRepository(t, name);
    const { program } = repository;
    assert.deepEqual(await repository.codes({ kind: "schedule", sha: "1" }), { drift: 0 });
    await program.cli("policy", "set", "--project", "acme-shop", "--platform", "ios", "--recommended", "2.7.0", "--yes");
    const { drift } = await repository.run({ kind: "schedule", sha: "1" });
    assert.equal(drift?.code, 3);
    assert.match(drift?.out ?? "", /Overwrites a change made outside the manifest: Recommended iOS version 2\.6\.0 → 2\.7\.0/);
    repository.write(raised);
    assert.deepEqual(await repository.codes(request), { validate: 0, plan: 3 });
    assert.match(plansIn(repository.forge).join(), /drawbridge pull -f/);
    assert.deepEqual(await repository.codes(push), { apply: 3 });
    const file = directories();
    writeFileSync(file, example);
    assert.equal((await program.cli("pull", "-f", file)).code, 0);
    repository.write(readFileSync(file, "utf8"));
    assert.deepEqual(await repository.codes(push), { apply: 0, deploy: 0 });
  });

  test(`${name}: where approval is required, a push proposes once, and its approval publishes`, { skip }, async (t) => {
    const repository = await openRepository(t, name);
    const { program } = repository;
    const bob = await ownersToken(program, "acme-shop", "bob");
    const protect = ["protection", "set", "--project", "acme-shop", "--four-eyes", "on", "--reason-required", "on", "--yes"];
    assert.equal((await program.cli(...protect, "--reason", "agreed")).code, 0);
    repository.write(raised);
    assert.deepEqual(await repository.codes(request), { validate: 0, plan: 0 });
    const minimum = async () => (await program.admin("GET", "/admin/v1/projects/acme-shop/platforms/ios")).body.minimum;
    for (const again of [1, 2]) assert.deepEqual([again, await repository.codes(push)], [again, { apply: 0, deploy: 0 }]);
    assert.equal(await minimum(), "2.4.0");
    const listed = async () => (await program.cli("proposal list --project acme-shop -o name")).out.trim().split("\n");
    const [older = "", ...others] = await listed();
    assert.deepEqual(others, []);
    repository.write(adapted(raised, { "name: Acme Shop\n": "name: The Acme Shop\n" }));
    assert.deepEqual(await repository.codes(push), { apply: 0, deploy: 0 });
    const newer = (await listed()).find((id) => id !== older) ?? "";
    assert.equal((await program.cli(`proposal reject ${older} --project acme-shop --reason newer`)).code, 0);
    const approve = ["proposal", "approve", newer, "--project", "acme-shop", "--yes", "--token", bob];
    assert.equal((await program.cli(...approve)).code, 0);
    assert.equal(await minimum(), "2.5.0");
    assert.deepEqual(await repository.codes(push), { apply: 0, deploy: 0 });
  });
}
