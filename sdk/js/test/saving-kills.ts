/** Apps that are killed while they save their work before a block: the next start saves it. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { inTemporaryDirectory } from "../../../server/test/temporary-directory.ts";
import { type FaultyServer, startFaultyServer } from "../../conformance/faulty-server.ts";

const app = join(import.meta.dirname, "saving-app.ts");
/** ms after which a start that does not get that far is ended. */
const timeout = 60_000;

/** @returns a sentence with the counts */
export async function runSavingKills(rounds: number, random: () => number): Promise<string> {
  const server = await startFaultyServer();
  let saved = 0;
  try {
    await inTemporaryDirectory(async (directory) => {
      for (let round = 0; round < rounds; round++) if (await isSavedAfterKill(server, directory, random)) saved++;
    });
  } finally {
    await server.close();
  }
  assert.equal(saved, rounds, `the work was saved after ${saved} of ${rounds} kills`);
  return `the work was saved after ${saved} of ${rounds} kills`;
}

async function isSavedAfterKill({ url }: FaultyServer, directory: string, random: () => number): Promise<boolean> {
  const behave = (answer: string) => fetch(`${url}/control`, { method: "PUT", body: JSON.stringify({ answer, maxAge: 0 }) });
  const saved = join(directory, "saved");
  rmSync(saved, { force: true });
  writeFileSync(join(directory, "work"), "half a sentence");
  await behave("forced");
  await runApp([url, directory, "hang"], async (line, kill) => {
    assert.equal(line, "saving");
    await setTimeout(random() * 5);
    kill();
  });
  assert.ok(!existsSync(saved), "killed before the work was saved");
  let isSaved = false;
  const lines: string[] = [];
  await runApp([url, directory], async (line) => {
    lines.push(line);
    if (line !== "blocked") return;
    isSaved = existsSync(saved);
    await behave("open");
  });
  assert.deepEqual(lines, ["saving", "blocked", "open"]);
  return isSaved;
}

async function runApp(argv: readonly string[], follow: (line: string, kill: () => void) => Promise<void>): Promise<void> {
  const child = spawn(process.execPath, [app, ...argv], { stdio: ["ignore", "pipe", "inherit"], timeout });
  const ended = once(child, "close");
  for await (const line of createInterface(child.stdout)) await follow(line, () => child.kill("SIGKILL"));
  await ended;
}
