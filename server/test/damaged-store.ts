/** Damages a real store, starts the program on it, and reads: each answer is as before, or the start is refused with one sentence. */
import assert from "node:assert/strict";
import { cpSync, existsSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { replicaName } from "../src/store/sqlite/lost-volume.ts";
import { createProject, type Program, startProgram } from "./running-program.ts";

const faults = [
  "flip",
  "many flips",
  "zeroed page",
  "truncation",
  "garbled row",
  "deleted row",
  "garbled change",
  "flip in the log file",
] as const;
type Fault = (typeof faults)[number];

const now = () => Date.UTC(2026, 10, 22, 12);
/** Token from the environment: a stored one can be damaged too. */
const operator = "operator-0123456789-0123456789-0123456789";
const projects = ["north", "south", "east", "west"];

interface Question {
  readonly project: string;
  readonly path: string;
  readonly key: string;
}

interface SoundStore {
  readonly directory: string;
  readonly questions: readonly Question[];
  readonly answers: readonly string[];
}

interface Outcome {
  /** Rows that `/status` says were rebuilt, and its problem with the store. */
  readonly rebuilt: number;
  readonly problem: string | null;
  /** Null means it started. */
  readonly refusal: string | null;
}

/** Four projects with keys, windows and a history, from an orderly stop; in `killed`, as after a kill. */
async function createSampleStore(directory: string, killed: string): Promise<SoundStore> {
  await using program = await startProgram({ directory, now });
  const questions: Question[] = [];
  for (const project of projects) {
    const key = await createProject(program, contentWith("1.0"), project);
    const paths = ["ios", "android"].flatMap((platform) =>
      ["0.9", "1.5", "2.5"].map((version) => `/api/v1/config?platform=${platform}&current_version=${version}`),
    );
    for (const path of [...paths, "/api/v1/maintenance?instanceId=eu-1"]) questions.push({ project, key, path });
  }
  for (const minimum of ["1.1", "1.2", "2.0"])
    for (const project of projects) {
      const manifest = { apiVersion: "drawbridge/v1", project, ...contentWith(minimum) };
      const { status } = await program.admin("PUT", `/admin/v1/projects/${project}/manifest`, manifest, { "if-match": "*" });
      assert.equal(status, 200);
    }
  const answers: string[] = [];
  for (const question of questions) answers.push(await answerTo(program, question));
  cpSync(directory, killed, { recursive: true });
  return { directory, questions, answers };
}

/** @param hasCopy whether the node has its copy of the rows */
async function startDamaged(
  store: SoundStore,
  killed: string,
  directory: string,
  fault: Fault,
  random: () => number,
  hasCopy: boolean,
): Promise<Outcome> {
  cpSync(fault === "flip in the log file" ? killed : store.directory, directory, { recursive: true });
  if (!hasCopy) rmSync(join(directory, replicaName), { force: true });
  damage(directory, fault, random);
  let program: Program;
  try {
    program = await startProgram({ directory, now, env: { DRAWBRIDGE_ADMIN_TOKEN: operator } });
  } catch (error) {
    assert.ok(error instanceof DrawbridgeError, `a stack trace: ${(error as Error).stack}`);
    assert.doesNotMatch(error.message, /\n|\bat .*\.ts:/);
    return { rebuilt: 0, problem: null, refusal: error.message };
  }
  try {
    return await ask(program, store, fault);
  } finally {
    await program.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

async function ask(program: Program, { questions, answers }: SoundStore, fault: Fault): Promise<Outcome> {
  for (const [i, question] of questions.entries()) {
    const answer = await answerTo(program, question);
    // SQLite drops a damaged end of its write-ahead log: an earlier state is answered, and the loss is reported.
    if (fault === "flip in the log file") assert.match(answer, /^(200|401) /);
    else assert.equal(answer, answers[i], `${question.project} ${question.path}`);
  }
  const { body } = await program.admin("GET", "/admin/v1/status");
  const [source] = body.sources as { rebuilt_rows: number; problem: string | null }[];
  for (const project of projects) {
    const { status } = await program.admin("GET", `/admin/v1/projects/${project}`);
    // A write-ahead log that lost its end can lack the access token or the project.
    if (fault !== "flip in the log file") assert.ok([200, 401, 503].includes(status), `${project}: ${status}`);
  }
  return { rebuilt: source?.rebuilt_rows ?? 0, problem: source?.problem ?? null, refusal: null };
}

function damage(directory: string, fault: Fault, random: () => number): void {
  const file = join(directory, "drawbridge.db");
  const log = `${file}-wal`;
  const below = (most: number) => Math.floor(random() * most);
  if (fault === "flip") flip(file, 1, below);
  else if (fault === "many flips") flip(file, 100, below);
  else if (fault === "flip in the log file") flip(existsSync(log) ? log : file, 1, below);
  else if (fault === "truncation") truncateSync(file, below(statSync(file).size));
  else if (fault === "zeroed page") {
    const bytes = readFileSync(file);
    const page = 4096 * (1 + below(bytes.length / 4096 - 1));
    writeFileSync(file, bytes.fill(0, page, page + 4096));
  } else garble(file, fault, below);
}

function flip(file: string, times: number, below: (most: number) => number): void {
  const bytes = readFileSync(file);
  for (let i = 0; i < times; i++) {
    const at = below(bytes.length);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << below(8));
  }
  writeFileSync(file, bytes);
}

/** Damages the file through SQL, as an editor or a defect would. */
function garble(file: string, fault: Fault, below: (most: number) => number): void {
  const db = new DatabaseSync(file);
  const rows = db.prepare("select project, kind, id from resources where project <> ''").all();
  const { project, kind, id } = rows[below(rows.length)] as Record<string, string>;
  const where = "where project = ? and kind = ? and id = ?";
  const names = [project ?? "", kind ?? "", id ?? ""];
  const edits = [
    "set value = '[]'",
    "set value = '{'",
    "set value = 'null'",
    "set value = replace(value, '2.0', '2.1') || ' '",
    "set kind = 'unheard_of'",
    "set schema = 77",
    "set schema = -1",
    "set id = id || 'x'",
    "set revision = 9007199254740993",
    "set project = project || 'x'",
  ];
  if (fault === "garbled change") {
    db.exec(`update changes set value = replace(value, '2.0', '9.0') where value like '%"2.0"%'`);
    db.close();
    return;
  }
  if (fault === "deleted row") db.prepare(`delete from resources ${where}`).run(...names);
  else db.prepare(`update resources ${edits[below(edits.length)]} ${where}`).run(...names);
  db.close();
}

function contentWith(minimum: string): object {
  return {
    languages: ["en", "de"],
    platforms: {
      ios: { minimum, recommended: "3.0", blocked: ["2.5"], store: "none" },
      android: { minimum, store: "none", blocked: [">=1.5 <1.6"] },
    },
    instances: { "eu-1": { name: "Europe" }, "us-1": { name: "America" } },
    windows: { move: { instances: ["eu-1"], start: "2026-11-22T10:00", zone: "UTC", duration: "PT4H" } },
  };
}

async function answerTo(program: Program, { path, key }: Question): Promise<string> {
  const response = await fetch(program.urls.config + path, { headers: { "x-api-key": key } });
  return `${response.status} ${await response.text()}`;
}

/** Returns a line for each fault, without and with the copy of the rows. @param directory a new one @param random from 0 to 1 */
export async function repeatDamage(directory: string, rounds: number, random: () => number): Promise<string[]> {
  const killed = join(directory, "killed");
  const store = await createSampleStore(join(directory, "sound"), killed);
  const lines: string[] = [];
  for (const fault of faults) {
    for (const hasCopy of [false, true]) {
      const outcomes: Outcome[] = [];
      for (let round = 0; round < rounds; round++) {
        const name = join(directory, `${fault} ${round} ${hasCopy}`);
        const outcome = await startDamaged(store, killed, name, fault, random, hasCopy);
        const { refusal, problem, rebuilt } = outcome;
        if (hasCopy) assert.equal(refusal, null, fault);
        if (fault === "garbled change")
          assert.match(refusal ?? problem ?? "", /does not match its checksum\. .* restore a backup/);
        if (fault === "garbled row" || fault === "deleted row") assert.ok(rebuilt > 0, refusal ?? fault);
        outcomes.push(outcome);
      }
      const refused = outcomes.filter(({ refusal }) => refusal !== null).length;
      const rebuilt = outcomes.filter(({ rebuilt }) => rebuilt > 0).length;
      const copied = outcomes.filter(({ problem }) => problem !== null).length;
      const starts = `${fault}, ${hasCopy ? "with" : "without"} a copy: ${rounds} starts`;
      lines.push(`${starts}, ${refused} refused, ${rebuilt} rebuilt, ${copied} answered from the copy, no wrong answer`);
    }
  }
  return lines;
}
