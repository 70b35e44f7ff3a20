/** Damage to stored rows, by project, and the texts that describe it. */
import { type Kind, kinds } from "drawbridge-rules/project/kind.ts";
import { findDamage } from "drawbridge-rules/project/stored-shape.ts";
import type { Change, Damage, DamagedProject } from "./store.ts";

/** Returns whether the resource can be a read key, or the keys of the project as a whole are in question. */
export function concernsKeys({ kind }: Damage): boolean {
  return kind === null || kind === "read_key" || !Object.hasOwn(kinds, kind);
}

/** The damage to a row or a logged change; null: it is sound. */
export function readDamage({ project, kind, id, schema, value }: Change): Damage | null {
  const how = findDamage({ kind, schema, value });
  return how === null ? null : { project, kind, id, how };
}

/** Returns whether reads of apps depend on the resource. */
export function concernsReads({ kind }: Damage): boolean {
  return kind === null || !Object.hasOwn(kinds, kind) || kinds[kind as Kind].travels;
}

/** @param isAnswered whether reads are answered, from a sound source */
export function damagedProject(project: string, damages: readonly Damage[], isAnswered: boolean): DamagedProject {
  const [first] = damages;
  const name = first === undefined || first.kind === null ? "its data" : `${printed(first.kind)} ${printed(first.id)}`.trimEnd();
  const others = damages.length > 1 ? ` (and ${damages.length - 1} more)` : "";
  const whose = project === "" ? "The installation's part of the store" : `Project ${printed(project)}`;
  const reads = project === "" ? "" : isAnswered ? " Apps get its sound rows;" : " Apps get 503;";
  const what = `${whose} is damaged: ${name} ${first?.how ?? "is damaged"}${others}.${reads} ${reads ? "its" : "Its"} changes are refused. Stop Drawbridge, and restore a backup (docs/backup.md).`;
  return { project: printed(project), what };
}

/** Text for people about a value in the history. */
export function damagedPast(project: string, { kind, id, how }: Damage): string {
  const name = `${printed(kind ?? "")} ${printed(id)}`.trim();
  return `The history of project ${printed(project)} is damaged: an earlier ${name} ${how}. Its current state is not affected. To read the history, restore a backup (docs/backup.md).`;
}

/** Text for people about one value, without the next step. */
export function damagedValue({ project, kind, id, how }: Damage): string {
  const name = `${printed(kind ?? "")} ${printed(id)}`.trim();
  return `${name}${project === "" ? "" : ` of project ${printed(project)}`} ${how}`;
}

/** A damaged name can hold anything, and be of any length. */
function printed(name: string): string {
  // SQLite's types are as damaged as its values.
  const text = String(name)
    .slice(0, 80)
    .replace(/[^\x20-\x7e]/g, "?");
  return String(name).length > 80 ? `${text}…` : text;
}
