/** Accepts the counts of edges that follow a server, and writes those of the projects that they have. */

import type { CompiledPolicy } from "drawbridge-rules/versions/version-policy.ts";
import { namedVersions } from "drawbridge-rules/versions/version-policy.ts";
import type { Catalog } from "../reads/catalog/catalog.ts";
import { openingName, openingText, type ReportedOpening } from "../reads/opening.ts";
import { hourNumber, reportedHours } from "../reads/usage/hourly-counts.ts";
import type { Store } from "../store/store.ts";
import type { EdgeScope } from "./edge-scope.ts";
import type { EdgeUsageReport } from "./edge-usage-report.ts";

/** Resolves when the counts are stored: also if they were already. @throws unavailable */
export type EdgeUsageSink = (report: EdgeUsageReport, token: string, scope: EdgeScope) => Promise<void>;

interface SinkServices {
  readonly store: Pick<Store, "usage">;
  readonly catalog: Pick<Catalog, "policy" | "hasProject" | "hasKey">;
  /** Epoch ms. */
  readonly now: () => number;
  /** Adds a sentence to the history of a project. @throws unavailable */
  readonly note: (project: string, text: string) => Promise<void>;
}

/** Openings of one edge token that get into the history within an hour: it can read, and report a few facts, but not fill a log. */
const maxNotes = 20;
const HOUR = 3_600_000;

/** Hours before the present one, after which counts would be deleted anyway. */
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
  const namedBy = (policy: CompiledPolicy): ReadonlySet<string> => {
    const known = named.get(policy) ?? namedVersions(policy);
    named.set(policy, known);
    return known;
  };
  return async ({ process, number, versions, refused, openings = [] }, token, scope) => {
    for (const opening of openings) {
      const hasProject = scope.has({ project: opening.project, kind: "project" });
      if (hasProject && catalog.hasProject(opening.project)) await noteOpening(opening, token);
    }
    const at = now();
    const hour = hourNumber(at);
    const counted = versions.flatMap((version) => {
      // A project may have been deleted since; one that the token does not have is never counted.
      if (!scope.has({ project: version.project, kind: "project" })) return [];
      const policy = catalog.policy(version.project, version.platform, at);
      if (policy === null || version.hour > hour + 1 || version.hour < hour - oldest) return [];
      return [{ ...version, source: "edge", isNamed: namedBy(policy).has(version.version) } as const];
    });
    const ofKeys = refused.filter(
      ({ project, key, hour: each }) =>
        scope.has({ project, kind: "project" }) &&
        catalog.hasKey(project, key) &&
        each <= hour + 1 &&
        each > hour - reportedHours,
    );
    await store.usage.write({
      counts: [],
      versions: counted,
      refused: ofKeys,
      once: { process: `${token}/${process}`, number, hour },
    });
  };
}
