/** Runs the jobs of deploy/ci as their platforms do: each step in bash, with the variables that the platform sets. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { parse } from "yaml";

type Variables = Readonly<Record<string, string>>;

export interface PipelineEvent {
  readonly kind: "change request" | "push" | "schedule";
  readonly isFork?: boolean;
  readonly sha: string;
}

export interface JobResult {
  readonly code: number;
  readonly out: string;
}

export interface Platform {
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
export type RunPipeline = (platform: Platform, event: PipelineEvent) => Promise<Readonly<Record<string, JobResult>>>;

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

export const runGithub: RunPipeline = ({ text, api, checkout, variables, secrets, production }, event) => {
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

export const runGitlab: RunPipeline = ({ text, api, checkout, variables, secrets, production }, event) => {
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
