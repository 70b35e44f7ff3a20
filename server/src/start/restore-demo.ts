import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { formsBeforeSteps } from "drawbridge-rules/changes/proposal-rebase.ts";
import { credentialState } from "drawbridge-rules/credentials/credential.ts";
import { credentialBytes, generateCredential } from "drawbridge-rules/credentials/credential-text.ts";
import { readKeyChoices } from "drawbridge-rules/credentials/read-key.ts";
import { createProjectState } from "drawbridge-rules/project/project-state.ts";
import type { Edit, ProposedChange } from "drawbridge-rules/project/resource.ts";
import { trailAfter } from "drawbridge-rules/project/trail.ts";
import { absentMembers } from "drawbridge-rules/values/member.ts";
import { runSteps } from "drawbridge-rules/values/steps.ts";
import { printWall, wallMs } from "drawbridge-rules/values/wall-time.ts";
import { proposalHashSteps } from "../admin/change/proposing.ts";
import { hashCredential } from "../base/hash.ts";
import { createDataDirectory, programFile } from "../base/program-files.ts";
import { shortId } from "../base/short-id.ts";
import { createReadKey } from "../log/credential-index.ts";
import { changeOf, type Publisher } from "../log/publisher.ts";
import type { Store } from "../store/store.ts";
import type { OutcomeCounts, UsageCount, VersionCount } from "../store/usage.ts";

/** `examples/demo/make.ts` writes the file. */
export interface DemoState {
  /** In UTC; it becomes the present day. */
  readonly day: string;
  readonly project: string;
  readonly edits: readonly Edit[];
  readonly proposal: Pick<ProposedChange, "edits" | "reason"> & { readonly id: string };
  /** In proportion. */
  readonly hours: readonly number[];
  readonly requests: readonly DemoRequests[];
}

export interface DemoRequests {
  readonly platform: string;
  /** "": versions without a place of their own. */
  readonly version: string;
  /** Index in `OutcomeCounts`. */
  readonly outcome: number;
  /** By day; `day` is the last one. */
  readonly days: readonly number[];
}

interface RestoreServices {
  readonly data: string;
  readonly store: Store;
  /** Epoch ms. */
  readonly now: number;
  readonly randomBytes: (size: number) => Uint8Array;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const daysByHour = 14;
const system = { actor: "system", person: null };
const keyId = "k_demo";

/** A used store stays as it is. The project is stored last, so that a restore that broke off is repeated. @throws unavailable */
export async function restoreDemo({ data, store, now, randomBytes }: RestoreServices): Promise<void> {
  const state = readState();
  const { project } = state;
  const isUsed = (await store.rows()).some((row) => row.project !== "") || (await store.projectRevision(project)) > 0;
  if (isUsed) return;
  const text = generateCredential("dbr_", randomBytes(credentialBytes));
  createDataDirectory(data);
  writeFileSync(keyFile(data), `${text}\n`, { mode: 0o600 });
  const hour = Math.floor(now / hourMs);
  await store.usage.write({ ...requestsUntil(state, hour), once: { process: `demo ${project}`, number: 1, hour } });
  await store.lastUsed.note(new Map([[`${project}/${keyId}`, now]]));
  const edits = editsOn(state, text, now, (await store.head()).revision + 1);
  const author = { actor: system.actor, reason: "Example project", at: now };
  await store.commit({
    id: shortId("c_", randomBytes),
    ...author,
    overridden: [],
    changes: edits.map((edit) => changeOf(project, edit, trailAfter(undefined, edit, author))),
    expect: [{ project, revision: 0 }],
    claim: [{ text: hashCredential(text), project, id: keyId, imported: false }],
  });
}

/** @param command as it was typed, quoted for a shell */
export async function demoLines(
  data: string,
  publisher: Pick<Publisher, "state">,
  { config }: { readonly config: string },
  command: string,
  now: number,
): Promise<string[]> {
  const { project } = readState();
  const { read_key: keys } = await publisher.state(project);
  const file = keyFile(data);
  const text = existsSync(file) ? readFileSync(file, "utf8").trim() : "";
  const hash = hashCredential(text);
  const isActive = [...keys.values()].some(({ value }) => value.hash === hash && credentialState(value, now) === "active");
  if (!isActive)
    return ["", "The demo is loaded only into an empty store: for a new one, set DRAWBRIDGE_DATA to an empty directory."];
  return [
    "",
    "Ask what apps ask at each start:",
    `  curl -H 'x-api-key: ${text}' '${config}/api/v1/gate?platform=ios&current_version=2.3.0'`,
    "",
    "Change an answer:",
    `  ${command} policy set --project ${project} --platform ios --block 2.5.5 --recommended 2.6.1`,
  ];
}

function readState(): DemoState {
  return JSON.parse(readFileSync(programFile("examples/demo/state.json"), "utf8"));
}

function keyFile(data: string): string {
  return join(data, "demo-key");
}

function editsOn({ day, project, edits, proposal, requests }: DemoState, text: string, now: number, revision: number): Edit[] {
  const moved = Math.floor(now / dayMs) * dayMs - Date.parse(day);
  const current = edits.map((edit): Edit => {
    if (edit.kind !== "window" || edit.value?.origin !== "api") return edit;
    return { ...edit, value: { ...edit.value, start: printWall(wallMs(edit.value.start) + moved) } };
  });
  const wanted = { ...absentMembers(readKeyChoices), name: "demo" };
  const createdAt = now - (requests[0]?.days.length ?? 0) * dayMs;
  const after = createProjectState(
    project,
    revision,
    current.map(({ kind, id, value }) => ({ kind, id, held: { value, revision } })),
  );
  const { id, ...proposed } = proposal;
  const before = runSteps(formsBeforeSteps(after, proposal.edits));
  const base = { before, override: [], publishWhenApproved: false, author: system, role: "editor" } as const;
  const change: ProposedChange = { ...proposed, ...base };
  const hash = runSteps(proposalHashSteps(project, id, change));
  return [
    ...current,
    { kind: "read_key", id: keyId, value: createReadKey(wanted, text, createdAt, false) },
    {
      kind: "proposal",
      id,
      value: { ...change, hash, createdAt: now, updated: null, state: "open", approval: null, closed: null },
    },
  ];
}

/** Half of an hour would look like an outage. @param last hour since 1970 */
function requestsUntil({ project, hours, requests }: DemoState, last: number) {
  const today = Math.floor(last / 24);
  const byKey: UsageCount[] = [];
  const versions = requests.flatMap(({ platform, version, outcome, days }) =>
    days.flatMap((sum, index): VersionCount[] => {
      const day = today - days.length + 1 + index;
      const each = today - day < daysByHour ? spread(sum, hours) : [sum];
      return each.flatMap((count, at): VersionCount[] => {
        const hour = day * 24 + at;
        if (count === 0 || hour > last) return [];
        if (hour > last - 24) byKey.push(...ofKey({ project, platform, version, hour, count }));
        const counts = [0, 1, 2, 3].map((place) => (place === outcome ? count : 0)) as unknown as OutcomeCounts;
        return [{ project, platform, source: "server", version, isNamed: false, hour, counts }];
      });
    }),
  );
  return { counts: byKey, versions, from: last - 23 };
}

function ofKey(counted: Omit<UsageCount, "key" | "outcome">): UsageCount[] {
  const sum = { ...counted, key: keyId, outcome: "let_in", platform: "", version: "" };
  return counted.version === "" ? [sum] : [sum, { ...counted, key: keyId, outcome: "let_in" }];
}

function spread(sum: number, weights: readonly number[]): number[] {
  const total = weights.reduce((all, each) => all + each, 0);
  let weight = 0;
  return weights.map((each) => {
    const before = Math.round((sum * weight) / total);
    weight += each;
    return Math.round((sum * weight) / total) - before;
  });
}
