import type { ProjectState } from "drawbridge-rules/project/project-state.ts";
import { printInstant } from "drawbridge-rules/values/instant.ts";
import type { KeyRefusals } from "drawbridge-rules/wire/adoption.ts";
import type * as wire from "drawbridge-rules/wire/usage.ts";
import type { KeyLast, KeyUse, KeyVersion } from "../../reads/usage/read-usage.ts";
import type { RefusedQuerySum } from "../../reads/usage/refused-query-counts.ts";
import {
  type AnonymousRefusal,
  hourMs,
  hourNumber,
  type KeyRefusal,
  type RequestCounter,
  reportedHours,
} from "../../reads/usage/request-counter.ts";
import type { AdminServices } from "../admin-services.ts";
import { type AdminRoute, ok, route } from "../request/admin-route.ts";
import { loadProjectState } from "../request/permission.ts";

const maxProjects = 20;

const description = "Counted by the hour; a crash loses the last minute. Addresses and texts of keys are never stored.";

export function usageRoutes(services: AdminServices): AdminRoute[] {
  return [
    route("getUsage", {
      permission: "viewer",
      tag: "Usage",
      summary: "Get requests of the last 24 hours by read key",
      description,
      answers: { 200: { description: "Counts by key" } },
      handle: async (request) => {
        const { state } = await loadProjectState(services, request);
        const wanted = request.query.key;
        const isWanted = ({ key }: { readonly key: string }) => wanted === undefined || wanted === key;
        const refused = (await readRefused(services, state)).filter(isWanted);
        const uses = findUses(services, state).filter(isWanted);
        const now = services.now();
        const { usage } = services.catalog;
        const used = uses.map((use) => printKeyUsage(use, usage.versionsOf(use, now), usage.lastOf(use), now));
        const keys = used.filter((each) => each.requests > 0).sort(byRequests);
        return { status: 200, body: { from: printFrom(now), keys, refused } };
      },
    }),
    route("getInstallationUsage", {
      permission: "administrator",
      tag: "Usage",
      summary: "Get refused requests of the last 24 hours that belong to no project",
      answers: { 200: { description: "Counts by reason" } },
      handle: async () => {
        const { missing, malformed, unknown } = services.catalog.usage.anonymous;
        const now = services.now();
        const refused = [missing, malformed, unknown].map((counter) => ({
          reason: counter.counted.outcome as AnonymousRefusal,
          ...printCounter(counter, now),
        }));
        const found = await services.traffic.refusedProjects(maxProjects, now);
        const projects = found.filter((project) => services.catalog.hasProject(project));
        return ok<"getInstallationUsage">({
          from: printFrom(now),
          refused: refused.filter((each) => each.requests > 0).sort(byRequests),
          refused_projects: projects,
        });
      },
    }),
  ];
}

/** @throws unavailable */
export async function readRefused(services: AdminServices, state: ProjectState): Promise<KeyRefusals[]> {
  const now = services.now();
  const queries = await services.traffic.refusedQueries(state.id, now);
  const ofKeys = queries.filter(({ key }) => state.read_key.has(key));
  return printRefused(findUses(services, state), ofKeys, now);
}

function findUses({ catalog }: AdminServices, { id: project, read_key: keys }: ProjectState): KeyUse[] {
  return [...keys.keys()].flatMap((id) => catalog.usage.find(project, id) ?? []);
}

const maxVersions = 20;

function printRefused(uses: readonly KeyUse[], queries: readonly RefusedQuerySum[], now: number): KeyRefusals[] {
  const ofKeys = uses.flatMap(({ key, refusals }) =>
    refusals.map((counter) => {
      const reason = counter.counted.outcome as KeyRefusal;
      return { key, reason, ...printCounter(counter, now), example: null };
    }),
  );
  const ofQueries = queries.map(({ key, code, hours, example }) => {
    const requests = hours.reduce((sum, count) => sum + count, 0);
    return { key, reason: code, requests, hours: [...hours], example };
  });
  return [...ofKeys, ...ofQueries].filter((each) => each.requests > 0).sort(byRequests);
}

export function printKeyUse(use: KeyUse | null, written: number | null, now: number) {
  const last = Math.max(use?.letIn.last ?? Number.NEGATIVE_INFINITY, written ?? Number.NEGATIVE_INFINITY);
  return {
    last_used_at: Number.isFinite(last) ? printInstant(last) : null,
    requests_24h: use?.letIn.sum(now) ?? 0,
    refused_24h: use?.refusals.reduce((sum, counter) => sum + counter.sum(now), 0) ?? 0,
  };
}

function printKeyUsage(use: KeyUse, versions: readonly KeyVersion[], last: KeyLast | null, now: number): wire.KeyUsage {
  const shown = versions.toSorted(byRequests).slice(0, maxVersions);
  const { requests, hours } = printCounter(use.letIn, now);
  const told = shown.reduce((sum, each) => sum + each.requests, 0);
  // A clock that has jumped can have cost the whole more than a part.
  const others = Math.max(0, requests - told);
  return {
    key: use.key,
    requests,
    hours,
    versions: shown,
    other_requests: others,
    last: last && { platform: last.platform, version: last.version, at: printInstant(last.at) },
    gate_at: use.gateAt === null ? null : printInstant(use.gateAt),
  };
}

function printCounter(counter: RequestCounter, now: number) {
  return { requests: counter.sum(now), hours: counter.hours(now) };
}

function printFrom(now: number): string {
  return printInstant((hourNumber(now) - reportedHours + 1) * hourMs);
}

function byRequests(a: { readonly requests: number }, b: { readonly requests: number }): number {
  return b.requests - a.requests;
}
