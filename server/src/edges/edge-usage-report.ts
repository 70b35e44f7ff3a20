/** Any token holder can send counts, so every field is bounded. */
import { refusedQueryCodes } from "drawbridge-rules/impact/traffic.ts";
import { remembered } from "drawbridge-rules/values/remembered.ts";
import { canonicalText, maxVersionLength, parseVersion } from "drawbridge-rules/versions/app-version.ts";
import { type CompiledPolicy, namedVersions } from "drawbridge-rules/versions/version-policy.ts";
import { z } from "zod";
import type { Catalog } from "../reads/catalog/catalog.ts";
import { maxOpenings, openingName, openingText, type ReportedOpening, reportedOpeningSchema } from "../reads/opening.ts";
import { printExample } from "../reads/usage/refused-query-counts.ts";
import { hourNumber, reportedHours } from "../reads/usage/request-counter.ts";
import { type EdgeScope, parseJsonOrNull } from "../replicas/edge-protocol.ts";
import type { Store } from "../store/store.ts";

export const usagePath = "/edge/v1/usage";
/** Bytes of JSON. */
export const longestUsageReport = 65_536;
export const maxReportedVersions = 200;
export const maxReportedRefused = 100;

/** Requests of one version, or refused with one code, in one hour: more than any edge answers. */
const maxRequests = 10_000_000_000;

/** Otherwise each spelling would be stored as a version of its own. */
function isVersion(value: unknown): value is string {
  if (value === "") return true;
  if (typeof value !== "string" || value.length > maxVersionLength) return false;
  const version = parseVersion(value);
  return version !== null && canonicalText(version) === value;
}

const name = z.string().regex(/^[a-z0-9_-]{1,63}$/);
const count = z.int().min(0);
const requests = count.max(maxRequests);
const reportForm = z.object({
  /** Unique for each start of the edge. */
  process: z.string().regex(/^[\w./-]{4,200}$/),
  /** Higher than before. A repeated report has the same number and the same counts. */
  number: count,
  versions: z
    .array(
      z.object({
        project: name,
        platform: name,
        version: z.string().refine(isVersion),
        hour: count,
        counts: z.tuple([requests, requests, requests, requests]).readonly(),
      }),
    )
    .max(maxReportedVersions),
  refused: z
    .array(
      z.object({
        project: name,
        key: z.string().regex(/^[\w-]{1,63}$/),
        code: z.enum(refusedQueryCodes),
        hour: count,
        count: requests,
        example: z.string().transform(printExample),
      }),
    )
    .max(maxReportedRefused),
  /** Made by hand on the machine of the edge; absent means none are new. */
  openings: z.array(reportedOpeningSchema).max(maxOpenings).optional(),
});
export type EdgeUsageReport = Readonly<z.infer<typeof reportForm>>;

/** Ignores unknown members, which newer edges send. */
export function readUsageReport(text: string): EdgeUsageReport | null {
  return reportForm.safeParse(parseJsonOrNull(text)).data ?? null;
}

/** Resolves when the counts are stored, also if they were already. @throws unavailable */
export type EdgeUsageSink = (report: EdgeUsageReport, token: string, scope: EdgeScope) => Promise<void>;

interface SinkServices {
  readonly store: Pick<Store, "usage">;
  readonly catalog: Pick<Catalog, "policy" | "hasProject" | "hasKey">;
  readonly now: () => number;
  /** Adds to the history of a project. @throws unavailable */
  readonly note: (project: string, text: string) => Promise<void>;
}

/** For one edge token within an hour: it must not fill a log. */
const maxNotes = 20;
const HOUR = 3_600_000;

/** Hours before the present one, after which counts would be deleted. */
const oldest = 14 * 24;

export function storedUsageSink({ store, catalog, now, note }: SinkServices): EdgeUsageSink {
  const noted = new Map<string, readonly { readonly name: string; readonly at: number }[]>();
  const noteOpening = async (opening: ReportedOpening, token: string) => {
    const recent = (noted.get(token) ?? []).filter(({ at }) => at > now() - HOUR);
    const name = `${opening.host} ${openingName(opening)}`;
    if (recent.length >= maxNotes || recent.some((one) => one.name === name)) return;
    await note(opening.project, openingText(opening));
    noted.set(token, [...recent, { name, at: now() }]);
  };
  const named = new WeakMap<CompiledPolicy, ReadonlySet<string>>();
  return async ({ process, number, versions, refused, openings = [] }, token, scope) => {
    const mayCount = (project: string) => scope.has({ project, kind: "project" });
    for (const opening of openings)
      if (mayCount(opening.project) && catalog.hasProject(opening.project)) await noteOpening(opening, token);
    const at = now();
    const hour = hourNumber(at);
    const counted = versions.flatMap((version) => {
      // A project may have been deleted since; one that the token does not have is never counted.
      if (!mayCount(version.project)) return [];
      const policy = catalog.policy(version.project, version.platform, at);
      if (policy === null || version.hour > hour + 1 || version.hour < hour - oldest) return [];
      const isNamed = remembered(named, policy, () => namedVersions(policy)).has(version.version);
      return [{ ...version, source: "edge", isNamed } as const];
    });
    const ofKeys = refused.filter(({ project, key, hour: each }) => {
      const isRecent = each <= hour + 1 && each > hour - reportedHours;
      return isRecent && mayCount(project) && catalog.hasKey(project, key);
    });
    const once = { process: `${token}/${process}`, number, hour };
    await store.usage.write({ counts: [], versions: counted, refused: ofKeys, once });
  };
}
