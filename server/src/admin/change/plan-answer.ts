import { applyEffectiveEdits } from "drawbridge-rules/changes/edit.ts";
import type { Plan } from "drawbridge-rules/changes/plan.ts";
import { printGuard } from "drawbridge-rules/describe/guard.ts";
import { idsInDifferences, idsInScope, type NamedId, nameTableSteps } from "drawbridge-rules/describe/name-table.ts";
import { printWarning } from "drawbridge-rules/describe/warning.ts";
import { hasEnoughRequests } from "drawbridge-rules/impact/plan-impact.ts";
import type * as rules from "drawbridge-rules/impact/policy-impact.ts";
import { percentOf, totalRequests } from "drawbridge-rules/impact/traffic.ts";
import type { VersionRange } from "drawbridge-rules/impact/version-range.ts";
import { occurrencePrinter } from "drawbridge-rules/occurrence/listed-occurrence.ts";
import { findOccurrence, findWindow, nextStatuses } from "drawbridge-rules/occurrence/window-occurrences.ts";
import type { ProjectState } from "drawbridge-rules/project/project-state.ts";
import { printInstant } from "drawbridge-rules/values/instant.ts";
import type { Steps } from "drawbridge-rules/values/steps.ts";
import type * as wire from "drawbridge-rules/wire/adoption.ts";
import type { ChangeAnswer, ReportedInterruption as WireReportedInterruption } from "drawbridge-rules/wire/change.ts";
import type { NameTable } from "drawbridge-rules/wire/history.ts";
import type { ListedOccurrence } from "drawbridge-rules/wire/maintenance.ts";
import type { ProblemItem } from "drawbridge-rules/wire/problem.ts";
import { wireProblem } from "../../base/http/problem.ts";
import { reviewHash } from "../../log/publisher.ts";
import { previewSteps, type ReportedInterruption } from "../../reads/catalog/maintenance-effect.ts";
import { formatEtag } from "../request/precondition.ts";

export function printPlan(plan: Plan, dryRun: boolean): Omit<ChangeAnswer, "revision" | "etag"> {
  return {
    dry_run: dryRun,
    changed: plan.changes.length > 0,
    differences: plan.differences,
    warnings: [...plan.warnings, ...plan.impact.flatMap(({ warnings }) => warnings)].map((each) =>
      printWarning(each, plan.reader),
    ),
    problems: plan.problems.map((problem) => wireProblem(problem) as unknown as ProblemItem),
    // A change that requires approval is no mistake: it can be requested.
    guards: plan.guards.filter(({ code }) => !dryRun || code !== "four_eyes").map((each) => printGuard(each, plan.reader)),
    approval_required: plan.guards.some(({ code }) => code === "four_eyes"),
    reason_required: plan.needsReason,
  };
}

export function planNames(
  before: ProjectState,
  plan: Plan,
  after = applyEffectiveEdits(before, plan.changes),
  more: readonly NamedId[] = [],
): Steps<NameTable> {
  return nameTableSteps(idsInPlan(before, after, plan, more), plan.reader.names);
}

function* idsInPlan(
  before: ProjectState,
  after: ProjectState,
  { changes, differences }: Plan,
  more: readonly NamedId[],
): Generator<NamedId, undefined> {
  yield* idsInDifferences(differences);
  for (const { kind, id } of changes)
    if (kind === "window") for (const { window } of [before, after]) yield* idsInScope(window.get(id)?.value ?? null);
  yield* more;
}

export function* printReview(before: ProjectState, plan: Plan, now: number): Steps<Partial<ChangeAnswer>> {
  const after = applyEffectiveEdits(before, plan.changes);
  const { versions, texts, maintenance, more } = yield* previewSteps(before, after, plan.traffic, now);
  const told = maintenance.map((effect) => ({ ...effect, before: printTold(effect.before), after: printTold(effect.after) }));
  const schedule = scheduleOf(plan, after, now);
  return {
    reviewed: yield* reviewHash(before, plan, now),
    effects: versions.map(({ requests, ...effect }) => {
      const traffic = plan.traffic.get(effect.platform);
      return {
        ...printRange(effect),
        share: requests === null || !traffic ? null : percentOf(requests, totalRequests(traffic).day),
      };
    }),
    text_effects: texts.map(printRange),
    maintenance_effects: told,
    more_effects: more,
    names: yield* planNames(before, plan, after, idsInEffects([...versions, ...texts, ...maintenance])),
    ...(plan.impact.length === 0 ? {} : { impact: plan.impact.map(printImpact) }),
    ...(schedule.length === 0 ? {} : { schedule }),
  };
}

function idsInEffects(effects: readonly { readonly platform: string | null; readonly instance?: string | null }[]): NamedId[] {
  return effects.map(({ platform, instance }) => (platform === null ? ["instance", instance ?? ""] : ["platform", platform]));
}

/** A change to more windows than this is reviewed on a calendar, not in a list. */
const maxWindows = 20;

function scheduleOf({ changes }: Plan, after: ProjectState, now: number): ListedOccurrence[] {
  const written = changes.flatMap(({ kind, id, value }) => (kind === "window" && value !== null ? [id] : []));
  const moved = changes.flatMap(({ kind, id, value }) =>
    kind === "override" && value !== null && after.window.has(value.window) && !written.includes(value.window) ? [id] : [],
  );
  const { listed } = occurrencePrinter(after);
  return [
    ...written.slice(0, maxWindows).flatMap((id) => nextStatuses(findWindow(after, id), now, 6)),
    ...moved.slice(0, maxWindows).map((name) => findOccurrence(after, name, now)),
  ].map(listed);
}

/** Prints what a dry run of the change would answer. */
export function* printProposed(epoch: string, before: ProjectState, plan: Plan, now: number): Steps<ChangeAnswer> {
  return {
    revision: before.revision,
    etag: formatEtag(epoch, before.revision),
    ...printPlan(plan, true),
    ...(yield* printReview(before, plan, now)),
  };
}

function printRange<T extends VersionRange & { readonly at?: number }>({ from, to, except, at, ...effect }: T) {
  return {
    ...effect,
    from: from?.text ?? null,
    to: to?.text ?? null,
    except: except.map(({ text }) => text),
    ...(at === undefined ? {} : { at: printInstant(at) }),
  };
}

function printTold(told: ReportedInterruption | null): WireReportedInterruption | null {
  return told && { state: told.state, start: printInstant(told.start), end: printInstant(told.end) };
}

function printImpact(impact: rules.PlatformImpact): wire.PlatformImpact {
  const { platform, at, isJudged, day, week, systems, versions, moreVersions, targets } = impact;
  return {
    platform,
    ...(at === null ? {} : { at: printInstant(at) }),
    last_24h: printCounts(day),
    last_7d: printCounts(week),
    ...(systems.requests === 0 ? {} : { systems_24h: { requests: systems.requests, too_old: systems.tooOld } }),
    versions: versions.map(({ effect, ...version }) => ({ ...printSpans(version), effect })),
    more_versions: moreVersions,
    targets: targets.map(printSpans),
    guards_apply: isJudged && hasEnoughRequests(impact),
  };
}

function printCounts({ requests, forced, freed, recommended, other }: rules.ImpactCounts): wire.ImpactCounts {
  return { requests, forced, freed, recommended, other };
}

function printSpans({ version, day, week }: rules.UpdateTarget) {
  return { version, requests_24h: day, requests_7d: week };
}
