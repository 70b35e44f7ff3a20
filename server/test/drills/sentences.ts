/** Random edits by the command line print no form of machines, and only versions that were typed, declared or sent. */
import assert from "node:assert/strict";
import { type CommandFixture, startCommandFixture } from "../command-fixture.ts";
import { countRequests } from "../counted-requests.ts";
import type { Drill } from "./drill.ts";

type Random = () => number;

const versionText = /(?<![\w.:/-])(?:\d+(?:\.\d+)+[\w.+-]*(?<![.-])|\d+-[a-z0-9][\w.]*)(?![\w%/]| [kMG]?B\b)/g;

const traffic: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  ios: { "2.3.0": 40, "2.4.0": 120, "2.5.1": 80, "2.6.0": 760 },
  android: { "1.9.0": 300, "2.0.0": 150, "2.1.3": 50 },
};
const typed = ["2.3.0", "2.4.0", "2.5.0", "2.5.1", "2.6.0", "2.7.0", "3.0.0", "25.0"];
const seen = Object.values(traffic).flatMap((versions) => Object.keys(versions));

const manifest = `apiVersion: drawbridge/v1
project: acme
name: Acme
languages: [en, de]
stores: { apple: "https://apps.apple.com/app/id1", android: "https://play.google.com/store/apps/details?id=acme" }
platforms:
  ios: { minimum: "2.4.0", releases: [{ version: "2.6.0" }, { version: "2.7.0" }] }
  android: {}
instances:
  eu-1: { name: Acme Europe }
  us-1: { name: Acme US }
`;

/** A round is an edit, of five kinds in turn. */
export const rounds = 300;

export const run: Drill["run"] = async (rounds, random) => {
  const ends: (() => unknown)[] = [];
  const fixture = await startCommandFixture({ after: (end) => void ends.push(end as () => unknown) });
  try {
    return await editAndRead(fixture, rounds, random);
  } finally {
    for (const end of ends) await end();
  }
};

async function editAndRead(fixture: CommandFixture, rounds: number, random: Random): Promise<string> {
  const { server, run, apply } = fixture;
  assert.equal((await apply(manifest)).code, 0);
  for (const [platform, versions] of Object.entries(traffic)) countRequests(server, platform, versions);
  let made = 0;
  for (let round = 0; round < rounds; round++) {
    const line = kinds[round % kinds.length]?.(random) ?? "";
    const { code, out, err } = await run(`${line} --project acme`);
    assert.notEqual(code, 2, `${line}\n${err}`);
    // An error can name the ids to choose from.
    if (code !== 0) continue;
    readText(line, out);
    made++;
    const history = await run("history --project acme --limit 3");
    readText(`history after ${line}`, history.out);
    for (const row of history.out.trim().split("\n")) assert.match(row, /^rev \d+ {2}\S.* {2}\S|^Older: /, row);
  }
  assert.ok(made >= rounds / 2, `only ${made} of ${rounds} edits were made`);
  return `${made} of ${rounds} edits read`;
}

function readText(line: string, text: string): void {
  // Commands to repeat are not sentences: they have ids and options.
  const said = text.replaceAll(/^(?:To undo it|To end it|Older|Next): .*$|^ {2}.*drawbridge .*$/gm, "");
  const known = new Set([...typed, ...seen]);
  const versions = [...said.matchAll(versionText)].map(([version]) => version);
  const named = [...said.matchAll(/\b(?:iOS|Android) (?:above |below )?(\d(?:[\w.+-]*\w)?)/g)].map(([, version = ""]) => version);
  for (const version of [...versions, ...named]) assert.ok(known.has(version), `${line}: ${version}\n${said}`);
}

const anyway = '--yes --override locks_out --override unseen_version --override every_version_blocked --reason "a drill"';

function pick<T>(random: Random, from: readonly T[]): T {
  return from[Math.floor(random() * from.length)] as T;
}

function policyEdit(random: Random): string {
  const version = () => pick(random, typed);
  const option = pick(random, [
    () => `--minimum ${version()}`,
    () => `--recommended ${version()}`,
    () => `--block ${version()}`,
    () => `--blocked ">=2.5.0 <2.6.0"`,
    () => "--no-blocked",
    () => "--no-minimum",
    () => `--exempt ${version()}`,
  ]);
  return `policy set --platform ${pick(random, ["ios", "android"])} ${option()} ${anyway}`;
}

function windowEdit(random: Random): string {
  const repeat = pick(random, [
    "FREQ=WEEKLY;BYDAY=TU",
    "FREQ=DAILY;COUNT=5",
    "FREQ=MONTHLY;BYDAY=1TU;UNTIL=20280101",
    "FREQ=WEEKLY;INTERVAL=2",
    "",
  ]);
  const rule = repeat === "" ? "" : ` --repeat ${repeat} ${random() < 0.3 ? "--except 2026-12-08" : ""}`;
  const scope = pick(random, ["--instance eu-1", "--instance us-1 --instance eu-1", "--platform ios", ""]);
  const length = pick(random, ["--for 2h", "--for 45m", "--for 1h30m"]);
  const title = pick(random, ["Backup --id backup", '"Database upgrade" --id upgrade', "Reindex --id reindex"]);
  // A Tuesday, the first of its month.
  return `maintenance schedule --title ${title} --start 2026-12-01T02:00 --zone Europe/Rome ${length} ${scope}${rule} --yes`;
}

function verb(random: Random): string {
  return pick(random, [
    "maintenance start --instance eu-1 --for 30m",
    'maintenance start --whole-project --for 1h --reason "Disk full"',
    "maintenance start --title Hotfix --platform ios --for 15m",
    "maintenance extend --by 15m",
    "maintenance complete",
    "maintenance complete --reason done",
  ]);
}

function textEdit(random: Random): string {
  return pick(random, [
    'project set --message-upgrade "de=Bitte jetzt laden." --message-upgrade "en=Get the new version." --yes',
    'project set --message-maintenance "en=Back at {end_time}." --message-maintenance "de=Bis {end_time}." --yes',
    `project set --store-apple https://apps.apple.com/app/id${Math.floor(random() * 99)} --yes`,
    `project set --reminder ${pick(random, ["2h", "90m", "1d"])} --yes`,
    `project set --ttl ${pick(random, ["30s", "1m", "5m"])} --without-window ${pick(random, ["null", "epoch"])} --yes`,
  ]);
}

function otherEdit(random: Random): string {
  return pick(random, [
    `key create --name "App ${Math.floor(random() * 9)}"`,
    `instance set ap-1 --name ${pick(random, ["Asia", "Tokyo", "Sydney"])} --yes`,
    `instance set eu-1 --name "Acme Europe" --reminder ${pick(random, ["2h", "12h"])} --yes`,
    `project set --lock-out-limit ${pick(random, [10, 20, 50])} --yes`,
    `policy release --platform ios --version ${pick(random, typed)} --date 2026-11-16 --yes`,
    `policy step --platform android --at 2027-03-01T09:00 --zone Europe/Rome --minimum ${pick(random, typed)} ${anyway}`,
    `protection set --reason-required ${pick(random, ["off", "off"])} --yes`,
  ]);
}

const kinds = [policyEdit, windowEdit, verb, textEdit, otherEdit];
