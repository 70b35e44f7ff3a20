import type { OccurrenceStatus } from "drawbridge-rules/occurrence/window-occurrences.ts";
import { type Author, type Mark, type OccurrenceAct, occurrenceActs } from "drawbridge-rules/project/mark.ts";
import type { ProjectState } from "drawbridge-rules/project/project-state.ts";
import { marksOf } from "drawbridge-rules/project/trail.ts";
import { printInstant } from "drawbridge-rules/values/instant.ts";
import { type MarkedRule, markedRules } from "drawbridge-rules/versions/forcing-rule.ts";
import type { OccurrenceAction } from "drawbridge-rules/wire/maintenance.ts";
import type { ForcingRule } from "drawbridge-rules/wire/platform.ts";
import type { CommitItem } from "drawbridge-rules/wire/problem.ts";
import type { AccessTokenIndex } from "../../accounts/access-token-index.ts";
import type { Store } from "../../store/store.ts";

/** @throws unavailable */
export async function ruleNames(services: NamingServices, rules: readonly MarkedRule[]): Promise<ActorNames> {
  const marks = rules.map(({ mark }) => mark);
  return actorNames(services, marks);
}

/** @throws unavailable */
export async function forcedBy(services: NamingServices, state: ProjectState, ids: readonly string[]) {
  const rules = ids.flatMap((id) => markedRules(state.platform.get(id)));
  const nameOf = await ruleNames(services, rules);
  return (id: string): ForcingRule[] => markedRules(state.platform.get(id)).map((rule) => printRule(rule, nameOf));
}

export function printRule({ rule, versions, since, mark }: MarkedRule, nameOf: ActorNames): ForcingRule {
  return { rule, versions, since: printInstant(since), ...printMark(mark, nameOf) };
}

export function printMark(
  { revision, at, actor, reason }: Author & { readonly revision: number },
  nameOf: ActorNames,
): CommitItem {
  return { revision, at: printInstant(at), actor, actor_name: nameOf(actor), reason };
}

/** @throws unavailable */
export async function actionsOf(services: NamingServices, state: ProjectState, listed: readonly OccurrenceStatus[]) {
  const marks = new Map(listed.map((status) => [status.occurrence.name, marksOn(state, status)]));
  const nameOf = await actorNames(services, [...marks.values()].flat());
  return ({ occurrence }: OccurrenceStatus): OccurrenceAction[] =>
    (marks.get(occurrence.name) ?? []).map((mark) => ({ action: mark.act as OccurrenceAct, ...printMark(mark, nameOf) }));
}

/** A start by hand writes a window and an override, each with its mark. */
function marksOn(state: ProjectState, { occurrence }: OccurrenceStatus): (Mark & { readonly revision: number })[] {
  const { window, name } = occurrence;
  const all = [...marksOf(state.window.get(window)), ...marksOf(state.override.get(name))];
  return all.filter(
    ({ act, revision }, index) =>
      occurrenceActs.some((each) => each === act) &&
      all.findIndex((other) => other.act === act && other.revision === revision) === index,
  );
}

export interface NamingServices {
  readonly store: Store;
  readonly accessTokens: AccessTokenIndex;
}

export type ActorNames = (actor: string) => string | null;

/** Null means unknown or erased. @throws unavailable */
export async function actorNames(
  { store, accessTokens }: NamingServices,
  actors: Iterable<string | { readonly actor: string }>,
): Promise<ActorNames> {
  const ids = new Set(Array.from(actors, (one) => (typeof one === "string" ? one : one.actor)));
  const people = await store.accounts.namesOf([...ids].filter((id) => id.startsWith("u_")));
  return (actor) => people.get(actor) ?? accessTokens.nameOf(actor);
}
