/** A Drawbridge server with the project of a shop, whose versions before 2.0.0 must update. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { after } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { type Program, startProgram } from "../../../server/test/running-program.ts";
import { freshFolder } from "./release-folder.ts";

export interface Shop {
  /** URL of the read API, without a path. */
  readonly url: string;
  readonly key: string;
  command(...words: readonly string[]): Promise<void>;
}

const programs: Program[] = [];
// Not in the function: a hook in the `before` of a file runs at its end.
after(async () => {
  for (const program of programs) await program.stop();
});

export async function startShop(): Promise<Shop> {
  const program = await startProgram({ directory: freshFolder() });
  programs.push(program);
  const command = async (...words: readonly string[]) => {
    const { code, err } = await program.cli(...words);
    assert.equal(code, 0, err);
  };
  await command(
    "project",
    "set",
    "--project",
    "shop",
    "--name",
    "Shop",
    "--store-apple",
    "https://apps.apple.com/app/id123456789",
    "--yes",
  );
  await command("platform", "add", "web", "--project", "shop", "--store", "none", "--yes");
  for (const platform of ["ios", "web"])
    await command("policy", "set", "--project", "shop", "--platform", platform, "--minimum", "2.0.0", "--yes");
  const { body } = await program.admin("POST", "/admin/v1/projects/shop/keys", { name: "app" });
  return { url: program.urls.config, key: String(body.key), command };
}

/** Asks until the answer has the status: a question to Drawbridge that takes longer than 300 ms lets a request pass. */
async function ask(url: string, version: string, wanted: number): Promise<unknown> {
  for (;;) {
    const response = await fetch(`${url}/orders`, { headers: { "x-app-version": version, "x-app-platform": "ios" } });
    if (response.status === wanted) return response.json();
    await response.body?.cancel();
    await sleep(50);
  }
}

/** Starts a server that prints its port. Returns its address. */
export async function startBackEnd(
  command: readonly string[],
  cwd: string,
  { printed = /^(\d+)$/, env = {} }: { readonly printed?: RegExp; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<string> {
  const [program = "", ...words] = command;
  const child = spawn(program, words, { cwd, env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
  after(() => child.kill());
  const errors = text(child.stderr);
  for await (const line of createInterface({ input: child.stdout })) {
    const [, port] = printed.exec(line) ?? [];
    if (port !== undefined) return `http://127.0.0.1:${port}`;
  }
  return assert.fail(await errors);
}

/** A back end behind the gate refuses an old version with 426, and every version during maintenance with 503. */
export async function refuses({ command }: Shop, url: string): Promise<void> {
  assert.partialDeepStrictEqual(await ask(url, "1.0.0", 426), { code: "update_required", update_to: "2.0.0" });
  assert.deepEqual(await ask(url, "2.0.0", 200), []);
  await command("maintenance", "start", "--project", "shop", "--id", "trial", "--platform", "ios", "--for", "30m");
  // A version that was not asked about: answers are kept until their max-age is over.
  assert.partialDeepStrictEqual(await ask(url, "2.1.0", 503), { code: "maintenance" });
  await command("maintenance", "complete", "trial", "--project", "shop");
}
