import type { ListedOccurrence, OccurrenceAction } from "../wire/maintenance.ts";
import type { ForcingRule } from "../wire/platform.ts";
import type { CommitItem } from "../wire/problem.ts";
import { describeActor } from "./reader.ts";
import { type Clock, formatInstant } from "./times.ts";

function describeAuthor({ actor, actor_name, reason }: Pick<CommitItem, "actor" | "actor_name" | "reason">): string {
  return `by ${describeActor(actor, actor_name)}${reason === "" ? "" : `: ${reason}`}`;
}

export function describeForcingRule(forcing: ForcingRule, reader: Clock): string {
  const { rule, versions, since } = forcing;
  const isAhead = Date.parse(since) > reader.now;
  const span = rule === "blocked" ? `${versions} blocked` : `below ${versions}`;
  return `${span} ${isAhead ? "from" : "since"} ${formatInstant(since, reader)}, ${describeAuthor(forcing)}`;
}

export function describeAction(action: OccurrenceAction, reader: Clock): string {
  return `${action.action} ${formatInstant(action.at, reader)} ${describeAuthor(action)}`;
}

export function ownAction({ state, actions }: Pick<ListedOccurrence, "state" | "actions">): OccurrenceAction | undefined {
  const wanted = state === "canceled" ? "canceled" : "started";
  return actions.findLast(({ action }) => action === wanted) ?? actions[0];
}
