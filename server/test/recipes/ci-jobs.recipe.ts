/** The jobs of deploy/ci, run literally against a real server, the command line of a release, and a forge that checks each call. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, type TestContext, test } from "node:test";
import { programVersion } from "../../../release/artifact-trees.ts";
import { type Forge, githubApi, gitlabApi, openForge } from "../ci/forge-apis.ts";
import { type JobResult, type PipelineEvent, runGithub, runGitlab } from "../ci/pipeline.ts";
import { ownersToken } from "../owners-token.ts";
import { type Program, startProgram } from "../running-program.ts";
import { temporaryDirectories } from "../temporary-directory.ts";
import { adapted, missing, shippedText } from "./foreign-program.ts";

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
