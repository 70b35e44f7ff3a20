/** Commands find the server of their data directory by its record, and send no token to anything else. Strangers record every byte. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { after, before, type TestContext, test } from "node:test";
import { provenServer } from "../../src/cli/connection.ts";
import { ServerRecord, serverProof } from "../../src/start/server-record.ts";
import { freeAddress } from "../free-port.ts";
import { runCommand, wordsOf } from "../recorded-io.ts";
import { type Program, startProgram } from "../running-program.ts";
import { temporaryDirectories } from "../temporary-directory.ts";

const directories = temporaryDirectories();
const example = `${directories()}.yaml`;
writeFileSync(
  example,
  "apiVersion: drawbridge/v1\nproject: acme-shop\nname: Acme Shop\ninstances:\n  eu-1: { name: Acme Europe }\n",
);

type Environment = Readonly<Record<string, string>>;

function cli(words: string, env: Environment) {
  return runCommand(wordsOf(words), { env });
}

/** One for all tests that only ask it; each finds it as it was. */
let running: Program;
before(async () => {
  running = await startProgram({ directory: directories() });
});
after(() => running?.stop());

/** Listens in place of a server. */
async function stranger(t: TestContext, answer: RequestListener = (_, res) => res.end("{}"), port = 0) {
  const server = createServer(answer);
  let heard = "";
  server.on("connection", (socket) => socket.on("data", (chunk) => (heard += chunk)));
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, heard: () => heard };
}

function recordIn(data: string) {
  return JSON.parse(readFileSync(join(data, "holder"), "utf8"));
}

/** A data directory as a killed server leaves it. @param pid of that server, or of a later process */
async function killedServer(pid: number) {
  const data = directories();
  // Outside the ephemeral range: a test listens there again.
  const { stop, urls } = await startProgram({ directory: data, env: { DRAWBRIDGE_LISTEN: await freeAddress() } });
  const record = { ...recordIn(data), pid };
  await stop();
  assert.ok(!existsSync(join(data, "holder")));
  writeFileSync(join(data, "holder"), JSON.stringify(record), { mode: 0o600 });
  return { data, url: urls.admin, port: Number(new URL(urls.admin).port), key: record.server.key };
}

test("a hint names the server that the command line has named, and no token", async () => {
  const { urls, token } = running;
  const { out } = await cli(`plan -f ${example} --url ${urls.admin} --token ${token}`, {});
  assert.match(out, new RegExp(`\\nTo apply it: drawbridge apply -f ${example} --url ${urls.admin}\\n$`));
  assert.ok(!out.includes(token));
});

test("the first key is printed with the request that apps send, and once", async () => {
  const env = { DRAWBRIDGE_DATA: running.directory };
  assert.match(
    running.banner.join("\n"),
    /There is no project yet\. .* init, then apply it:\n {2}\S+ apply -f drawbridge\.yaml --create-key app/,
  );
  const apply = () => cli(`apply -f ${example} --yes --create-key app`, env);
  const { out } = await apply();
  const [, key = ""] = /shown only once:\n\n {2}(dbr_\w+)\n/.exec(out) ?? [];
  const asked = `curl -H 'x-api-key: ${key}' '${running.urls.config}/api/v1/gate?platform=ios&current_version=1.0.0'\n`;
  assert.ok(out.endsWith(asked), out);
  assert.match((await apply()).out, /no changes at revision \d+\nacme-shop already has a read key named "app" \(k_\w+\)\.\n$/);
});

test("with two servers and two data directories, each directory's commands find their own", async () => {
  await using other = await startProgram({ directory: directories() });
  for (const { directory, urls } of [running, other]) {
    assert.match((await cli("whoami", { DRAWBRIDGE_DATA: directory })).out, new RegExp(`^Server: ${urls.admin}\\nSigned in as `));
    assert.equal(statSync(join(directory, "holder")).mode & 0o777, 0o600);
    assert.equal(statSync(directory).mode & 0o777, 0o700);
  }
  assert.notEqual(recordIn(running.directory).server.key, recordIn(other.directory).server.key);
});

test("a stranger on the port that a server would have gets no request, with a token here or without", async (t) => {
  const { heard, url } = await stranger(t);
  const env = { DRAWBRIDGE_DATA: directories(), DRAWBRIDGE_LISTEN: new URL(url).host };
  for (const [words, more] of [
    ["doctor", {}],
    [`plan -f ${example}`, { DRAWBRIDGE_TOKEN: running.token }],
  ] as const) {
    const { code, out, err } = await cli(words, { ...env, ...more });
    assert.equal(code, words === "doctor" ? 1 : 5);
    assert.match(out + err, /no running server is recorded in /);
  }
  assert.equal(heard(), "");
});

const challengeIn = ({ url = "" }: IncomingMessage) => new URL(url, "http://h").searchParams.get("challenge") ?? "";

/** Listeners that give a fixed answer to every request. */
const strangers: Readonly<Record<string, RequestListener>> = {
  "takes everything for good": (_, res) => void res.end("{}"),
  "repeats the challenge": (req, res) => void res.end(JSON.stringify({ proof: challengeIn(req) })),
  "makes a proof with another key": (req, res) =>
    void res.end(JSON.stringify({ proof: serverProof("A".repeat(43), challengeIn(req)) })),
  "sends on to a server": (req, res) => void res.writeHead(307, { location: `${running.urls.admin}${req.url}` }).end(),
  "never stops talking": (_, res) => {
    const timer = setInterval(() => res.write("x".repeat(1_000)), 1);
    res.on("close", () => clearInterval(timer));
  },
};

test("on the port of a server that was killed, no stranger gets a token, even if its process number is in use again", async (t) => {
  const { data, url, port, key } = await killedServer(process.pid);
  for (const [what, answer] of Object.entries(strangers)) {
    await t.test(`one that ${what}`, async (t) => {
      const { heard } = await stranger(t, answer, port);
      const { code, out, err } = await cli("project list", { DRAWBRIDGE_DATA: data, DRAWBRIDGE_TOKEN: running.token });
      assert.deepEqual([code, out], [5, ""]);
      assert.match(err, /^drawbridge: http:\S+ did not prove that it is the server recorded in .*, and no token was sent to it/);
      assert.match(heard(), /^GET \/admin\/v1\/server-proof\?challenge=[\w-]{43} HTTP\/1\.1\r\n/);
      assert.doesNotMatch(heard(), /authorization|dba_/i);
      assert.ok(!heard().includes(key));
    });
  }
  const refused = await cli("project list", { DRAWBRIDGE_DATA: data });
  assert.ok(refused.err.startsWith(`drawbridge: nothing listens at ${url}, the address of the server recorded in ${data} (`));
});

test("where a server was killed and nothing listens, the message says that it has ended, and how to start one", async () => {
  const { pid } = spawnSync(process.execPath, ["--version"]);
  const { data, url } = await killedServer(pid);
  assert.match(
    (await cli("project list", { DRAWBRIDGE_DATA: data })).err,
    new RegExp(
      `nothing listens at ${url}, .* \\(process ${pid}, started \\S+, which has ended\\): start one with drawbridge serve, or name it with --url\\n$`,
    ),
  );
});

test("a server that listens at a name records its address", async () => {
  const [, port] = (await freeAddress()).split(":");
  await using program = await startProgram({ directory: directories(), env: { DRAWBRIDGE_LISTEN: `localhost:${port}` } });
  assert.match(recordIn(program.directory).server.url, new RegExp(`^http://(127\\.0\\.0\\.1|\\[::1\\]):${port}$`));
  assert.equal((await cli("project list", { DRAWBRIDGE_DATA: program.directory })).code, 0);
});

test("a proof is of one challenge and of the recorded key, and a challenge has its form", async () => {
  const { key } = recordIn(running.directory).server;
  const proofAt = async (challenge: string) => {
    const response = await fetch(`${running.urls.admin}/admin/v1/server-proof?challenge=${challenge}`);
    return [response.status, ((await response.json()) as { readonly proof?: string }).proof];
  };
  for (const challenge of ["a".repeat(43), "b".repeat(43)])
    assert.deepEqual(await proofAt(challenge), [200, serverProof(key, challenge)]);
  for (const wrong of ["", "a", "a".repeat(44), "%00".repeat(43)]) assert.equal((await proofAt(wrong))[0], 422, wrong);
});

test("a command that goes on finds its server again after a restart, and not a stranger in its place", async (t) => {
  let passed = 0;
  const { now } = performance;
  t.mock.method(performance, "now", () => now.call(performance) + passed);
  // A proof is valid for a second.
  const forget = () => {
    passed += 1_001;
  };
  const options = { directory: directories(), env: { DRAWBRIDGE_LISTEN: await freeAddress() } };
  const program = await startProgram(options);
  const prove = provenServer(options.directory, program.urls.admin);
  await prove();
  const before = recordIn(options.directory).server.key;
  await program.stop();
  forget();
  await assert.rejects(prove(), /is no longer recorded/);
  const again = await startProgram(options);
  assert.notEqual(recordIn(options.directory).server.key, before);
  await prove();
  const left = readFileSync(join(options.directory, "holder"), "utf8");
  await again.stop();
  writeFileSync(join(options.directory, "holder"), left, { mode: 0o600 });
  const { heard } = await stranger(t, () => undefined, Number(new URL(program.urls.admin).port));
  forget();
  await assert.rejects(prove(4_000), /did not prove within 4 s that it is the server recorded/);
  assert.equal(heard().match(/^GET /gm)?.length, 1);
  assert.doesNotMatch(heard(), /authorization/i);
});

test("no directory is created for a record, and one that another process has replaced stays", () => {
  const [directory, listening] = [directories(), "127.0.0.1:1"];
  const create = () => new ServerRecord({ directory, listening, randomBytes });
  const [first, second] = [create(), create()];
  first.write("http://127.0.0.1:1");
  assert.ok(!existsSync(directory));
  mkdirSync(directory);
  first.write("http://127.0.0.1:1");
  second.write("http://127.0.0.1:2");
  first.remove();
  assert.equal(recordIn(directory).server.url, "http://127.0.0.1:2");
  second.remove();
  assert.deepEqual(readdirSync(directory), []);
});
