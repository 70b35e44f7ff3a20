/** Requests of apps, sent over the read API and counted by the program. */
import assert from "node:assert/strict";
import type { Program } from "../../server/test/running-program.ts";

/** Requests by version. */
export type Versions = Readonly<Record<string, number>>;

/** Requests under way together. */
const atOnce = 16;

/** Creates a read key of the project. Returns its text. */
export async function createKey(program: Program, project: string): Promise<string> {
  const { status, body } = await program.admin("POST", `/admin/v1/projects/${project}/keys`, { name: "store app" });
  assert.equal(status, 201, JSON.stringify(body));
  return String(body.key);
}

export async function sendRequests(program: Program, key: string, platform: string, versions: Versions): Promise<void> {
  const waiting = Object.entries(versions).flatMap(([version, count]) => new Array<string>(count).fill(version));
  const send = async () => {
    for (let version = waiting.pop(); version !== undefined; version = waiting.pop()) {
      const { status } = await program.read(`/api/v1/config?platform=${platform}&current_version=${version}`, key);
      assert.equal(status, 200);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, send));
}
