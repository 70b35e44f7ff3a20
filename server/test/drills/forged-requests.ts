/**
 * Floods a server with forged requests, from 1 address, 16, and 65 536 networks: to hide that a change locks users out, and to make
 * one look as if it did. No answer changes, a dated step takes place at its instant, and reviews stay valid.
 */
import assert from "node:assert/strict";
import { connect } from "node:net";
import { type Program, type ReadBody, startProgram } from "../running-program.ts";
import { inTemporaryDirectory } from "../temporary-directory.ts";
import type { Drill } from "./drill.ts";

/** One round is one forged request of each flood. */
export const forgedRequests: Drill = {
  name: "forged-requests",
  rounds: 100_000,
  run: (rounds, random) => inTemporaryDirectory((directory) => flooded(directory, rounds, random)),
};

const base = "/admin/v1/projects/acme";
const policies = `${base}/platforms`;
const rules = { minimum: "2.4.0", recommended: "2.5.0" };
const instant = Date.parse("2027-03-01T12:00:00Z");
const step = { at: "2027-03-01T12:00", minimum: "2.6.0" };
/** A version that no change forces, and one that each does. */
const forged = ["99.9.9", "2.4.5"];
const senders = [1, 16, 65_536];
const always = { "if-match": "*" };

async function flooded(directory: string, requests: number, random: () => number): Promise<string> {
  const clock = { now: instant - Math.ceil(random() * 2 * 3_600_000) };
  const env = { DRAWBRIDGE_TRUSTED_PROXIES: "127.0.0.1" };
  await using program = await startProgram({ directory, now: () => clock.now, env });
  const platforms = { ios: { ...rules, releases: [{ version: "2.4.0" }, { version: "2.6.0" }] }, android: rules };
  const stores = { apple: "https://apps.example/a", android: "https://apps.example/b" };
  const manifest = { apiVersion: "drawbridge/v1", project: "acme", stores, platforms };
  await ask(program, "PUT", `${base}/manifest`, manifest, { "if-none-match": "*" });
  const key = String((await ask(program, "POST", `${base}/keys`, { name: "app" })).key);
  await flood(program, key, 200, () => ["2.4.0", "192.0.2.1"]);
  await ask(program, "PATCH", `${policies}/ios?override=locks_out&reason=planned`, { step }, always);
  const { reviewed } = await ask(program, "PATCH", `${policies}/android?dry_run=true`, { minimum: "2.5.0" }, always);
  const before = await answers(program, key);
  for (const count of senders) {
    for (const version of forged) {
      await flood(program, key, requests, (index) => [version, address(index, count, random)]);
      assert.deepEqual(await answers(program, key), before, `${count} senders of ${version}`);
      const set = ["policy", "set", "--project", "acme", "--platform", "ios", "--minimum", "99.9.9", "--yes"];
      const { code, err } = await program.cli(...set);
      assert.deepEqual([code, err.includes("unseen_version")], [3, true], err);
    }
  }
  const publish = `${policies}/android?override=locks_out&reason=reviewed&reviewed=${reviewed}`;
  await ask(program, "PATCH", publish, { minimum: "2.5.0" }, always);
  clock.now = instant - 1;
  assert.equal(await isForced(program, key), false);
  clock.now = instant;
  assert.equal(await isForced(program, key), true);
  const { commits } = await ask(program, "GET", `${base}/history?limit=10`);
  assert.deepEqual(new Set((commits as { actor: string }[]).map(({ actor }) => actor)).has("system"), false);
  return `${requests} forged requests each way from ${senders.join(", ")} networks: no answer changed, and the step took place`;
}

async function ask({ admin }: Program, ...asked: Parameters<Program["admin"]>): Promise<ReadBody> {
  const { status, body } = await admin(...asked);
  assert.ok(status === 200 || status === 201, JSON.stringify(body));
  return body;
}

/** Answers of both endpoints for versions that the policies, the step and the floods name. */
async function answers(program: Program, key: string): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const platform of ["ios", "android"])
    for (const version of ["2.3.9", "2.4.0", "2.5.0", "2.6.0", ...forged])
      for (const endpoint of ["config", "gate"]) {
        const { status, body, headers } = await program.read(
          `/api/v1/${endpoint}?platform=${platform}&current_version=${version}`,
          key,
        );
        found.push([status, body, headers.get("etag"), headers.get("cache-control")]);
      }
  return found;
}

async function isForced(program: Program, key: string): Promise<unknown> {
  return (await program.read("/api/v1/config?platform=ios&current_version=2.5.0", key)).body.force_upgrade;
}

/** An address in one of `count` networks of 64 bits. */
function address(index: number, count: number, random: () => number): string {
  return `2001:db8:0:${(index % count).toString(16)}::${(1 + Math.floor(random() * 65_535)).toString(16)}`;
}

const connections = 4;
/** Requests of a connection in one piece. */
const atOnce = 100;

/** Resolves when all requests are answered. @param one version and address of each */
async function flood(
  { urls }: Program,
  key: string,
  requests: number,
  one: (index: number) => readonly [string, string],
): Promise<void> {
  let sent = 0;
  const next = (): string => {
    const [version, from] = one(sent);
    const platform = sent++ % 2 === 0 ? "ios" : "android";
    const target = `/api/v1/config?platform=${platform}&current_version=${version}`;
    return `GET ${target} HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${key}\r\nX-Forwarded-For: ${from}\r\n\r\n`;
  };
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = connect({ port: Number(new URL(urls.config).port), host: "127.0.0.1" });
      const chunks: AsyncIterator<Buffer> = socket[Symbol.asyncIterator]();
      let rest = "";
      while (sent < requests) {
        const count = Math.min(atOnce, requests - sent);
        socket.write(Array.from({ length: count }, next).join(""));
        for (let left = count; left > 0; ) {
          const { value, done } = await chunks.next();
          assert.ok(!done, "the server closed the connection");
          const parts = (rest + value.toString("latin1")).split("HTTP/1.1 200 OK\r\n");
          left -= parts.length - 1;
          // The beginning of a status line that was cut.
          rest = (parts.at(-1) ?? "").slice(-16);
        }
      }
      socket.destroy();
    }),
  );
}
