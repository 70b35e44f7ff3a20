/** Text by users is text: stored as it is or refused, returned as it is, and shown as text in a terminal. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { permissionProgram } from "../permission-world.ts";
import { runSeed } from "../run-seed.ts";
import type { AdminResponse } from "../running-program.ts";
import { temporaryDirectories } from "../temporary-directory.ts";
import * as payloads from "../text-payloads.ts";

/** A third of the texts: the seeds of runs get to all. */
const [lines = [], hidden = [], controls = []] = [payloads.lines, payloads.hidden, payloads.controls].map((texts) =>
  texts.filter((_, index) => index % 3 === runSeed % 3),
);
const base = "/admin/v1/projects/ours";
const replacing = { "if-match": "*" };
const creating = { "if-none-match": "*" };

const { program } = await permissionProgram(temporaryDirectories()());

after(() => program.stop());

const send = (method: string, path: string, body?: unknown, headers = {}) => program.admin(method, path, body, headers);

type Member = string | number;

function at(value: unknown, ...path: readonly Member[]): unknown {
  return path.reduce<unknown>((found, name) => (found as Record<Member, unknown> | undefined)?.[name], value);
}

let number = 0;
const fresh = (prefix: string) => `${prefix}-${++number}`;

/** Writes a line somewhere; returns the answer, and how the line is read there. */
type Write = (text: string) => Promise<{ readonly answer: AdminResponse; readonly read: () => Promise<unknown> }>;

function edit(path: string): Write {
  return async (name) => {
    const answer = await send("PUT", path, { name }, replacing);
    return { answer, read: async () => at((await send("GET", path.split("?")[0] ?? "")).body, "name") };
  };
}

function create(path: string, more: () => object = () => ({})): Write {
  return async (name) => {
    const answer = await send("POST", path, { name, ...more() });
    return { answer, read: async () => at((await send("GET", `${path}/${answer.body.id}`)).body, "name") };
  };
}

const fields: Readonly<Record<string, Write>> = {
  "a project's name": edit(`${base}?override=store_link&reason=x`),
  "an instance's name": edit(`${base}/instances/ours-spare`),
  "a read key's name": create(`${base}/keys`),
  "an access token's name": create("/admin/v1/tokens"),
  "a person's name": create("/admin/v1/people", () => ({ login: fresh("person") })),
  "an instance's id": async (text) => {
    // Ids that cannot be in an address are only checked in the manifest.
    const path = `${base}/instances/${encodeURIComponent(text.toWellFormed().replaceAll(/[/\\]/g, ""))}`;
    const answer = await send("PUT", path, { name: "x" }, creating);
    const read = async () =>
      at((await send("GET", path)).body, "id") === decodeURIComponent(path.split("/").at(-1) ?? "") ? text : path;
    return { answer, read };
  },
  "a reason": async (text) => {
    const reason = encodeURIComponent(text.toWellFormed());
    const answer = await send("PUT", `${base}/instances/${fresh("i")}?reason=${reason}`, { name: "x" }, creating);
    return { answer, read: async () => at((await send("GET", `${base}/history?limit=1`)).body, "commits", 0, "reason") };
  },
  "why a proposal is rejected": async (text) => {
    const window = { start: "2026-12-13T02:00", duration: "PT1H" };
    const made = await send("PUT", `${base}/windows/${fresh("w")}?propose=true`, window, creating);
    const path = `${base}/proposals/${at(made.body, "proposal", "id")}`;
    const answer = await send("POST", `${path}/reject`, { reason: text });
    return { answer, read: async () => at((await send("GET", path)).body, "closed", "reason") };
  },
};

describe("a line of text", () => {
  for (const [what, write] of Object.entries(fields)) {
    test(`${what} is kept and given back as it was written, or refused`, async () => {
      let kept = 0;
      for (const text of lines) {
        const { answer, read } = await write(text);
        assert.ok([200, 201, 422, 404, 409].includes(answer.status), `${what}: ${JSON.stringify(text)} → ${answer.status}`);
        if (answer.status > 201) continue;
        kept++;
        // A login and the name of a person are brought into the one form that all spellings of a letter have.
        const form = what.startsWith("a person's") ? text.normalize("NFC") : text;
        assert.equal(await read(), form, `${what}: ${JSON.stringify(text)}`);
      }
      assert.ok(kept > 3, `${kept} kept`);
    });

    test(`${what} holds nothing that reads as another text`, async () => {
      for (const text of hidden) {
        const { answer, read } = await write(text);
        // Ids are exempt, since deployed apps define them.
        if (what === "an instance's id") assert.deepEqual([answer.status, await read()], [201, text]);
        else assert.equal(answer.status, 422, `${what}: ${JSON.stringify(text)} → ${answer.status}`);
      }
    });

    test(`${what} holds no control character`, async () => {
      for (const text of controls) {
        // Half a character has no place in an address; of an id, only apps see whether it is on one line.
        if (what === "a reason" && !text.isWellFormed()) continue;
        if (what === "an instance's id" && (!text.isWellFormed() || text.includes("\u2028"))) continue;
        const { answer } = await write(text);
        assert.ok([422, 404].includes(answer.status), `${what}: ${JSON.stringify(text)} → ${answer.status}`);
      }
    });
  }
});

test("a terminal is shown no character that it obeys", async () => {
  const commands = [
    "project list",
    "project show --project ours",
    "history --project ours",
    "policy show --project ours",
    "token list",
    "user list",
  ];
  const ofProject = ["key list", "token list --kind calendar", "maintenance list"].map((command) => `${command} --project ours`);
  for (const command of [...commands, ...ofProject]) {
    const { code, out, err } = await program.cli(...command.split(" "));
    assert.equal(code, 0, `${command}: ${err}`);
    assert.doesNotMatch(out + err, /[^\P{Cc}\n]|[\u2028\u2029\u202a-\u202e\u2066-\u2069]/u, command);
  }
});
