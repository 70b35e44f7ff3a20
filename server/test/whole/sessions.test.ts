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
