/** Runs the examples of the admin API guide: each request is sent, and the block after it must match the answer. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { type Program, startProgram } from "../running-program.ts";
import { temporaryDirectories } from "../temporary-directory.ts";

const guide = readFileSync(join(import.meta.dirname, "..", "..", "..", "docs", "admin-api.md"), "utf8");
const directories = temporaryDirectories();
let program: Program;
before(async () => {
  const directory = directories();
  program = await startProgram({ directory, demo: true, now: () => Date.parse("2026-11-21T12:00:00Z") });
});
after(() => program.stop());

interface Shown {
  readonly request: string;
  readonly kind: string;
  readonly answer: string;
}

const shown: Shown[] = [...guide.matchAll(/```http\n(.*?)```\n+```(json|text)\n(.*?)```/gs)].map(
  ([, request = "", kind = "", answer = ""]) => ({ request, kind, answer }),
);

async function send(text: string): Promise<string> {
  const [head = "", body] = text.trim().split("\n\n");
  const [line = "", ...headers] = head.split("\n");
  const [method = "", path = ""] = line.split(" ");
  const given = headers.map((header): [string, string] => [
    header.slice(0, header.indexOf(":")),
    header.slice(header.indexOf(":") + 2),
  ]);
  const response = await fetch(program.urls.admin + path, {
    method,
    headers: {
      authorization: `Bearer ${program.token}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...Object.fromEntries(given.map(([name, value]) => [name.toLowerCase(), value])),
    },
    ...(body === undefined ? {} : { body }),
  });
  return response.text();
}

/** The shown members are there, in the same order; `…` matches anything, and the answer may have more members. */
function checkShown(expected: unknown, actual: unknown, where: string): void {
  if (typeof expected === "string" && expected.includes("…")) {
    assert.equal(typeof actual, "string", where);
    return;
  }
  if (typeof expected !== "object" || expected === null) {
    assert.equal(actual, expected, where);
    return;
  }
  assert.ok(typeof actual === "object" && actual !== null, where);
  if (Array.isArray(expected)) assert.equal((actual as unknown[]).length >= expected.length, true, where);
  for (const [key, value] of Object.entries(expected)) {
    checkShown(value, (actual as Readonly<Record<string, unknown>>)[key], `${where}.${key}`);
  }
}

test("every request of the guide is answered as it says", async () => {
  assert.ok(shown.length >= 10);
  assert.equal(shown.length, [...guide.matchAll(/```http\n/g)].length);
  for (const { request, kind, answer } of shown) {
    const text = await send(request);
    const what = `${request.split("\n")[0]}\n${text.slice(0, 500)}`;
    if (kind === "json") checkShown(JSON.parse(answer), JSON.parse(text), what);
    else {
      const form = answer.trim().split("…").map(RegExp.escape).join(".+");
      assert.match(text.trim(), new RegExp(`^${form}$`), what);
    }
  }
});

test("every curl line of the guide is answered with 200", async () => {
  const asked = [...guide.matchAll(/^curl (?:-N )?-H "Authorization: Bearer \$TOKEN" http:\/\/127\.0\.0\.1:8080(\S+)$/gm)];
  assert.equal(asked.length, [...guide.matchAll(/^curl /gm)].length);
  for (const [, path = ""] of asked) {
    const response = await fetch(program.urls.admin + path, { headers: { authorization: `Bearer ${program.token}` } });
    assert.equal(response.status, 200, path);
    await response.body?.cancel();
  }
});
