/**
 * The comment on the last line of an exported manifest: a hash of the configuration that it was exported from and, if that
 * differs from the last apply, of the last apply. While both are unchanged, the author of the file has seen the whole
 * configuration, so nothing in it is drift. The last apply counts because undo and rollback restore a configuration: a file
 * applied before them must not pass again. A hash and not a revision, so that the mark stays valid after a restore or on
 * another server. Other readers skip a comment.
 */

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

/** The hash in the comment; null means none. @param bytes of a YAML text, which can continue after the comment */
export function exportedStateIn(bytes: Uint8Array): string | null {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const at = text.lastIndexOf(`\n${beginning}`) + 1;
  if (at === 0) return null;
  const from = at + beginning.length;
  return hashForm.exec(text.toString("latin1", from, from + hashLength + 1))?.[0] ?? null;
}

/** Returns whether the project still is what the file was exported from, and no other manifest was applied since. */
export function* isExportedState(state: ProjectState, exported: string | null): Steps<boolean> {
  return exported !== null && (yield* exportHash(state)) === exported;
}
