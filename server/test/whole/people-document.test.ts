/** Runs docs/people.md, and compares its numbers with the program's. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { minPasswordLength } from "drawbridge-rules/people/person.ts";
import { invitationLife, resetLife } from "../../src/accounts/account-link.ts";
import { firstLinkLife } from "../../src/accounts/first-account.ts";
import { sessionIdle, sessionLife } from "../../src/accounts/session.ts";
import { readSettings } from "../../src/base/settings.ts";
import { type Program, startProgram } from "../running-program.ts";
import { temporaryDirectories } from "../temporary-directory.ts";

const document = readFileSync(join(import.meta.dirname, "..", "..", "..", "docs", "people.md"), "utf8");
const directories = temporaryDirectories();
let program: Program;

before(async () => {
  const env = { DRAWBRIDGE_PUBLIC_URL: "https://drawbridge.example" };
  program = await startProgram({ directory: directories(), env, now: () => Date.parse("2026-11-21T12:00:00Z") });
  await program.admin("PUT", "/admin/v1/projects/acme-shop", { name: "Acme Shop" }, { "if-none-match": "*" });
});
after(() => program.stop());

function blocks(language: string): string[] {
  return [...document.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, "gs"))].map(([, block = ""]) => block);
}

/** Sends a request as the document writes it. */
async function send(block: string, person: string) {
  const [head = "", body] = block.trim().split("\n\n");
  const [, method = "", path = ""] = /^([A-Z]+) (\S+)/.exec(head) ?? [];
  const headers = Object.fromEntries(
    head
      .split("\n")
      .slice(1)
      .map((line) => line.split(": ")),
  );
  const sent = body === undefined ? undefined : JSON.parse(body);
  return program.admin(method, path.replace("{person}", person), sent, headers);
}

test("every request of the document succeeds, in order", async () => {
  let person = "";
  for (const block of blocks("http")) {
    // The last administrator who can sign in cannot be disabled.
    if (block.includes("/disable")) await makeAnother();
    const { status, body } = await send(block, person);
    assert.ok(status === 200 || status === 201, `${block}\n${status} ${JSON.stringify(body)}`);
    if (block.includes("POST /admin/v1/people\n")) person = String(body.id);
  }
  assert.match(person, /^u_/);
});

async function makeAnother(): Promise<void> {
  const { body } = await program.admin("POST", "/admin/v1/people", { login: "grace", name: "Grace" });
  const { status } = await program.admin("PUT", `/admin/v1/administrators/${body.id}`, undefined, { "if-none-match": "*" });
  assert.ok(status < 300);
}

test("the answer that the document shows is the answer but for what is made at random", async () => {
  const [shown = ""] = blocks("json");
  const { body } = await program.admin("POST", "/admin/v1/people", { login: "another@acme.example", name: "Ada" });
  const alike = (value: object) =>
    JSON.stringify(value, null, 2)
      .replace(/u_\w+/, "u_…")
      .replace(/dbl_\w+/, "dbl_…")
      .replace("another@", "ada@");
  assert.equal(alike(body), alike(JSON.parse(shown)));
});

test("the settings that the document shows are settings", () => {
  const [block = ""] = blocks("sh").filter((shown) => shown.startsWith("DRAWBRIDGE_"));
  const env = Object.fromEntries([...block.matchAll(/(DRAWBRIDGE_\w+)=(\S+)/g)].map(([, name, value]) => [name, value]));
  assert.ok(Object.keys(env).length > 0);
  assert.equal(readSettings(env, () => "").publicUrl, "https://drawbridge.example");
});

test("the spans of time and the length that the document names are those of the program", () => {
  const hour = 60 * 60_000;
  const said: readonly [words: string, value: number, expected: number][] = [
    ["once, within 24 hours", firstLinkLife, 24 * hour],
    ["once, within 7 days", invitationLife, 7 * 24 * hour],
    ["a new link, for one hour", resetLife, hour],
    ["A session ends after 7 days, after 12 hours without a request", sessionLife, 7 * 24 * hour],
    ["A session ends after 7 days, after 12 hours without a request", sessionIdle, 12 * hour],
    ["at least 12 characters", minPasswordLength, 12],
  ];
  for (const [words, value, expected] of said) {
    assert.ok(document.includes(words), words);
    assert.equal(value, expected, words);
  }
});
