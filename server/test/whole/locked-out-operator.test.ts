/** The way back in: sign-in is impossible, no token is left, and an operator has access to the machine. */
import assert from "node:assert/strict";
import { readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { runCommand } from "../recorded-io.ts";
import { startProgram } from "../running-program.ts";
import { temporaryDirectories } from "../temporary-directory.ts";

const newPath = temporaryDirectories();
const password = "a ferry, a bridge and a tunnel";

/** A data directory in which ada has an account and may nothing, and whose access token is lost. */
async function lockedOut(): Promise<{ readonly directory: string; readonly env: Readonly<Record<string, string>> }> {
  const directory = newPath();
  const program = await startProgram({ directory });
  assert.equal((await program.cli("user", "add", "ada", "--name", "Ada")).code, 0);
  await program.stop();
  rmSync(join(directory, "admin-token"));
  return { directory, env: { DRAWBRIDGE_DATA: directory } };
}

async function redeem(url: string, link: string): Promise<{ readonly status: number; readonly administrator?: boolean }> {
  const response = await fetch(`${url}/admin/v1/account-links/redeem`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ link: link.split("#link=")[1]?.trim(), password }),
  });
  return { status: response.status, ...((await response.json()) as object) };
}

/** Redeems it at the server of that directory, which is started for that. */
async function redeemAt(directory: string, link: string) {
  await using program = await startProgram({
    directory,
    env: { DRAWBRIDGE_ADMIN_TOKEN: "environment-token-0123456789-0123456789" },
  });
  return { first: await redeem(program.urls.admin, link), second: await redeem(program.urls.admin, link) };
}

test("a link for an existing person makes them an administrator, once", async () => {
  const { directory, env } = await lockedOut();
  const file = join(directory, "ada-link");
  const made = await runCommand(["user", "link", "ADA", "--local", "--administrator", "--link-file", file], { env });
  assert.equal(made.code, 0, made.err);
  assert.ok(!made.out.includes("dbl_"));
  assert.equal(statSync(file).mode & 0o777, 0o600);
  const { first, second } = await redeemAt(directory, readFileSync(file, "utf8"));
  assert.deepEqual([first.status, first.administrator, second.status], [200, true, 404]);
});

test("a new administrator is added on a terminal, which alone is shown the link", async () => {
  const { directory, env } = await lockedOut();
  const argv = ["user", "add", "root", "--local", "--administrator"];
  const elsewhere = await runCommand(argv, { env });
  assert.deepEqual([elsewhere.code, elsewhere.out], [2, ""]);
  assert.match(elsewhere.err, /--link-file is required without a terminal, to keep the link out of logs/);
  const { code, out, err } = await runCommand(argv, { env, isTerminal: true });
  assert.deepEqual([code, err], [0, ""]);
  assert.match(out, /The person who uses it becomes an administrator of this server\.\nNow start the server again\.\n$/);
  const { first } = await redeemAt(directory, /http\S+/.exec(out)?.[0] ?? "");
  assert.deepEqual([first.status, first.administrator], [200, true]);
});

test("where people cannot sign in at the public address, that is said with the link", async () => {
  const { env } = await lockedOut();
  const plain = { ...env, DRAWBRIDGE_PUBLIC_URL: "http://drawbridge.example" };
  const { code, err } = await runCommand(["user", "link", "ada", "--local", "--json"], { env: plain });
  assert.equal(code, 0);
  assert.match(err, /^Sign-in does not work yet: .*DRAWBRIDGE_PUBLIC_URL/);
});

test("a link for an unknown person creates no one, and with a running server its admin API is used", async () => {
  const { directory, env } = await lockedOut();
  const unknown = await runCommand(["user", "link", "eve", "--local", "--json"], { env });
  assert.deepEqual([unknown.code, JSON.parse(unknown.err).code], [1, "not_found"]);
  await using _program = await startProgram({
    directory,
    env: { DRAWBRIDGE_ADMIN_TOKEN: "environment-token-0123456789-0123456789" },
  });
  const held = await runCommand(["user", "link", "ada", "--local", "--json"], { env });
  assert.match(JSON.parse(held.err).detail, /is in use\..*leave out --local\.$/);
});
