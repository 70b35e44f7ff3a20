/** Metrics of the answers that apps get: how many must update, by platform. */

import { type Metric, other, type Sample } from "../base/metrics.ts";
import type { Catalog } from "../reads/catalog/catalog.ts";
import { versionOutcome } from "../reads/usage/version-place.ts";

export interface AdoptionParts {
  readonly catalog: Pick<Catalog, "usage">;
}

const outcomes = Object.keys(versionOutcome) as (keyof typeof versionOutcome)[];
/** Maximum platforms with series of their own, in all projects together. */
const maxPlatforms = 250;

export function adoptionMetrics({ catalog }: AdoptionParts): Metric[] {
  return [
    {
      name: "drawbridge_app_requests_total",
      help: "Answers to apps by their version, by project, platform and outcome: an app that must update is forced, also in maintenance.",
      type: "counter",
      labels: { project: null, platform: null, outcome: outcomes },
      most: (maxPlatforms + 1) * outcomes.length,
      read: () => answers(catalog),
    },
  ];
}

function answers({ usage }: Pick<Catalog, "usage">): Sample[] {
  const samples: Sample[] = [];
  let platforms = 0;
  for (const { project, platform, counts } of usage.answered()) {
    const names = platforms++ < maxPlatforms ? [project, platform] : [other, other];
    for (const outcome of outcomes) samples.push({ labels: [...names, outcome], value: counts[versionOutcome[outcome]] });
  }
  return samples;
}
