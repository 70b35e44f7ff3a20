/** Prepares `serve --demo`: the example project in maintenance, a key for it, and two commands to paste. Only on loopback. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { isAbsolute, join, relative } from "node:path";
import { parseManifest } from "drawbridge-rules/changes/manifest.ts";
import { manifestEdits } from "drawbridge-rules/changes/manifest-edits.ts";
import { credentialState } from "drawbridge-rules/credentials/credential.ts";
import { credentialBytes, generateCredential } from "drawbridge-rules/credentials/credential-text.ts";
import { findProject } from "drawbridge-rules/project/project-state.ts";
import type { Edit } from "drawbridge-rules/project/resource.ts";
import { type Problem, throwIfAny } from "drawbridge-rules/values/errors.ts";
import { printWall } from "drawbridge-rules/values/wall-time.ts";
import { parseWindow } from "drawbridge-rules/windows/maintenance-window.ts";
import { hashCredential } from "../base/credential-hash.ts";
import { shortId } from "../base/short-id.ts";
import { readManifestText } from "../document/read-text.ts";
import { createReadKey } from "../http/admin/change/read-key-request.ts";
import { isInExecutable, programFile } from "../program-files.ts";
import type { Publisher } from "../publisher.ts";

interface Demo {
  readonly data: string;
  readonly publisher: Publisher;
  /** URLs of the two read endpoints, without a path. */
  readonly urls: { readonly config: string; readonly maintenance: string };
  /** Epoch ms. */
  readonly now: () => number;
  readonly randomBytes: (size: number) => Uint8Array;
  /** How the program was started, quoted for a shell. */
  readonly command: string;
}

const project = "acme-shop";
const minute = 60_000;
const example = programFile("examples/acme-shop.yaml");

/** Loads the example if it is missing, and returns the lines to show. Keeps later edits of the example. */
export async function prepareDemo(demo: Demo): Promise<string[]> {
  await loadExample(demo.publisher);
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

/** Relative to the working directory if the file is below it. */
/** The example in the data directory, where users can edit it. */
function editableExample(data: string): string {
  const file = join(data, "acme-shop.yaml");
  if (!existsSync(file)) writeFileSync(file, readFileSync(example));
  return file;
}

function shownPath(file: string): string {
  const path = relative(process.cwd(), file);
  const shown = path.startsWith("..") || isAbsolute(path) ? file : path;
  return /^[\w@%+=:,./\\-]+$/.test(shown) ? shown : JSON.stringify(shown);
}

async function loadExample(publisher: Publisher): Promise<void> {
  if (findProject(await publisher.state(project))) return;
  const { document, problems } = readManifestText(readFileSync(example, "utf8"));
  const found = [...problems];
  const manifest = parseManifest(document, found);
  throwIfAny(found, example);
  if (!manifest) return;
  await publisher.publish({
    project,
    actor: "system",
    reason: "Example project",
    override: ["long_maintenance"],
    dryRun: false,
    edits: (state, at) => [...manifestEdits(state, manifest), activeMaintenance(at)],
  });
}

/** Maintenance planned by command, so that both endpoints report some in the first week, whenever that is. */
function activeMaintenance(now: number): Edit {
  const form = {
    start: printWall(now - (now % minute)),
    duration: "P7D",
    overrun: "end",
    message: {
      en: "{project_name} moves to a new warehouse. The shop opens again at {end_time}.",
      de: "{project_name} zieht um. Der Shop öffnet wieder: {end_time}.",
    },
  };
  const problems: Problem[] = [];
  const value = parseWindow(form, "", "api", problems);
  throwIfAny(problems, "the demo's maintenance");
  return { kind: "window", id: "warehouse-move", value };
}

/** Returns the key in `<data>/demo-key` if it still opens the project; otherwise creates a new one and saves it there. */
async function demoKey({ data, publisher, now, randomBytes }: Demo): Promise<string> {
  const file = join(data, "demo-key");
  const kept = existsSync(file) ? readFileSync(file, "utf8").trim() : "";
  const { read_key: keys } = await publisher.state(project);
  const isGood = [...keys.values()].some(
    ({ value }) => value.hash === hashCredential(kept) && credentialState(value, now()) === "active",
  );
  if (isGood) return kept;
  const text = generateCredential("dbr_", randomBytes(credentialBytes));
  const wanted = { name: "demo", endpoints: null, platforms: null, instances: null, expiresAt: null, rehearsal: null };
  await publisher.publish({
    project,
    actor: "system",
    reason: "Key for the example commands",
    override: [],
    dryRun: false,
    edits: (_, at) => [{ kind: "read_key", id: shortId("k_", randomBytes), value: createReadKey(wanted, text, at, false) }],
  });
  mkdirSync(data, { recursive: true, mode: 0o700 });
  writeFileSync(file, `${text}\n`, { mode: 0o600 });
  return text;
}
