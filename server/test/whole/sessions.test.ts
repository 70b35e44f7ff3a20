/** Sessions over real sockets: what only a connection shows, and what a restart leaves. */
import assert from "node:assert/strict";
import { request as httpRequest } from "node:http";
import { test } from "node:test";
import { type Program, startProgram } from "../running-program.ts";
import { temporaryDirectories } from "../temporary-directory.ts";

const directories = temporaryDirectories();
const password = "a long enough password";

interface Sent {
  readonly body?: object;
  /** Name and value in turn, as they go over the wire. */
  readonly headers?: readonly string[];
}

interface Got {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly text: string;
}

/** Node's own `fetch` joins header lines and sets some of its own; here nothing is added. */
function ask(program: Program, method: string, path: string, { body, headers = [] }: Sent = {}): Promise<Got> {
  const url = new URL(`/admin/v1/${path}`, program.urls.admin);
  const text = body === undefined ? "" : JSON.stringify(body);
  const own = [
    "Host",
    url.host,
    ...(body === undefined ? [] : ["Content-Type", "application/json", "Content-Length", String(text.length)]),
  ];
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { method, headers: [...own, ...headers] }, (answer) => {
      let received = "";
      answer.on("data", (chunk) => {
        received += chunk;
      });
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: received }));
    });
    request.on("error", reject);
    request.end(text);
  });
}

/** Creates a person with a password. */
async function withAccount(program: Program, login: string): Promise<void> {
  const { body } = await program.admin("POST", "/admin/v1/people", { login, name: login });
  const link = (body.link as { readonly url: string }).url.split("#link=")[1];
  const { status } = await ask(program, "POST", "account-links/redeem", { body: { link, password } });
  assert.equal(status, 200);
}

function cookieIn({ headers }: Got): string {
  return String(headers["set-cookie"]).split(";")[0] ?? "";
}

test("on this machine a session is a plain cookie, and opens from any of the machine's names", async () => {
  await using program = await startProgram({ directory: directories() });
  await withAccount(program, "ada");
  const { port } = new URL(program.urls.admin);
  const entered = await ask(program, "POST", "session", { body: { login: "ada", password } });
  assert.match(
    String(entered.headers["set-cookie"]),
    /^drawbridge=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=604800$/,
  );
  const cookie = cookieIn(entered);
  const status = async (method: string, path: string, ...headers: string[]) =>
    (await ask(program, method, path, { headers: ["Cookie", cookie, ...headers] })).status;
  assert.equal(await status("GET", "session"), 200);
  assert.equal(await status("GET", "session", "Cookie", cookie), 401, "two lines are two cookies");
  assert.equal(await status("GET", "session", "Cookie", "theme=dark"), 200);
  assert.equal(await status("GET", "session", "Authorization", ""), 401, "an empty Authorization is one");
  assert.equal(await status("POST", "sessions/end"), 403, "the request names no origin");
  assert.equal(await status("POST", "sessions/end", "Origin", "http://evil.example"), 403);
  assert.equal(await status("POST", "sessions/end", "Origin", `http://localhost:${port}`), 200);
  assert.equal(await status("GET", "session"), 401);
});

test("with a public URL on https, only the cookie of https counts, whatever the Host header says", async () => {
  const env = { DRAWBRIDGE_PUBLIC_URL: "https://drawbridge.example" };
  await using program = await startProgram({ directory: directories(), env });
  await withAccount(program, "ada");
  const entered = await ask(program, "POST", "session", { body: { login: "ada", password } });
  assert.match(String(entered.headers["set-cookie"]), /^__Host-drawbridge=[\w-]{43}; .*; Secure;/);
  const cookie = cookieIn(entered);
  const plain = cookie.replace("__Host-", "");
  assert.equal((await ask(program, "GET", "session", { headers: ["Cookie", cookie] })).status, 200);
  assert.equal((await ask(program, "GET", "session", { headers: ["Cookie", plain] })).status, 401);
  const own = ["Cookie", cookie, "Origin", program.urls.admin];
  assert.equal((await ask(program, "POST", "sessions/end", { headers: own })).status, 403);
});

for (const listen of ["0.0.0.0:0", ":0"]) {
  test(`where the network reaches the admin API by http at ${listen}, sign-in is refused if no public URL is set`, async () => {
    const env = { DRAWBRIDGE_LISTEN: "127.0.0.1:0", DRAWBRIDGE_ADMIN_LISTEN: listen };
    await using program = await startProgram({ directory: directories(), env });
    const { offered, reason } = JSON.parse((await ask(program, "GET", "sign-in")).text);
    assert.equal(offered, false);
    assert.match(
      reason,
      /^People reach this server at http:\/\/0\.0\.0\.0:[1-9][0-9]*, where anyone on the network could read their session\./,
    );
    const refused = await ask(program, "POST", "session", { body: { login: "ada", password } });
    assert.deepEqual([refused.status, refused.headers["set-cookie"]], [403, undefined]);
  });
}

test("sessions outlive a restart, and what ended before it stays ended", async () => {
  const directory = directories();
  let program = await startProgram({ directory });
  try {
    await withAccount(program, "ada");
    const cookies: string[] = [];
    for (let n = 0; n < 2; n++)
      cookies.push(cookieIn(await ask(program, "POST", "session", { body: { login: "ada", password } })));
    const [kept = "", ended = ""] = cookies;
    await ask(program, "DELETE", "session", { headers: ["Cookie", ended, "Origin", program.urls.admin] });
    await program.stop();
    program = await startProgram({ directory });
    assert.equal((await ask(program, "GET", "session", { headers: ["Cookie", kept] })).status, 200);
    assert.equal((await ask(program, "GET", "session", { headers: ["Cookie", ended] })).status, 401);
  } finally {
    await program.stop();
  }
});

/** Statuses of as many wrong passwords as an address has for nothing, and one more. */
async function guesses(program: Program, ...headers: string[]): Promise<number[]> {
  const statuses: number[] = [];
  for (let n = 0; n < 6; n++) {
    const body = { login: "ada", password: "not the right one" };
    statuses.push((await ask(program, "POST", "session", { body, headers })).status);
  }
  return statuses;
}

test("attempts are counted by where they come from, which only a trusted proxy may say of others", async () => {
  const now = () => Date.parse("2026-11-21T12:00:00Z");
  const alone = await startProgram({ directory: directories(), now });
  const behind = await startProgram({ directory: directories(), now, env: { DRAWBRIDGE_TRUSTED_PROXIES: "127.0.0.1" } });
  const right = { login: "ada", password };
  const enter = async (program: Program, from: string) =>
    (await ask(program, "POST", "session", { body: right, headers: ["X-Forwarded-For", from] })).status;
  try {
    await withAccount(alone, "ada");
    await withAccount(behind, "ada");
    for (const program of [alone, behind])
      assert.deepEqual(await guesses(program, "X-Forwarded-For", "198.51.100.1"), [401, 401, 401, 401, 401, 429]);
    assert.equal(await enter(alone, "203.0.113.5"), 429, "whoever says to be another is the same");
    assert.equal(await enter(behind, "203.0.113.5"), 200);
    assert.equal(await enter(behind, "203.0.113.6, 198.51.100.1"), 429, "what stands before was written by the guesser");
  } finally {
    await Promise.all([alone.stop(), behind.stop()]);
  }
});
