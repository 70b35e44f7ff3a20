/** Damaged values: checked when they are read, whichever engine stores them. */
import { findDamage } from "drawbridge-rules/project/stored-shape.ts";
import { NotTransient } from "drawbridge-rules/values/errors.ts";
import { mapYielding } from "../base/yielding-work.ts";
import type { Change } from "./store.ts";

/** Text for people about the value of a row or a logged change: `instance eu-1 of project acme is not valid JSON`; null: it is sound. */
export function describeDamage({ project, kind, id, schema, value }: Change): string | null {
  const how = findDamage({ kind, schema, value });
  if (how === null) return null;
  return `${`${printed(kind)} ${printed(id)}`.trim()}${project === "" ? "" : ` of project ${printed(project)}`} ${how}`;
}

/** @throws unavailable: one of the values is damaged, so that nothing may be based on them */
export async function refuseDamagedValues(values: readonly Change[]): Promise<void> {
  const found = (await mapYielding(values, describeDamage)).find((damage) => damage !== null);
  if (found)
    throw new NotTransient(
      `The store is damaged: ${found}. Stop Drawbridge, keep a copy of its data, and restore a backup (docs/backup.md).`,
    );
}

/** A damaged name can hold anything, and be of any length. */
function printed(name: string): string {
  // SQLite's types are as damaged as its values.
  const text = String(name)
    .slice(0, 80)
    .replace(/[^\x20-\x7e]/g, "?");
  return String(name).length > 80 ? `${text}…` : text;
}
