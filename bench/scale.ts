/** Start and changes of a large installation: many projects, each with instances and a key. */

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { credentialBytes, generateCredential } from "drawbridge-rules/credentials/credential-text.ts";
import { readKeyChoices } from "drawbridge-rules/credentials/read-key.ts";
import { blankProject } from "drawbridge-rules/project/project.ts";
import { currentSchema } from "drawbridge-rules/project/project-state.ts";
import { absentMembers } from "drawbridge-rules/values/member.ts";
import { hashCredential } from "../server/src/base/hash.ts";
import { createReadKey } from "../server/src/log/credential-index.ts";
import { openSqliteStore } from "../server/src/store/sqlite/sqlite-store.ts";
import type { Change } from "../server/src/store/store.ts";
import { type Pinned, startPinned } from "./pinned.ts";
import { spread, table } from "./spread.ts";

export interface Scale {
  /** From the start of the process, ms. */
  readonly readyMs: number;
  readonly rssMb: number;
  readonly firstReadMs: number;
  readonly secondReadMs: number;
  readonly firstEdit: Edit;
  /** Medians of the twenty later ones, each of another project. */
  readonly nextEdits: Edit;
}

export interface Edit {
  /** Time that a PATCH of one project takes until its client has the answer. */
  readonly ms: number;
  /** The longest blocking of the event loop in that time, ms; includes a sleep of 1 ms. */
  readonly blockedMs: number;
}

interface Urls {
  readonly config: string;
  readonly admin: string;
  readonly readyMs: number;
}

export async function benchScale(projects: number, instances: number, print: (text: string) => void): Promise<Scale> {
  const data = mkdtempSync(join(tmpdir(), "drawbridge-scale-"));
  try {
    const key = await fill(data, projects, instances);
    const script = join(import.meta.dirname, "drawbridge-server.ts");
    // The first start writes Node's compile cache, which an installation has from its second start on.
    await (await startPinned<Urls>(script, [data], 0)).stop();
    const server = await startPinned<Urls>(script, [data], 0);
    try {
      const scale = await measureScale(server, data, key);
      print(table([["", `${projects} projects × ${instances} instances`], ...rowsOf(scale)]));
      return scale;
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}

async function measureScale(server: Pinned<Urls>, data: string, key: string): Promise<Scale> {
  const { config, admin, readyMs } = server.ready;
  const { rss } = await server.usage();
  const read = () => fetch(`${config}/api/v1/config?platform=ios&current_version=2.3.0`, { headers: { "x-api-key": key } });
  // The client's own first request must not be measured.
  await fetch(`${config}/healthz`);
  const firstReadMs = await timed(read);
  const secondReadMs = await timed(read);
  const authorization = `Bearer ${readFileSync(join(data, "admin-token"), "utf8").trim()}`;
  const firstEdit = await measureEdit(server, `${admin}/admin/v1/projects/project-0`, authorization);
  const next: Edit[] = [];
  for (let i = 1; i <= 20; i++) next.push(await measureEdit(server, `${admin}/admin/v1/projects/project-${i}`, authorization));
  const median = (of: keyof Edit) => spread(next.map((edit) => edit[of])).median;
  const nextEdits = { ms: median("ms"), blockedMs: median("blockedMs") };
  return { readyMs, rssMb: rss / 1e6, firstReadMs, secondReadMs, firstEdit, nextEdits };
}

async function measureEdit(server: Pinned<Urls>, url: string, authorization: string): Promise<Edit> {
  const etag = (await fetch(url, { headers: { authorization } })).headers.get("etag") ?? "";
  await server.ask({ watch: true });
  const ms = await timed(() =>
    fetch(url, {
      method: "PATCH",
      headers: { authorization, "if-match": etag, "content-type": "application/merge-patch+json" },
      body: JSON.stringify({ name: "Another name" }),
    }),
  );
  const { blockedMs } = await server.ask<{ blockedMs: number }>({ watched: true });
  return { ms, blockedMs };
}

/** Milliseconds until the complete answer; anything but a 200 is an error. */
async function timed(ask: () => Promise<Response>): Promise<number> {
  const begun = performance.now();
  const response = await ask();
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${response.status}: ${text}`);
  return performance.now() - begun;
}

async function fill(data: string, projects: number, instances: number): Promise<string> {
  const store = await openSqliteStore({ directory: data });
  const keys = Array.from({ length: projects }, (_, i) => generateCredential("dbr_", random(i)));
  for (const [index, key] of keys.entries()) {
    const project = `project-${index}`;
    const changes = changesOf(project, instances, key);
    const claim = [{ text: hashCredential(key), project, id: "k_1", imported: false }];
    await store.commit({ at: 0, actor: "bench", reason: "", overridden: [], changes, expect: [], claim });
  }
  await store.close();
  return keys[0] ?? "";
}

/** Different for each `seed`, and the same in every run. */
function random(seed: number): Uint8Array {
  return Uint8Array.from({ length: credentialBytes }, (_, i) => (Math.imul(seed + 1, 2_654_435_761) >>> (i % 24)) + i * 7);
}

const unlimited = { ...absentMembers(readKeyChoices), name: "first" };

function changesOf(project: string, instances: number, key: string): Change[] {
  const change = (kind: Change["kind"], id: string, value: object): Change => ({
    project,
    kind,
    id,
    schema: currentSchema,
    value: JSON.stringify(value),
  });
  const policy = { minimum: "2.4.0", recommended: "2.6.0", blocked: ["2.5.0"], exempt: [] };
  return [
    change("project", "", blankProject(project)),
    change("platform", "ios", { store: "apple", stores: { android: null, apple: "https://example.org/app" }, policy }),
    change("read_key", "first", createReadKey(unlimited, key, 0, false)),
    ...Array.from({ length: instances }, (_, i) =>
      change("instance", `instance-${i}`, { name: `Instance ${i}`, reminder: null }),
    ),
  ];
}

function rowsOf(scale: Scale): string[][] {
  return [
    ["time to ready, ms", scale.readyMs.toFixed(0)],
    ["RSS, MB", scale.rssMb.toFixed(0)],
    ["first read of a project, ms", scale.firstReadMs.toFixed(1)],
    ["second read, ms", scale.secondReadMs.toFixed(1)],
    ["first edit of the process, ms", scale.firstEdit.ms.toFixed(1)],
    ["  longest block of the loop meanwhile, ms", scale.firstEdit.blockedMs.toFixed(1)],
    ["an edit (median of the next 20), ms", scale.nextEdits.ms.toFixed(1)],
    ["  longest block of the loop meanwhile, ms", scale.nextEdits.blockedMs.toFixed(1)],
  ];
}
