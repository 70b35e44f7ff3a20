/**
 * Commands find the server of their data directory by its record, and send no token to anything else. Everything is real: the
 * launcher from an empty directory with a PATH that has only Node, servers as processes, strangers as listeners that record every
 * byte.
 */
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Socket } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, before, type TestContext, test } from "node:test";
import { provenServer } from "../../src/cli/connection.ts";
import { ServerRecord, serverProof } from "../../src/start/server-record.ts";
import { freeAddress } from "../free-port.ts";
import { openPostgres } from "../postgres.ts";
import { startProgram } from "../running-program.ts";
import { temporaryDirectories } from "../temporary-directory.ts";

const directories = temporaryDirectories();
const launcher = join(import.meta.dirname, "..", "..", "..", "drawbridge");
const example = `${directories()}.yaml`;
writeFileSync(
  example,
  "apiVersion: drawbridge/v1\nproject: acme-shop\nname: Acme Shop\ninstances:\n  eu-1: { name: Acme Europe }\n",
);

/** An empty directory; the only entry of the PATH has only Node. */
const foreign = directories();
const PATH = `${directories()}-bin`;
for (const path of [foreign, PATH]) mkdirSync(path, { recursive: true });
symlinkSync(process.execPath, join(PATH, "node"));

type Environment = Readonly<Record<string, string>>;

async function run(
  line: string,
  env: Environment,
): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  const child = spawn("/bin/sh", ["-c", line], { cwd: foreign, env: { PATH, ...env }, stdio: ["ignore", "pipe", "pipe"] });
  const said = { out: "", err: "" };
  child.stdout.on("data", (chunk) => (said.out += chunk));
  child.stderr.on("data", (chunk) => (said.err += chunk));
  const [code] = await once(child, "close");
  return { code, ...said };
}

function cli(words: string, env: Environment) {
  return run(`${launcher} ${words}`, env);
}

interface Served {
  readonly data: string;
  readonly url: string;
  readonly child: ChildProcess;
}

/** Outside the ephemeral range: tests listen again on the port of a server that has ended. */
async function ownListen(): Promise<Environment> {
  return { DRAWBRIDGE_LISTEN: await freeAddress() };
}

/** Starts `serve` on its own directory and port; stopped after the test. */
async function serve(t: Pick<TestContext, "after">, env: Environment = {}): Promise<Served> {
  const data = env.DRAWBRIDGE_DATA ?? directories();
  const own = { DRAWBRIDGE_DATA: data, ...(await ownListen()) };
  const child = spawn(launcher, ["serve"], { cwd: foreign, env: { PATH, ...own, ...env }, stdio: ["ignore", "pipe", "ignore"] });
  t.after(() => child.kill("SIGKILL"));
  for await (const text of createInterface({ input: child.stdout })) {
    const [, url] = /is listening: (http:\S+)/.exec(text) ?? [];
    if (url === undefined) continue;
    child.stdout.resume();
    return { data, url, child };
  }
  return assert.fail("it ended");
}

/** One for all tests that only ask it; each finds it as it was. */
let asked: Served;
before(async () => {
  asked = await serve({ after: () => undefined });
});
after(() => asked?.child.kill("SIGKILL"));

async function kill({ child }: Served): Promise<void> {
  child.kill("SIGKILL");
  await once(child, "exit");
}

/** Listens in place of a server, and records every byte. */
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
  const { port: opened } = server.address() as AddressInfo;
  return { port: opened, url: `http://127.0.0.1:${opened}`, heard: () => heard };
}

function recordIn(data: string) {
  return JSON.parse(readFileSync(join(data, "holder"), "utf8"));
}

function tokenIn(data: string): string {
  return readFileSync(join(data, "admin-token"), "utf8").trim();
}

test("from an empty directory, with Node alone in the PATH, every hint of help, plan and doctor runs when it is pasted", async (t) => {
  const { data } = await serve(t);
  const env = { DRAWBRIDGE_DATA: data };
  const pasted: string[] = [];
  for (const words of ["--help", `plan -f ${example}`, "doctor", "policy --help", "help apply", "project list"]) {
    const { code, out, err } = await cli(words, env);
    assert.deepEqual([code, err], [0, ""], words);
    const hints = out.match(/^(?! *drawbridge).*?(\/\S*drawbridge .*)$/gm) ?? [];
    pasted.push(...hints.map((line) => line.slice(line.indexOf(launcher))));
  }
  assert.ok(pasted.length >= 8, pasted.join("\n"));
  for (const line of new Set(pasted)) {
    if (line.includes(" serve ")) continue; // It keeps running; commands that start a server run below.
    const filled = line.replace(/ -f (?:FILE|\S*acme-shop\.yaml)/, ` -f ${example}`).replace("LOGIN", "ada@acme.example");
    const { out, err } = await run(`${filled}${/ apply | policy set (?!--help)/.test(filled) ? " --yes" : ""}`, env);
    assert.doesNotMatch(err, /not found|the command line has/, `${filled}\n${out}${err}`);
  }
  assert.deepEqual(readdirSync(foreign), []);
});

test("where no server runs, it is said how to start one, and that line starts one", async (t) => {
  const data = directories();
  const { code, out, err } = await cli(`plan -f ${example}`, { DRAWBRIDGE_DATA: data });
  assert.deepEqual([code, out], [5, ""]);
  const wanted = `drawbridge: no running server is recorded in ${data} (DRAWBRIDGE_DATA): start one with ${launcher} serve, or name it with --url\n`;
  assert.equal(err, wanted);
  assert.match(
    (await cli("doctor", { DRAWBRIDGE_DATA: data })).out,
    /fail {2}server +no running server is recorded in .*: start one with \/\S+ serve,/,
  );
  const started = await serve(t, { DRAWBRIDGE_DATA: data });
  assert.equal((await cli(`plan -f ${example}`, { DRAWBRIDGE_DATA: data })).code, 0, started.url);
});

test("a hint names the server that the command line has named", async () => {
  const { url, data } = asked;
  const { out } = await cli(`plan -f ${example} --url ${url} --token ${tokenIn(data)}`, {});
  assert.match(out, new RegExp(`\\nTo apply it: ${launcher} apply -f ${example} --url ${url}\\n$`));
  assert.ok(!out.includes(tokenIn(data)));
});

test("with two servers and two data directories, each directory's commands find their own", async (t) => {
  const [one, two] = [await serve(t), await serve(t)];
  for (const { data, url } of [one, two]) {
    assert.match((await cli("whoami", { DRAWBRIDGE_DATA: data })).out, new RegExp(`^Server: ${url}\\nSigned in as `));
    assert.deepEqual(recordIn(data).server.url, url);
    assert.equal(statSync(join(data, "holder")).mode & 0o777, 0o600);
    assert.equal(statSync(data).mode & 0o777, 0o700);
  }
  assert.notEqual(recordIn(one.data).server.key, recordIn(two.data).server.key);
});

test("a stranger on the port that a server would have gets no request, with a token here or without", async (t) => {
  const { data, child } = await serve(t);
  child.kill("SIGTERM");
  await once(child, "exit");
  assert.ok(!existsSync(join(data, "holder")));
  const { port, heard } = await stranger(t);
  const at = `127.0.0.1:${port}`;
  for (const [words, env] of [
    ["doctor", { DRAWBRIDGE_LISTEN: at }],
    ["project list", { DRAWBRIDGE_ADMIN_LISTEN: at, DRAWBRIDGE_ADMIN_TOKEN: "x".repeat(40) }],
    [`plan -f ${example}`, { DRAWBRIDGE_LISTEN: at, DRAWBRIDGE_TOKEN: tokenIn(data) }],
  ] as const) {
    const { code, out, err } = await cli(words, { DRAWBRIDGE_DATA: data, ...env });
    assert.equal(code, words === "doctor" ? 1 : 5);
    assert.match(out + err, /no running server is recorded in /);
  }
  assert.equal(heard(), "");
});

/** Listeners that give a fixed answer to every request. @param real the URL of a running server */
const strangers: readonly { readonly what: string; readonly answer: (real: string) => RequestListener }[] = [
  { what: "takes everything for good", answer: () => (_, res) => res.end("{}") },
  {
    what: "repeats the challenge",
    answer: () => (req, res) =>
      res.end(JSON.stringify({ proof: new URL(req.url ?? "", "http://h").searchParams.get("challenge") })),
  },
  {
    what: "makes a proof with another key",
    answer: () => (req, res) => {
      const challenge = new URL(req.url ?? "", "http://h").searchParams.get("challenge") ?? "";
      res.end(JSON.stringify({ proof: serverProof("A".repeat(43), challenge) }));
    },
  },
  { what: "sends on to a server", answer: (real) => (req, res) => res.writeHead(307, { location: `${real}${req.url}` }).end() },
  {
    what: "asks for a token",
    answer: () => (_, res) => res.writeHead(401, { "www-authenticate": "Bearer" }).end('{"code":"unauthorized"}'),
  },
  { what: "says that it is busy", answer: () => (_, res) => res.writeHead(503, { "retry-after": "1" }).end() },
  { what: "closes the connection", answer: () => (req) => req.socket.destroy() },
  {
    what: "never stops talking",
    answer: () => (_, res) => {
      const timer = setInterval(() => res.write("x".repeat(1_000)), 1);
      res.on("close", () => clearInterval(timer));
    },
  },
];

test("on the port of a server that was killed, no stranger gets a token, and it is said what is there", async (t) => {
  const [dead, other] = [await serve(t), await serve(t)];
  await kill(dead);
  const { pid, server } = recordIn(dead.data);
  const refused = await cli("project list", { DRAWBRIDGE_DATA: dead.data });
  assert.match(
    refused.err,
    new RegExp(
      `^drawbridge: nothing listens at ${dead.url}, the address of the server recorded in ${dead.data} \\(process ${pid}, started \\S+, which has ended\\): start one with ${launcher} serve, or name it with --url\\n$`,
    ),
  );
  for (const [index, { what, answer }] of strangers.entries()) {
    await t.test(`one that ${what}`, async (t) => {
      const { heard } = await stranger(t, answer(other.url), Number(new URL(dead.url).port));
      const named: Environment[] = [{ DRAWBRIDGE_TOKEN: tokenIn(dead.data) }, { DRAWBRIDGE_URL: dead.url }];
      for (const env of [{}, ...(index === 0 ? named : [])]) {
        const { code, out, err } = await cli("project list", { DRAWBRIDGE_DATA: dead.data, ...env });
        assert.deepEqual([code, out], [5, ""]);
        assert.ok(
          err.startsWith(
            `drawbridge: ${dead.url} did not prove that it is the server recorded in ${dead.data} (process ${pid}, `,
          ),
          err,
        );
        assert.match(err, /which has ended\), and no token was sent to it/);
      }
      assert.match(heard(), /^GET \/admin\/v1\/server-proof\?challenge=[\w-]{43} HTTP\/1\.1\r\n/);
      assert.doesNotMatch(heard(), /authorization|dba_/i);
      assert.ok(!heard().includes(server.key));
      if (index > 0) return;
      const doctor = await cli("doctor", { DRAWBRIDGE_DATA: dead.data });
      assert.match(doctor.out, /fail {2}server +http\S+ did not prove that it is the server recorded/);
    });
  }
});

test("a data directory in the working directory gets no token of the environment, even one of this user", async (t) => {
  const place = directories();
  const data = join(place, "data");
  mkdirSync(data, { recursive: true });
  const key = randomBytes(32);
  const { url, heard } = await stranger(t, (req, res) => {
    const challenge = new URL(req.url ?? "", url).searchParams.get("challenge");
    res.end(
      JSON.stringify(challenge ? { proof: serverProof(key.toString("base64url"), challenge) } : { projects: [], next: null }),
    );
  });
  new ServerRecord({ directory: data, listening: "127.0.0.1:1", randomBytes: () => key }).write(url);
  writeFileSync(join(data, "admin-token"), "dba_of_the_stranger\n", { mode: 0o600 });
  const list = (env: Environment) => run(`cd ${place} && ${launcher} project list`, env);
  const token = "dba_of_the_environment_0000000000000000";
  for (const name of ["DRAWBRIDGE_TOKEN", "DRAWBRIDGE_ADMIN_TOKEN"]) {
    const { code, err } = await list({ [name]: token });
    assert.equal(code, 5);
    assert.ok(err.includes(`${name} was not sent to ${url}: that server was found in ${data}, and neither was named.`), err);
  }
  assert.doesNotMatch(heard(), /authorization/i);
  assert.equal((await list({})).code, 0);
  assert.match(heard(), /authorization: Bearer dba_of_the_stranger/i);
  assert.equal((await list({ DRAWBRIDGE_TOKEN: token, DRAWBRIDGE_DATA: "data" })).code, 0);
  assert.ok(heard().includes(token));
});

test("a server that listens at a name records its address", async (t) => {
  const [, port] = (await freeAddress()).split(":");
  const { data } = await serve(t, { DRAWBRIDGE_LISTEN: `localhost:${port}` });
  assert.match(recordIn(data).server.url, new RegExp(`^http://(127\\.0\\.0\\.1|\\[::1\\]):${port}$`));
  assert.equal((await cli("project list", { DRAWBRIDGE_DATA: data })).code, 0);
});

test("every command and doctor name a record that other users can read, and what makes it usable", async () => {
  const { data, url } = asked;
  const env = { DRAWBRIDGE_DATA: data };
  chmodSync(join(data, "holder"), 0o777);
  const told = `${join(data, "holder")} can be read by others (mode 777): chmod 600 it, or pass --url`;
  for (const words of ["project list", `plan -f ${example}`, "adoption --project shop", "doctor"]) {
    const { code, out, err } = await cli(words, env);
    assert.equal(code, words === "doctor" ? 1 : 5, words);
    const text = `${out}${err}`.replaceAll(/\s+/g, " ");
    assert.ok(text.includes(told), text);
    assert.doesNotMatch(text, /has not recorded where/);
  }
  assert.equal((await cli(`project list --url ${url}`, env)).code, 0);
  chmodSync(join(data, "holder"), 0o600);
  assert.equal((await cli("project list", env)).code, 0);
});

test("a process that has the number of a dead server does not make a stranger that server", async (t) => {
  const dead = await serve(t);
  await kill(dead);
  writeFileSync(join(dead.data, "holder"), JSON.stringify({ ...recordIn(dead.data), pid: process.pid }));
  const { heard } = await stranger(t, undefined, Number(new URL(dead.url).port));
  const { err } = await cli("project list", { DRAWBRIDGE_DATA: dead.data });
  assert.match(
    err,
    new RegExp(
      `did not prove that it is the server recorded in .* \\(process ${process.pid}, started [^,]*\\), and no token was sent`,
    ),
  );
  assert.doesNotMatch(heard(), /authorization/i);
});

test("a proof is of one challenge and of the recorded key, and a challenge has its form", async () => {
  const { data, url } = asked;
  const { key } = recordIn(data).server;
  const proofAt = async (challenge: string) => {
    const response = await fetch(`${url}/admin/v1/server-proof?challenge=${challenge}`);
    return [response.status, ((await response.json()) as { readonly proof?: string }).proof];
  };
  const [one, two] = ["a".repeat(43), "b".repeat(43)];
  assert.deepEqual(await proofAt(one), [200, serverProof(key, one)]);
  assert.deepEqual(await proofAt(two), [200, serverProof(key, two)]);
  for (const wrong of ["", "a", "a".repeat(44), "%00".repeat(43)]) assert.equal((await proofAt(wrong))[0], 422, wrong);
});

test("the recorded address can be named; any other, localhost too, gets a token only if that is named", async (t) => {
  const { data, url } = asked;
  const env = { DRAWBRIDGE_DATA: data };
  assert.equal((await cli(`project list --url ${url}`, env)).code, 0);
  assert.equal((await cli("project list", { ...env, DRAWBRIDGE_URL: url })).code, 0);
  const { heard, url: elsewhere } = await stranger(t);
  for (const name of [elsewhere, url.replace("127.0.0.1", "localhost")]) {
    const { code, err } = await cli(`project list --url ${name}`, env);
    assert.equal(code, 5);
    assert.match(err, /is for http:\/\/127\.0\.0\.1:\d+ alone, where its server is recorded, and was not sent to/);
  }
  assert.doesNotMatch(heard(), /authorization/i);
  await cli(`project list --url ${elsewhere} --token named`, env);
  assert.match(heard(), /authorization: Bearer named\r\n/i);
});

test("a command that goes on finds its server again after a restart, and not a stranger in its place", async (t) => {
  let passed = 0;
  const { now } = performance;
  t.mock.method(performance, "now", () => now.call(performance) + passed);
  // A proof is valid for a second.
  const forget = () => {
    passed += 1_001;
  };
  const data = directories();
  const env = await ownListen();
  const program = await startProgram({ directory: data, env });
  const { port } = new URL(program.urls.admin);
  const prove = provenServer(data, program.urls.admin);
  await prove();
  const before = recordIn(data).server.key;
  await program.stop();
  forget();
  await assert.rejects(prove(), /is no longer recorded/);
  const again = await startProgram({ directory: data, env });
  assert.notEqual(recordIn(data).server.key, before);
  await prove();
  const left = readFileSync(join(data, "holder"), "utf8");
  await again.stop();
  writeFileSync(join(data, "holder"), left, { mode: 0o600 });
  await stranger(t, undefined, Number(port));
  forget();
  await assert.rejects(prove(), /did not prove that it is the server recorded/);
});

test("a listener that says nothing has as long as the request that waits, and gets no token", async (t) => {
  const data = directories();
  const program = await startProgram({ directory: data, env: await ownListen() });
  const left = readFileSync(join(data, "holder"), "utf8");
  await program.stop();
  writeFileSync(join(data, "holder"), left, { mode: 0o600 });
  const { heard } = await stranger(t, () => undefined, Number(new URL(program.urls.admin).port));
  const prove = provenServer(data, program.urls.admin);
  await assert.rejects(prove(1_000), /did not prove within 1 s that it is the server recorded/);
  assert.equal(heard().match(/^GET /gm)?.length, 1);
  assert.doesNotMatch(heard(), /authorization/i);
});

test("a program that speaks no HTTP on the port of a dead server gets a challenge and nothing else", async (t) => {
  const dead = await serve(t);
  await kill(dead);
  let heard = "";
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on("data", (chunk) => (heard += chunk)).on("error", () => undefined);
    socket.write("SSH-2.0-OpenSSH_10.0\r\n");
  });
  server.listen(Number(new URL(dead.url).port), "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  assert.match((await cli("project list", { DRAWBRIDGE_DATA: dead.data })).err, /did not prove that it is the server recorded/);
  assert.doesNotMatch(heard, /authorization/i);
});

test("a node on PostgreSQL records itself in its data directory, and is found as any other", async (t) => {
  const postgres = await openPostgres();
  t.after(() => postgres.close());
  const database = { DRAWBRIDGE_DATABASE_URL: await postgres.database(), DRAWBRIDGE_ADMIN_TOKEN: "x".repeat(40) };
  const [one, two] = [await serve(t, database), await serve(t, database)];
  for (const { data, url } of [one, two]) {
    assert.match(
      (await cli("whoami", { DRAWBRIDGE_DATA: data, ...database })).out,
      new RegExp(`^Server: ${url}\\nSigned in as `),
    );
  }
  const none = directories();
  assert.match((await cli("whoami", { DRAWBRIDGE_DATA: none, ...database })).err, /no running server is recorded/);
  assert.equal((await cli(`whoami --url ${one.url}`, { DRAWBRIDGE_DATA: none, ...database })).code, 0);
  one.child.kill("SIGTERM");
  await once(one.child, "exit");
  assert.ok(!existsSync(join(one.data, "holder")));
});

test("no directory is created for a record, and one that another process has replaced stays", () => {
  const [directory, listening] = [directories(), "127.0.0.1:1"];
  const [first, second] = [
    new ServerRecord({ directory, listening, randomBytes }),
    new ServerRecord({ directory, listening, randomBytes }),
  ];
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
