/** Marks are stored beside the value in its row. */
import type { Override } from "../occurrence/occurrence.ts";
import type { Platform } from "../versions/platform-schema.ts";
import type { MaintenanceWindow } from "../windows/maintenance-window.ts";
import type { Kind } from "./kind.ts";
import type { Author, ForcingRuleKind, Mark, OccurrenceAct } from "./mark.ts";
import type { Revisioned } from "./project-state.ts";
import type { Edit } from "./resource.ts";

/** Renewals of a lease are one mark. Of more marks than this, the first and the last remain. */
const maxMarks = 20;

const tracked: readonly Kind[] = ["platform", "window", "override"];

export function hasTrail(kind: Kind): boolean {
  return tracked.includes(kind);
}

export function trailAfter(held: Revisioned<unknown> | undefined, edit: Edit, author: Author): readonly Mark[] {
  const known = marksOf(held);
  const add = (act: Mark["act"], rule = ""): Mark => ({ act, rule, revision: null, ...author });
  if (edit.value === null) return [];
  switch (edit.kind) {
    case "platform":
      return rulesOf(edit.value).map(
        ([act, rule]) => known.find((mark) => mark.act === act && mark.rule === rule) ?? add(act, rule),
      );
    case "window": {
      const { origin, start } = edit.value;
      const isSame = origin !== "hand" || (held?.value as MaintenanceWindow | undefined)?.start === start;
      return known.length > 0 && isSame ? known : [add(origin === "hand" ? "started" : "planned")];
    }
    case "override":
      return appended(
        known,
        actsBetween((held?.value ?? null) as Override | null, edit.value, author.at).map((act) => add(act)),
      );
    default:
      return [];
  }
}

export function marksOf(held: Revisioned<unknown> | undefined): readonly (Mark & { readonly revision: number })[] {
  return (held?.trail ?? []).map((mark) => ({ ...mark, revision: mark.revision ?? held?.revision ?? 0 }));
}

function appended(known: readonly Mark[], added: readonly Mark[]): readonly Mark[] {
  const [first] = added;
  const last = known.at(-1);
  const isAgain = first?.act === "extended" && last?.act === "extended" && last.actor === first.actor;
  const all = [...(isAgain ? known.slice(0, -1) : known), ...added];
  return all.length > maxMarks ? [...all.slice(0, 1), ...all.slice(1 - maxMarks)] : all;
}

function rulesOf({ policy }: Platform): (readonly [ForcingRuleKind, string])[] {
  const { minimum, blocked, step } = policy;
  return [
    ...(minimum === null ? [] : [["minimum", minimum] as const]),
    ...blocked.map((entry) => ["blocked", entry] as const),
    ...(step?.minimum ? [["step", step.minimum] as const] : []),
  ];
}

/** A start that has come is a start, and a later one a move. */
function actsBetween(before: Override | null, after: Override, now: number): OccurrenceAct[] {
  if (after.canceled && !before?.canceled) return ["canceled"];
  // An edit of the window keeps what has started: that is no act.
  if (after.kept !== null && !before?.kept) return [];
  if (after.completed && !before?.completed) return ["completed"];
  if (after.start !== null && after.start !== (before?.start ?? null)) return [after.start <= now ? "started" : "moved"];
  return after.end !== null && after.end !== (before?.end ?? null) ? ["extended"] : [];
}
