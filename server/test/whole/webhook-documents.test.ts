import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { type TestContext, test } from "node:test";
import { eventTypes } from "drawbridge-rules/webhooks/event-type.ts";
import { Webhook } from "standardwebhooks";
import { documentText } from "../document-commands.ts";
import { environmentWithoutSettings } from "../environment-without-settings.ts";
import { temporaryDirectories } from "../temporary-directory.ts";

const newDirectory = temporaryDirectories();
const root = join(import.meta.dirname, "..", "..", "..");
const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const page = documentText("webhooks.md");
const recipes = Array.from(page.matchAll(/^ {4}node webhook-receiver\.js '(.*)'$/gm), ([, command = ""]) => command);
const event = {
  type: "maintenance.started",
  data: {
    id: "evt_1",
    text: 'Ada $(touch pwned) started "EU"; maintenance',
    url: "https://drawbridge.example.com/projects/acme-shop",
  },
};

test("the page names every event, each prefix once", () => {
  const named = page.slice(page.indexOf("gets every event:"), page.indexOf("| format |")).matchAll(/`([a-z_]*)\.([a-z_]+)`/g);
  let prefix = "";
  const names = Array.from(named, ([, first, second]) => {
    prefix = first || prefix;
    return `${prefix}.${second}`;
  });
  assert.deepEqual(names.toSorted(), eventTypes.toSorted());
});

function signed(body: string, id = event.data.id, by = secret): Record<string, string> {
  const at = new Date();
  const signature = new Webhook(by).sign(id, at, body);
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signature };
}

/** The receiver with a command, in which every program writes its words and its input to a file. */
async function startReceiver(t: TestContext, command: string) {
  const directory = newDirectory();
  mkdirSync(directory);
  for (const program of ["mail", "curl"]) {
    writeFileSync(join(directory, program), `#!/bin/sh\nprintf '%s\\n' ${program} "$@" >> ran\n`);
    chmodSync(join(directory, program), 0o755);
  }
  const path = `${directory}${delimiter}${process.env.PATH}`;
  const env = { ...environmentWithoutSettings(), PATH: path, PORT: "0", WEBHOOK_SECRET: secret, TOKEN: "T0", CHAT: "7" };
  const receiver = join(root, "examples", "webhook-receiver.js");
  const child = spawn(process.execPath, [receiver, command], { cwd: directory, env, stdio: ["ignore", "pipe", "inherit"] });
  t.after(() => child.kill());
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  const url = /http:\S+/.exec(String(line))?.[0] ?? "";
  const send = async (body: string, headers: Record<string, string>) =>
    (await fetch(url, { method: "POST", body, headers })).status;
  return { send, ran: () => readFileSync(join(directory, "ran"), "utf8").trim().split("\n") };
}

const body = JSON.stringify(event);
const { text, url } = event.data;
const expected = [
  ["mail", "-s", text, "ops@example.com"],
  [
    ...["curl", "-fsS", "-H", "Authorization: Bearer T0", "-d", "status=1", "--data-urlencode", `name=${text}`],
    "https://status.example.com/api/incidents",
  ],
  [
    ...["curl", "-fsS", "-d", "chat_id=7", "--data-urlencode", `text=${text} ${url}`],
    "https://api.telegram.org/botT0/sendMessage",
  ],
];

test("each recipe runs its program once for an event, whatever the event says", async (t) => {
  assert.equal(recipes.length, expected.length);
  for (const [index, command] of recipes.entries()) {
    const { send, ran } = await startReceiver(t, command);
    assert.deepEqual([await send(body, signed(body)), await send(body, signed(body))], [204, 204]);
    assert.deepEqual(ran(), expected[index]);
  }
});

test("the receiver refuses what is not signed, and asks for an event again whose command failed", async (t) => {
  const { send, ran } = await startReceiver(t, "curl first; test -e second || { touch second; exit 1; }");
  const other = "whsec_AAAAAAAAKYqrTwjUPD8ILPZIo2LaLaSw";
  assert.deepEqual([await send(body, {}), await send(body, signed(body, "evt_1", other))], [401, 401]);
  assert.deepEqual([await send(body, signed(body)), await send(body, signed(body))], [500, 204]);
  assert.deepEqual(ran(), ["curl", "first", "curl", "first"]);
});

test("the verification in JavaScript accepts a delivery and refuses another body", async () => {
  const [, lines = ""] = /```js\n(?:import .*\n)(.*)\n```/.exec(page) ?? [];
  const verify = new Function("Webhook", "secret", "body", "headers", `${lines}\nreturn event;`);
  assert.deepEqual(verify(Webhook, secret, body, signed(body)), event);
  assert.throws(() => verify(Webhook, secret, `${body} `, signed(body)), /No matching signature/);
});
