/** Any credential that is not exactly one valid one, in its own place, opens nothing. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { hashCredential } from "../../src/base/hash.ts";
import { credentialNamed } from "../permission-names.ts";
import { environmentToken as environment, permissionProgram, sessionOf } from "../permission-world.ts";
import { exchange, type RawResponse } from "../raw-socket.ts";
import { temporaryDirectories } from "../temporary-directory.ts";

/** Good ones: of an administrator, of a project's owner, of an app, of a calendar. */
const token = credentialNamed("dba_", "t_administrator");
const owners = credentialNamed("dba_", "t_ours_owner");
const readKey = credentialNamed("dbr_", "k_ours");
const feedToken = credentialNamed("dbf_", "f_ours");
const session = `Cookie: drawbridge=${sessionOf("u_administrator").id}`;

const { program, port } = await permissionProgram(temporaryDirectories()(), { env: { DRAWBRIDGE_TRUSTED_PROXIES: "127.0.0.1" } });

after(() => program.stop());

let asked = 0;

/** Each from another client: the limit on what opens nothing would answer before it was looked at. */
async function ask(method: string, target: string, lines: readonly string[]): Promise<RawResponse> {
  asked++;
  const from = `X-Forwarded-For: 198.18.${asked >> 8}.${asked & 255}`;
  const head = [`${method} ${target} HTTP/1.1`, "Host: localhost", "Content-Length: 0", "Connection: close", from, ...lines];
  const { responses } = await exchange(port, `${head.join("\r\n")}\r\n\r\n`);
  return responses[0] ?? assert.fail("no answer");
}

const bearer = (text: string) => [`Authorization: Bearer ${text}`];
const base64 = (text: string) => Buffer.from(text, "latin1").toString("base64");

/** Texts that many languages print for nothing. */
const nothings = ["", " ", "undefined", "null", "None", "false", "[object Object]", "{}", "''"];

/** Header lines that hold a good token, or nearly one, in a form that is none. */
const nearlyGood: readonly (readonly string[])[] = [token, environment].flatMap((good) => [
  [`Authorization: ${good}`],
  [`Authorization: Bearer  ${good}`],
  [`Authorization: Bearer\t${good}`],
  [`Authorization: Bearer ${good};`],
  [`Authorization: Bearer ${good} ${good}`],
  [`Authorization: Bearer ${good}, Bearer ${good}`],
  [`Authorization: Bearer ${good}\u0000`],
  [`Authorization: Bearer Bearer ${good}`],
  [`Authorization: Token ${good}`],
  [`Authorization: Basic ${base64(`${good}:`)}`],
  [`Authorization: Bearer ${base64(good)}`],
  [`Authorization: Bearer ${good.replaceAll("_", "%5f").replaceAll("-", "%2d")}`],
  [`Authorization: Bearer ${good.toLowerCase() === good ? good.toUpperCase() : good.toLowerCase()}`],
  [`Authorization: Bearer ${good.slice(0, -1)}`],
  [`Authorization: Bearer ${good}x`],
  [`Authorization: Bearer ${hashCredential(good)}`],
  [...bearer(good), ...bearer(good)],
  [...bearer(good), "Authorization:"],
  [...bearer("x"), ...bearer(good)],
  [`Proxy-Authorization: Bearer ${good}`],
  [`X-Api-Key: ${good}`],
  [`Cookie: drawbridge=${good}`],
  [`Cookie: __Host-drawbridge=${good}`],
]);

/** Credentials for another purpose, and revoked or expired ones. */
const others = [
  readKey,
  feedToken,
  `dbl_${token.slice(4)}`,
  `dba_${readKey.slice(4)}`,
  credentialNamed("dba_", "t_unknown"),
  ...["t_ours_expired", "t_ours_revoked", "t_everything_expired", "t_everything_revoked"].map((id) =>
    credentialNamed("dba_", id),
  ),
  ...["t_administrator", "u_administrator", "environment", "system", "first", "administrator", "owner", "dba_", "*", "%"],
  "__proto__",
  "constructor",
  "' or '1'='1",
  "a".repeat(128),
  "a".repeat(8_000),
];

function sent(): (readonly string[])[] {
  return [
    [],
    ...nothings.flatMap((text) => [
      [`Authorization: ${text}`],
      bearer(text),
      [`Cookie: ${text}`],
      [`Cookie: drawbridge=${text}`],
      [`Cookie: __Host-drawbridge=${text}`],
    ]),
    ...nearlyGood,
    ...others.flatMap((text) => [bearer(text), [`Cookie: drawbridge=${text}`], [`Cookie: __Host-drawbridge=${text}`]]),
    [`X-Api-Key: ${readKey}`],
    [`X-Api-Key: ${readKey}`, ...bearer(readKey)],
    [session, session],
    [session, "Authorization:"],
  ];
}

describe("in the admin API", () => {
  test("exactly one valid token in its own header opens it, with the scheme in any case", async () => {
    for (const good of [token, environment]) {
      for (const scheme of ["Bearer", "bearer", "BEARER"]) {
        assert.equal((await ask("GET", "/admin/v1/tokens", [`Authorization: ${scheme} ${good}`])).status, 200);
      }
    }
    assert.equal((await ask("GET", "/admin/v1/projects/ours/tokens", bearer(owners))).status, 200);
  });

  test("exactly one session opens it, and changes something only from a page at one of this machine's names", async () => {
    for (const lines of [[session], [session, "Cookie: theme=dark"]])
      assert.equal((await ask("GET", "/admin/v1/tokens", lines)).status, 200);
    const compact = async (...lines: string[]) => (await ask("POST", "/admin/v1/compact", [session, ...lines])).status;
    assert.equal(await compact(), 403, "the request names no origin");
    assert.equal(await compact("Origin: http://evil.example"), 403);
    assert.equal(await compact(`Origin: http://localhost:${port}`), 200);
  });

  test("nothing else opens it", async () => {
    for (const lines of sent()) {
      for (const [method, target] of [
        ["GET", "/admin/v1/status"],
        ["DELETE", "/admin/v1/projects/ours"],
      ] as const) {
        const { status } = await ask(method, target, [...lines, "If-Match: *"]);
        // 400: it is not even a request.
        assert.ok(status === 401 || status === 400, `${method} ${target} with ${JSON.stringify(lines)} → ${status}`);
      }
    }
  });

  test("a token in an address or in a body opens nothing", async () => {
    for (const name of ["access_token", "token", "authorization", "key", "api_key"]) {
      assert.equal((await ask("GET", `/admin/v1/status?${name}=${token}`, [])).status, 401);
    }
    assert.equal((await ask("GET", `http://x:${token}@localhost:${port}/admin/v1/status`, [])).status, 400);
  });

  test("refusals have the same message, whatever is wrong with the token", async () => {
    const texts = [...others.filter((text) => text.length >= 16 && text.length <= 128), `${token}x`, token.toLowerCase()];
    const bodies = await Promise.all(texts.map(async (text) => (await ask("GET", "/admin/v1/status", bearer(text))).body));
    assert.equal(new Set(bodies).size, 1);
  });
});
