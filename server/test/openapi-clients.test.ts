/** Clients that others generate from the OpenAPI document: they compile, their calls have types, and the server answers them. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { createClient } from "@hey-api/openapi-ts";
import openapiTypes, { astToString } from "openapi-typescript";
import { rolldown } from "rolldown";
import { startProgram } from "./running-program.ts";
import { inTemporaryDirectory } from "./temporary-directory.ts";

/** Does not compile where a type is `unknown` or `any`, or where a parameter of a path may be left out. */
const calls = `
import { client } from "./client/client.gen.ts";
import { getReadKey, listPlatforms, patchPlatform } from "./client/index.ts";
import type { paths } from "./types.ts";

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

type Key = NonNullable<Awaited<ReturnType<typeof getReadKey>>["data"]>;
export const last4: Same<Key["last4"], string> = true;
// @ts-expect-error the key is missing
export const incomplete = () => getReadKey({ path: { project: "acme-shop" } });

type Operations = paths["/admin/v1/projects/{project}/platforms/{platform}"];
type Body = Operations["patch"]["requestBody"]["content"]["application/merge-patch+json"];
export const minimum: Same<Body["minimum"], string | null | undefined> = true;
// @ts-expect-error a policy has no such member
export const unknown: Body = { minimal: "2.4.0" };

export async function edit(baseUrl: string, token: string) {
  client.setConfig({ baseUrl, headers: { authorization: "Bearer " + token } });
  const path = { project: "acme-shop", platform: "ios" };
  const list = async () => (await listPlatforms({ path })).data?.platforms.find(({ id }) => id === "ios");
  const body: Body = { recommended: null, messages: { upgrade: { en: "Please update.", de: null } } };
  const before = await list();
  const preview = await patchPlatform({ path, body, query: { dry_run: true } });
  const headers = { "if-match": before?.etag ?? "" };
  const refused = await patchPlatform({ path, body: { minimum: "latest" }, headers });
  const edited = await patchPlatform({ path, body, headers });
  return { before, answers: [preview.data, refused.error?.code, edited.data ?? edited.error], after: await list() };
}
`;

const compiler = join(import.meta.dirname, "../../node_modules/typescript/bin/tsc");
const language = ["--strict", "--target", "esnext", "--lib", "esnext,dom,dom.iterable", "--types", ""];
const modules = ["--module", "esnext", "--moduleResolution", "bundler", "--allowImportingTsExtensions"];

test("the clients of openapi-typescript and hey-api compile, have typed calls, and list and edit", async () => {
  await using program = await startProgram({ example: true });
  const input = await (await fetch(`${program.urls.admin}/openapi.json`)).text();
  await inTemporaryDirectory(async (directory) => {
    writeFileSync(join(directory, "types.ts"), astToString(await openapiTypes(input)));
    await createClient({ input: JSON.parse(input), output: join(directory, "client"), logs: { level: "silent" } });
    writeFileSync(join(directory, "calls.ts"), calls);
    const compile = [compiler, "--noEmit", ...language, ...modules, "calls.ts", "client/index.ts"];
    const run = promisify(execFile)(process.execPath, compile, { cwd: directory });
    const { stdout } = await run.catch((error: { readonly stdout: string }) => error);
    assert.equal(stdout, "");
    const edited = await (await bundled(join(directory, "calls.ts"))).edit(program.urls.admin, program.token);
    const [preview, code, answer] = edited.answers;
    assert.deepEqual([preview.dry_run, code, answer.changed], [true, "invalid", true], JSON.stringify(answer));
    assert.deepEqual([edited.before?.recommended, edited.after?.recommended], ["2.6.0", undefined]);
    assert.deepEqual(edited.after?.messages, { upgrade: { en: "Please update." } });
  });
});

async function bundled(input: string) {
  const bundle = await rolldown({ input, platform: "node" });
  const file = `${input}.mjs`;
  await bundle.write({ file, codeSplitting: false });
  return import(file);
}
