/** Accepts the counts of edges that follow a server, and writes those of the projects that they have. */
import { namedVersions } from "drawbridge-rules/versions/canonical-version.ts";
import type { CompiledPolicy } from "drawbridge-rules/versions/version-policy.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { Store } from "../store/store.ts";
import { hourNumber } from "../usage/hourly-counts.ts";
import type { EdgeScope } from "./edge-scope.ts";
import type { EdgeUsageReport } from "./edge-usage-report.ts";

/** Resolves when the counts are stored: also if they were already. @throws unavailable */
export type EdgeUsageSink = (report: EdgeUsageReport, token: string, scope: EdgeScope) => Promise<void>;

interface SinkServices {
  readonly store: Pick<Store, "usage">;
  readonly catalog: Pick<Catalog, "policy">;
  /** Epoch ms. */
  readonly now: () => number;
}

/** Hours before the present one, after which counts would be deleted anyway. */
const oldest = 14 * 24;

export function storedUsageSink({ store, catalog, now }: SinkServices): EdgeUsageSink {
  const named = new WeakMap<CompiledPolicy, ReadonlySet<string>>();
  const namedBy = (policy: CompiledPolicy): ReadonlySet<string> => {
    const known = named.get(policy) ?? namedVersions(policy);
    named.set(policy, known);
    return known;
  };
  return async ({ process, number, versions }, token, scope) => {
    const at = now();
    const hour = hourNumber(at);
    const counted = versions.flatMap((version) => {
      // A project may have been deleted since; one that the token does not have is never counted.
      if (!scope.has({ project: version.project, kind: "project" })) return [];
      const policy = catalog.policy(version.project, version.platform, at);
      if (policy === null || version.hour > hour + 1 || version.hour < hour - oldest) return [];
      return [{ ...version, source: "edge", isNamed: namedBy(policy).has(version.version) } as const];
    });
    await store.usage.write({ counts: [], versions: counted, once: { process: `${token}/${process}`, number, hour } });
  };
}
