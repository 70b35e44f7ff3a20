/** Clients that others generate from the OpenAPI document: they compile, and their calls have types. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { createClient } from "@hey-api/openapi-ts";
import openapiTypes, { astToString } from "openapi-typescript";
import { adminServer } from "./admin-server.ts";
import { inTemporaryDirectory } from "./temporary-directory.ts";

/** Does not compile where a type is `unknown` or `any`, or where a parameter of a path may be left out. */
const calls = `
import { getReadKey } from "./client/index.ts";
import type { paths } from "./types.ts";

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

const { data, error } = await getReadKey({ path: { project: "acme", key: "k_m4t9wzq2hd" } });
export const client: Same<NonNullable<typeof data>["last4"], string> = true;
export const refusal: Same<NonNullable<typeof error>["detail"], string> = true;
// @ts-expect-error the key is missing
await getReadKey({ path: { project: "acme" } });

type Answer = paths["/admin/v1/projects/{project}/keys/{key}"]["get"]["responses"]["200"]["content"]["application/json"];
export const types: Same<Answer["last4"], string> = true;
`;

const compiler = join(import.meta.dirname, "../../node_modules/typescript/bin/tsc");
const language = ["--strict", "--target", "esnext", "--lib", "esnext,dom,dom.iterable", "--types", ""];
const modules = ["--module", "esnext", "--moduleResolution", "bundler", "--allowImportingTsExtensions"];

test("the clients of openapi-typescript and hey-api compile, and their calls have types", async () => {
  const { document } = await adminServer();
  const input = JSON.stringify(document);
  await inTemporaryDirectory(async (directory) => {
    writeFileSync(join(directory, "types.ts"), astToString(await openapiTypes(input)));
    await createClient({ input: JSON.parse(input), output: join(directory, "client"), logs: { level: "silent" } });
    writeFileSync(join(directory, "calls.ts"), calls);
    const compile = [compiler, "--noEmit", ...language, ...modules, "calls.ts", "client/index.ts"];
    const run = promisify(execFile)(process.execPath, compile, { cwd: directory });
    const { stdout } = await run.catch((error: { readonly stdout: string }) => error);
    assert.equal(stdout, "");
  });
});
