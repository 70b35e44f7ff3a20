/** The example project in maintenance, with a key: a store to start with, for tests of requests and windows of their own. */

import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { manifestEdits, parseManifest } from "drawbridge-rules/changes/manifest.ts";
import { credentialBytes, generateCredential } from "drawbridge-rules/credentials/credential-text.ts";
import { readKeyChoices } from "drawbridge-rules/credentials/read-key.ts";
import { type Problem, throwIfAny } from "drawbridge-rules/values/errors.ts";
import { absentMembers } from "drawbridge-rules/values/member.ts";
import { printWall } from "drawbridge-rules/values/wall-time.ts";
import { parseWindow } from "drawbridge-rules/windows/maintenance-window.ts";
import { AccessTokenIndex } from "../src/accounts/access-token-index.ts";
import { readManifestText } from "../src/base/document/read-text.ts";
import type { Settings } from "../src/base/settings.ts";
import { shortId } from "../src/base/short-id.ts";
import { createReadKey } from "../src/log/credential-index.ts";
import { Publisher } from "../src/log/publisher.ts";
import { firstAdminToken } from "../src/start/first-admin-token.ts";
import { openStore } from "../src/store/open-store.ts";

const example = new URL("../../examples/acme-shop.yaml", import.meta.url);
const project = "acme-shop";

/** Does nothing if there is a key of an earlier call in the data directory, where it is left as `demo-key`. */
export async function seedExample(settings: Settings, now = Date.now): Promise<void> {
  const file = join(settings.data, "demo-key");
  if (existsSync(file)) return;
  const problems: Problem[] = [];
  const manifest = parseManifest(readManifestText(readFileSync(example, "utf8")).document, problems);
  const window = {
    start: printWall(now() - (now() % 60_000)),
    duration: "P7D",
    message: {
      en: "{project_name} moves to a new warehouse. The shop opens again at {end_time}.",
      de: "{project_name} zieht um. Der Shop öffnet wieder: {end_time}.",
    },
  };
  const value = parseWindow(window, "", "api", problems);
  throwIfAny(problems, "the example");
  if (!manifest) throw new Error("no manifest");
  const store = await openStore(settings);
  const publisher = new Publisher(store, now, [], { newCommitId: () => shortId("c_", randomBytes) });
  await firstAdminToken(settings, publisher, new AccessTokenIndex(null), now(), randomBytes);
  const change = { project, actor: "system", override: ["long_maintenance"], dryRun: false };
  await publisher.publish({
    ...change,
    reason: "Example project",
    edits: (state) => [...manifestEdits(state, manifest), { kind: "window", id: "warehouse-move", value }],
  });
  const text = generateCredential("dbr_", randomBytes(credentialBytes));
  const wanted = { ...absentMembers(readKeyChoices), name: "demo" };
  await publisher.publish({
    ...change,
    reason: "Key for the example commands",
    edits: () => [{ kind: "read_key", id: shortId("k_", randomBytes), value: createReadKey(wanted, text, now(), false) }],
  });
  await store.close();
  mkdirSync(settings.data, { recursive: true, mode: 0o700 });
  writeFileSync(file, `${text}\n`, { mode: 0o600 });
}
