/** The last line of an exported manifest: hashes of the configuration and its last apply. While both hold, nothing is drift. */

import { ownedDocument } from "drawbridge-rules/changes/manifest.ts";
import { type ProjectState, soleId } from "drawbridge-rules/project/project-state.ts";
import type { Steps } from "drawbridge-rules/values/steps.ts";
import { canonicalHash, canonicalHashSteps } from "../../base/hash.ts";

const beginning = "# Exported state ";
const hashForm = /^[A-Za-z0-9_-]{43}(?![A-Za-z0-9_-])/;
const hashLength = 43;

export function* exportMark(state: ProjectState): Steps<string> {
  return `${beginning}${yield* exportHash(state)}; apply compares it with the project: keep this line.\n`;
}

function* exportHash(state: ProjectState): Steps<string> {
  const hash = yield* canonicalHashSteps(ownedDocument(state));
  const applied = state.manifest.get(soleId)?.value.document;
  if (applied === undefined) return hash;
  const appliedHash = yield* canonicalHashSteps(applied);
  return appliedHash === hash ? hash : canonicalHash([hash, appliedHash]);
}

/** @param bytes of a YAML text, which can continue after the comment */
export function exportedStateIn(bytes: Uint8Array): string | null {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const at = text.lastIndexOf(`\n${beginning}`) + 1;
  if (at === 0) return null;
  const from = at + beginning.length;
  return hashForm.exec(text.toString("latin1", from, from + hashLength + 1))?.[0] ?? null;
}

/** Also requires that no other manifest was applied since. */
export function* isExportedState(state: ProjectState, exported: string | null): Steps<boolean> {
  return exported !== null && (yield* exportHash(state)) === exported;
}
