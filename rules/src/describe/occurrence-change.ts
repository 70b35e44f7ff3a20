import type { CommittedChange } from "../wire/history.ts";
import { type Fields, textIn } from "./people-change.ts";
import type { Reader } from "./reader.ts";
import { act, type DescribedEdit } from "./sentence.ts";
import { formatDayAndTime, formatInstant, formatSpan, wallAt } from "./times.ts";
import { scheduleEnd } from "./window.ts";

/** @param changes the commit, which can have an override with the end */
export function describeStart(
  { id, after }: CommittedChange,
  changes: readonly CommittedChange[],
  reader: Reader,
): DescribedEdit {
  const own = changes.find(({ kind, after: override }) => kind === "override" && override?.window === id);
  const end = instantIn(own?.after ?? null, "end") ?? scheduleEnd(after ?? {});
  const until = end === null ? "" : ` until ${formatInstant(end, reader)}`;
  return act(`started ${named(id, reader)}${until}`);
}

/** @param reader its time is that of the commit */
export function describeOverride(change: Pick<CommittedChange, "before" | "after">, reader: Reader): DescribedEdit {
  const { before, after } = change;
  const window = named(textIn(after ?? before, "window"), reader);
  const isNew = (field: string) => after?.[field] === true && before?.[field] !== true;
  if (!after) return act(`reset ${window} to its schedule`);
  if (isCancellation(change)) return act(`canceled ${window} of ${plannedDay(after, reader)}`);
  if (isNew("completed")) return act(`completed ${window}`);
  const [start, end] = [instantIn(after, "start"), instantIn(after, "end")];
  const until = end === null ? "" : ` until ${formatInstant(end, reader)}`;
  if (isEarlyStart(change, reader.now)) return act(`started ${window} early${until}`);
  if (start !== null && end !== null && after.start !== before?.start)
    return act(`moved ${window} to ${formatSpan(start, end, reader)}`);
  if (end !== null && after.end !== before?.end) {
    const was = instantIn(before, "end");
    return act(`${was !== null && end < was ? "shortened" : "extended"} ${window}${until}`);
  }
  return act(`changed ${window} of ${plannedDay(after, reader)}`);
}

/** A later start is a move. @param at epoch ms of the commit */
function isEarlyStart({ before, after }: Pick<CommittedChange, "before" | "after">, at: number): boolean {
  const start = instantIn(after, "start");
  return start !== null && after?.start !== before?.start && start <= at;
}

function isCancellation({ before, after }: Pick<CommittedChange, "before" | "after">): boolean {
  return after?.canceled === true && before?.canceled !== true;
}

/** `maintenance of Acme Europe` within a sentence; titles and ids as they are. */
function named(id: string, { names }: Reader): string {
  const name = names.window(id);
  return name.startsWith("Maintenance of ") ? `m${name.slice(1)}` : name;
}

function plannedDay(fields: Fields, { zone, now }: Reader): string {
  return formatDayAndTime(textIn(fields, "occurrence"), wallAt(now, zone));
}

function instantIn(fields: Fields, name: string): number | null {
  const at = Date.parse(textIn(fields, name));
  return Number.isNaN(at) ? null : at;
}
