import { isOpen } from "drawbridge-rules/changes/proposal.ts";
import { credentialState } from "drawbridge-rules/credentials/credential.ts";
import { namesOf } from "drawbridge-rules/describe/reader.ts";
import { defaultLockOutLimit } from "drawbridge-rules/impact/lock-out.ts";
import { policyImpact } from "drawbridge-rules/impact/policy-impact.ts";
import type { PlatformTraffic } from "drawbridge-rules/impact/traffic.ts";
import { occurrencePrinter } from "drawbridge-rules/occurrence/listed-occurrence.ts";
import { isAhead } from "drawbridge-rules/occurrence/occurrence-state.ts";
import { findProject, type ProjectState } from "drawbridge-rules/project/project-state.ts";
import type { Proposal as StoredProposal } from "drawbridge-rules/project/resource.ts";
import { DAY } from "drawbridge-rules/values/duration.ts";
import { printInstant } from "drawbridge-rules/values/instant.ts";
import { allPlatforms, emptyPolicy } from "drawbridge-rules/versions/platform.ts";
import { isStepDue, policyAfterStep, policyAt, stepTime } from "drawbridge-rules/versions/policy-step.ts";
import { MaintenanceList } from "drawbridge-rules/windows/maintenance-list.ts";
import type * as wire from "drawbridge-rules/wire/overview.ts";
import type { Proposal } from "drawbridge-rules/wire/proposal.ts";
import { mapYielding, runStepsYielding } from "../../base/yielding-work.ts";
import { hourNumber, reportedHours } from "../../reads/usage/request-counter.ts";
import { sumOf, versionOutcome } from "../../reads/usage/version-place.ts";
import type { AdminServices } from "../admin-services.ts";
import { actionsOf } from "../answer/marks-wire.ts";
import { printProposalSteps, readActorNames } from "../answer/proposal-wire.ts";
import { type AdminRoute, ok, route } from "../request/admin-route.ts";
import { readPresentShare } from "./adoption.ts";
import { printListed } from "./read-keys.ts";
import { readRefused } from "./usage.ts";

const outlook = 92 * DAY;
const maxOccurrences = 50;
const maxProposals = 20;
const maxRefused = 20;
const keyNotice = 30 * DAY;

export function overviewRoutes(services: AdminServices): AdminRoute[] {
  return [
    route("getOverview", {
      permission: "signed_in",
      tag: "Projects",
      summary: "Get the present state of several projects",
      answers: { 200: { description: "The projects in which the client has a role" } },
      handle: async (request) => {
        const known = request.query.projects.filter(
          (id) => services.catalog.hasProject(id) && request.requester.roleIn(id) !== null,
        );
        const projects: wire.ProjectOverview[] = [];
        // All of them at the same time would delay the requests of others.
        for (const id of known) {
          const { state } = await services.publisher.read(id);
          if (findProject(state)) projects.push(await readProject(services, state));
        }
        return ok<"getOverview">({ projects });
      },
    }),
  ];
}

async function readProject(services: AdminServices, state: ProjectState): Promise<wire.ProjectOverview> {
  const now = services.now();
  return {
    id: state.id,
    ...(await readMaintenance(services, state, now)),
    platforms: await readPlatforms(services, state, now),
    lock_out_limit_percent: findProject(state)?.lockOutLimit ?? defaultLockOutLimit,
    ...(await readProposals(services, state, now)),
    keys: await readKeys(services, state, now),
    refused: (await readRefused(services, state)).slice(0, maxRefused),
  };
}

async function readMaintenance(services: AdminServices, state: ProjectState, now: number) {
  const found = new MaintenanceList(state, { from: now, until: now + outlook, limit: maxOccurrences, warnings: false }, now);
  await mapYielding(found.lookUp(), () => undefined);
  const active = found.statuses.filter((status) => status.state === "active");
  const next = found.statuses.find((status) => isAhead(status.state));
  const { listed } = occurrencePrinter(state, await actionsOf(services, state, next ? [...active, next] : active));
  return { active: active.map(listed), next: next ? listed(next) : null };
}

async function readPlatforms(services: AdminServices, state: ProjectState, now: number): Promise<wire.PlatformOverview[]> {
  const names = namesOf(state);
  const platforms: wire.PlatformOverview[] = [];
  for (const platform of allPlatforms(state.platform.keys())) {
    const { hours, forcedHours, traffic } = await readDay(services, state.id, platform, now);
    const stored = state.platform.get(platform)?.value.policy;
    if (!stored && hours.every((count) => count === 0)) continue;
    const policy = policyAt(stored ?? emptyPolicy, now);
    const present = await readPresentShare(services, state, platform, policy, traffic, now);
    let step: wire.PlatformOverview["step"] = null;
    if (stored?.step && isStepDue(stored.step, now)) {
      const { day } = await runStepsYielding(policyImpact(emptyPolicy, policyAfterStep(stored), traffic));
      step = { at: printInstant(stepTime(stored.step)), minimum: stored.step.minimum, forced_24h: day.forced };
    }
    platforms.push({ platform, name: names.platform(platform), present, hours, forced_hours: forcedHours, step });
  }
  return platforms.sort((a, b) => b.present.requests_24h - a.present.requests_24h || (a.platform < b.platform ? -1 : 1));
}

/** @throws unavailable */
async function readDay({ traffic }: AdminServices, project: string, platform: string, now: number) {
  const until = hourNumber(now) + 1;
  const from = until - reportedHours;
  const hours: number[] = new Array(reportedHours).fill(0);
  const forcedHours: number[] = new Array(reportedHours).fill(0);
  const versions = new Map<string, number>();
  await traffic.collect("hour", { project, platform, from, until }, (rows) => {
    for (const { version, at, counts } of rows) {
      const requests = sumOf(counts);
      (hours[at - from] as number) += requests;
      (forcedHours[at - from] as number) += counts[versionOutcome.forced];
      versions.set(version, (versions.get(version) ?? 0) + requests);
    }
  });
  const other = versions.get("") ?? 0;
  versions.delete("");
  const counted: PlatformTraffic = {
    versions: Array.from(versions, ([version, day]) => ({ version, day, week: day })),
    other: { day: other, week: other },
  };
  return { hours, forcedHours, traffic: counted };
}

async function readProposals(services: AdminServices, state: ProjectState, now: number) {
  const open = [...state.proposal].filter(([, { value }]) => isOpen(value));
  open.sort(([, a], [, b]) => a.value.createdAt - b.value.createdAt);
  const proposals: Proposal[] = [];
  const shown: StoredProposal[] = [];
  for (const [id, { value, revision }] of open) {
    const printed = await runStepsYielding(printProposalSteps(state, id, value, revision, now));
    if (printed.out_of_date.length > 0) continue;
    proposals.push(printed);
    shown.push(value);
    if (proposals.length === maxProposals) break;
  }
  return { proposals, names: await readActorNames(services, shown) };
}

/** Leaves out keys for rehearsals, which are meant to end, and keys that no app sends. */
async function readKeys(services: AdminServices, state: ProjectState, now: number): Promise<wire.ProjectOverview["keys"]> {
  const ending = [...state.read_key].flatMap(([id, { value }]) => {
    const { expiresAt, rehearsal } = value;
    const isNear = expiresAt !== null && expiresAt - now < keyNotice && rehearsal === null;
    return isNear && credentialState(value, now) === "active" ? [[id, value] as const] : [];
  });
  return (await printListed(services, state.id, ending, now)).filter(({ requests_24h: requests }) => requests > 0);
}
