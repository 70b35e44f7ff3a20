/**
 * The mark of a damaged project: a row in place of the lost ones. It travels like any other, to worker processes and edges, so
 * that all of them answer 503 for this project alone.
 */
import type { Kind } from "./kind.ts";

/** A project itself has the id "". An edge of an older version, without marks, fails to read this project, and no other. */
const markId = "damaged";

/** @param keysLost whether read keys of the project may be missing, so that an unknown key may be one of them */
export function damageMark(project: string, keysLost: boolean) {
  return {
    project,
    kind: "project",
    id: markId,
    schema: 1,
    value: JSON.stringify({ damaged: true, keysLost }),
    revision: 0,
  } as const;
}

export function isDamageMark({ kind, id }: { readonly kind: Kind; readonly id: string }): boolean {
  return kind === "project" && id === markId;
}

/** @param value JSON text of a mark */
export function hasLostKeys(value: string): boolean {
  return (JSON.parse(value) as { readonly keysLost?: unknown }).keysLost === true;
}
