/** Prepares `serve --demo`: the example project as it is now, a key for it, and two commands to paste. Only on loopback. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { isAbsolute, join, relative } from "node:path";
import { type Manifest, parseManifest } from "drawbridge-rules/changes/manifest.ts";
import { manifestEdits } from "drawbridge-rules/changes/manifest-edits.ts";
import { credentialState } from "drawbridge-rules/credentials/credential.ts";
import { credentialBytes, generateCredential } from "drawbridge-rules/credentials/credential-text.ts";
import { demoProject } from "drawbridge-rules/project/demo-project.ts";
import { findProject } from "drawbridge-rules/project/project-state.ts";
import { DrawbridgeError, throwIfAny } from "drawbridge-rules/values/errors.ts";
import { hashCredential } from "../base/credential-hash.ts";
import { shortId } from "../base/short-id.ts";
import { readManifestText } from "../document/read-text.ts";
import { createReadKey } from "../http/admin/change/read-key-request.ts";
import { isInExecutable, programFile } from "../program-files.ts";
import type { Publisher } from "../publisher.ts";
import type { Store } from "../store/store.ts";
import { demoActor, readDemoState } from "./demo-project.ts";
import { waitingProposal } from "./demo-proposal.ts";
import { writeDemoRequests } from "./demo-requests.ts";
import { activeWindow, upcomingWindows } from "./demo-windows.ts";

interface Demo {
  readonly data: string;
  readonly store: Store;
  readonly publisher: Publisher;
  /** URLs of the two read endpoints, without a path. */
  readonly urls: { readonly config: string; readonly maintenance: string };
  /** False: the demo is only its example project, without requests, upcoming windows and a proposal. */
  readonly isLive: boolean;
  /** Epoch ms. */
  readonly now: () => number;
  readonly randomBytes: (size: number) => Uint8Array;
  /** How the program was started, quoted for a shell. */
  readonly command: string;
}

const example = programFile("examples/acme-shop.yaml");

/**
 * Loads the example on the first start, and brings it to now while every commit of it is the server's own. Later edits stay, and a
 * demo that was deleted stays deleted. Returns the lines to show.
 */
export async function prepareDemo(demo: Demo): Promise<string[]> {
  const found = await readDemoState(demo.store);
  if (found === "none") await loadExample(demo.publisher);
  if (found !== "changed" && demo.isLive) await bringToNow(demo);
  if (!findProject(await demo.publisher.state(demoProject))) return removedLines;
  const key = await demoKey(demo);
  const file = shownPath(isInExecutable ? editableExample(demo.data) : example);
  return [
    "",
    "Send the two requests that apps send:",
    `  curl -H 'x-api-key: ${key}' '${demo.urls.config}/api/v1/config?platform=ios&current_version=2.3.0'`,
    `  curl -H 'x-api-key: ${key}' '${demo.urls.maintenance}/api/v1/maintenance?instanceId=eu-1'`,
    "",
    `Change the answers: edit ${file}, then`,
    `  ${demo.command} apply -f ${file}`,
  ];
}

const removedLines = [
  "",
  `The demo's project was deleted and is not created again. To start over, set DRAWBRIDGE_DATA to an empty directory.`,
];

async function loadExample(publisher: Publisher): Promise<void> {
  const manifest = readExample();
  await publisher.publish({
    ...ownChange,
    reason: "Example project",
    edits: (state, at) => [...manifestEdits(state, manifest), ...activeWindow(state, at)],
  });
}

/** Commits only what has to move: nothing on most starts, and a window or two on the next day. */
async function bringToNow({ store, publisher, now }: Demo): Promise<void> {
  await publisher.publish({
    ...ownChange,
    reason: "Maintenance of the example project, moved to the present",
    edits: (state, at) => [...activeWindow(state, at), ...upcomingWindows(state, at)],
  });
  await publisher.publish({
    ...ownChange,
    reason: "Proposal of the example project",
    edits: (state, at) => waitingProposal(state, demoActor, at),
  });
  const [first] = await store.commitsAfter(0, { project: demoProject, limit: 1 });
  const state = await publisher.state(demoProject);
  if (first) await writeDemoRequests({ store, state, createdAt: first.at, now: now() });
}

const ownChange = { project: demoProject, actor: demoActor, override: ["long_maintenance"], dryRun: false } as const;

/** @throws invalid */
function readExample(): Manifest {
  const { document, problems } = readManifestText(readFileSync(example, "utf8"));
  const found = [...problems];
  const manifest = parseManifest(document, found);
  throwIfAny(found, example);
  if (!manifest) throw new DrawbridgeError("internal", `${example} has no manifest`);
  return manifest;
}

/** The example in the data directory, where users can edit it. */
function editableExample(data: string): string {
  const file = join(data, "acme-shop.yaml");
  if (!existsSync(file)) writeFileSync(file, readFileSync(example));
  return file;
}

/** Relative to the working directory if the file is below it. */
function shownPath(file: string): string {
  const path = relative(process.cwd(), file);
  const shown = path.startsWith("..") || isAbsolute(path) ? file : path;
  return /^[\w@%+=:,./\\-]+$/.test(shown) ? shown : JSON.stringify(shown);
}

/** Returns the key in `<data>/demo-key` if it still opens the project; otherwise creates a new one and saves it there. */
async function demoKey({ data, publisher, now, randomBytes }: Demo): Promise<string> {
  const file = join(data, "demo-key");
  const kept = existsSync(file) ? readFileSync(file, "utf8").trim() : "";
  const { read_key: keys } = await publisher.state(demoProject);
  const isGood = [...keys.values()].some(
    ({ value }) => value.hash === hashCredential(kept) && credentialState(value, now()) === "active",
  );
  if (isGood) return kept;
  const text = generateCredential("dbr_", randomBytes(credentialBytes));
  const wanted = { name: "demo", endpoints: null, platforms: null, instances: null, expiresAt: null, rehearsal: null };
  await publisher.publish({
    ...ownChange,
    reason: "Key for the example commands",
    edits: (_, at) => [{ kind: "read_key", id: shortId("k_", randomBytes), value: createReadKey(wanted, text, at, false) }],
  });
  mkdirSync(data, { recursive: true, mode: 0o700 });
  writeFileSync(file, `${text}\n`, { mode: 0o600 });
  return text;
}
