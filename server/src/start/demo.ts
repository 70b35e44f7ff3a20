/** What `serve --demo` adds: the example project, a key for it, and two lines to paste. Only on loopback. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { isAbsolute, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseManifest } from "drawbridge-rules/changes/manifest.ts";
import { manifestEdits } from "drawbridge-rules/changes/manifest-edits.ts";
import { credentialBytes, makeCredential } from "drawbridge-rules/credentials/credential.ts";
import { readKeyState } from "drawbridge-rules/credentials/read-key.ts";
import { projectOf } from "drawbridge-rules/project/project-state.ts";
import { throwIfAny } from "drawbridge-rules/values/errors.ts";
import { hashOfCredential } from "../base/credential-hash.ts";
import { shortId } from "../base/short-id.ts";
import { readManifestText } from "../document/read-text.ts";
import { newKey } from "../http/admin/read-key-request.ts";
import type { Publisher } from "../publisher.ts";

export interface Demo {
  readonly data: string;
  readonly publisher: Publisher;
  /** Where the two questions are asked, without a path. */
  readonly urls: { readonly config: string; readonly maintenance: string };
  /** Epoch ms. */
  readonly now: () => number;
  readonly randomBytes: (size: number) => Uint8Array;
  /** How the program was started, quoted for a shell. */
  readonly command: string;
}

const project = "acme-shop";
const example = fileURLToPath(new URL("../../../examples/acme-shop.yaml", import.meta.url));

/** Loads the example where it is missing, and gives the lines to show. What was changed since is left as it is. */
export async function prepareDemo(demo: Demo): Promise<string[]> {
  await loadExample(demo.publisher);
  const key = await demoKey(demo);
  return [
    "",
    "Ask it the two questions that apps ask:",
    `  curl -H 'x-api-key: ${key}' '${demo.urls.config}/api/v1/config?platform=ios&current_version=2.3.0'`,
    `  curl -H 'x-api-key: ${key}' '${demo.urls.maintenance}/api/v1/maintenance?instanceId=eu-1'`,
    "",
    `Change the answers: edit ${shownPath(example)}, then`,
    `  ${demo.command} apply -f ${shownPath(example)}`,
  ];
}

/** Relative to the working directory if the file is below it. */
function shownPath(file: string): string {
  const path = relative(process.cwd(), file);
  const shown = path.startsWith("..") || isAbsolute(path) ? file : path;
  return /^[\w@%+=:,./\\-]+$/.test(shown) ? shown : JSON.stringify(shown);
}

async function loadExample(publisher: Publisher): Promise<void> {
  if (projectOf(await publisher.state(project))) return;
  const { document, problems } = readManifestText(readFileSync(example, "utf8"));
  const found = [...problems];
  const manifest = parseManifest(document, found);
  throwIfAny(found, example);
  if (!manifest) return;
  await publisher.publish({
    project,
    actor: "system",
    reason: "The example project, which shows maintenance whenever somebody looks",
    override: ["long_maintenance"],
    dryRun: false,
    edits: (state) => manifestEdits(state, manifest),
  });
}

/** The key in `<data>/demo-key` while it opens the project, else a new one in its place. */
async function demoKey({ data, publisher, now, randomBytes }: Demo): Promise<string> {
  const file = join(data, "demo-key");
  const kept = existsSync(file) ? readFileSync(file, "utf8").trim() : "";
  const { read_key: keys } = await publisher.state(project);
  const isGood = [...keys.values()].some(
    ({ value }) => value.hash === hashOfCredential(kept) && readKeyState(value, now()) === "active",
  );
  if (isGood) return kept;
  const text = makeCredential("dbr_", randomBytes(credentialBytes));
  const wanted = { name: "demo", endpoints: null, platforms: null, instances: null, expiresAt: null, rehearsal: null };
  await publisher.publish({
    project,
    actor: "system",
    reason: "A key for the lines to paste",
    override: [],
    dryRun: false,
    edits: (_, at) => [{ kind: "read_key", id: shortId("k_", randomBytes), value: newKey(wanted, text, at, false) }],
  });
  mkdirSync(data, { recursive: true, mode: 0o700 });
  writeFileSync(file, `${text}\n`, { mode: 0o600 });
  return text;
}
