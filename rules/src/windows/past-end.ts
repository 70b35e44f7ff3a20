/**
 * A window with `overrun: hold` whose planned end has passed would be in force immediately, for up to a day, when it is first
 * applied: a manifest moved to a new server would close its apps. A window that is applied during its planned time does what it
 * says, and `maintenance start` says "now".
 */
import type { Refusal } from "../changes/refusal.ts";
import { type Occurrence, occurrencesAround } from "../occurrence/occurrence.ts";
import { stateAt } from "../occurrence/occurrence-state.ts";
import { overridesForWindow } from "../occurrence/window-occurrences.ts";
import type { ProjectState } from "../project/project-state.ts";
import type { Edit } from "../project/resource.ts";
import { printInstant } from "../values/instant.ts";
import type { Steps } from "../values/steps.ts";
import type { MaintenanceWindow } from "./maintenance-window.ts";

/** Only occurrences that were not in force before the change. @param now epoch ms */
export function* pastEndRefusals(
  before: ProjectState,
  after: ProjectState,
  wanted: readonly Edit[],
  now: number,
): Steps<Refusal[]> {
  const refusals: Refusal[] = [];
  for (const { kind, id } of wanted) {
    const window = kind === "window" ? after.window.get(id)?.value : undefined;
    if (window?.overrun !== "hold") continue;
    yield;
    const held = inForce(after, id, window, now).filter(({ end }) => end <= now);
    if (held.length === 0) continue;
    const known = before.window.get(id)?.value;
    const names = new Set(known ? inForce(before, id, known, now).map(({ name }) => name) : []);
    for (const occurrence of held) if (!names.has(occurrence.name)) refusals.push(refusal(id, occurrence));
  }
  return refusals;
}

function inForce(state: ProjectState, id: string, window: MaintenanceWindow, now: number): Occurrence[] {
  return occurrencesAround(id, window, overridesForWindow(state, id), now).filter((one) => stateAt(one, now) === "active");
}

function refusal(id: string, { name, end, holdLimit }: Occurrence): Refusal {
  return {
    guard: "past_end",
    path: `windows.${id}`,
    message:
      `${name} was planned to end at ${printInstant(end)}. Because of \`overrun: hold\` it would be active immediately, ` +
      `until completed or at the latest ${printInstant(holdLimit)}; change its \`start\`, or set \`overrun: end\``,
  };
}
