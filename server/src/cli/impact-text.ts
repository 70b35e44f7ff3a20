/** Impact of a policy change on the requests that were counted: the part of a review that shows how many it affects. */
import { formatShare, minRequestsForGuards } from "drawbridge-rules/impact/traffic.ts";
import type { ImpactCounts, PlatformImpact } from "drawbridge-rules/wire/adoption.ts";
import { counted, type Output, printable } from "./output.ts";
import { minuteText } from "./time-text.ts";

type Paint = Output["paint"];

/** More versions than this are not read before a confirmation; --json has 20. */
const maxShown = 5;

export function impactLines(impact: readonly PlatformImpact[], paint: Paint): string[] {
  const used = impact.filter(({ last_7d }) => last_7d.requests > 0);
  const quiet = new Set(impact.filter(({ last_7d }) => last_7d.requests === 0).map(({ platform }) => platform));
  const heading = "  Requests that the change affects (not users; read keys are public, so requests can be forged):";
  return [
    ...(used.length > 0 ? [heading, ...used.flatMap((each) => platformLines(each, paint))] : []),
    ...[...quiet].map((platform) => {
      return `  No requests of ${platform} in the last 7 days: the guard locks_out does not apply`;
    }),
  ];
}

function platformLines(
  { platform: name, at, last_24h, last_7d, guards_apply, ...impact }: PlatformImpact,
  paint: Paint,
): string[] {
  const platform = at === undefined ? name : `${name} from ${minuteText(at)} on`;
  const lines = [
    `    ${platform}, last 24 hours: ${countsText(last_24h)}`,
    `    ${platform}, last 7 days: ${countsText(last_7d)}`,
    ...versionLines(impact, last_24h.requests),
    ...targetLines(impact, last_24h.requests),
  ].map((line) => printable(line));
  const isWorse = last_24h.forced > 0 || last_7d.forced > 0;
  return [
    ...(isWorse ? lines.map((line) => paint("red", line)) : lines),
    ...(guards_apply || at !== undefined
      ? []
      : [`      under ${minRequestsForGuards} requests in 24 hours: the guard locks_out does not apply`]),
  ];
}

function countsText({ requests, forced, freed, recommended, other }: ImpactCounts): string {
  if (requests === 0) return "no requests";
  const share = (count: number) => formatShare(count, requests);
  return [
    counted(requests, "request"),
    `${share(forced)} newly forced`,
    ...(freed > 0 ? [`${share(freed)} freed`] : []),
    ...(recommended > 0 ? [`${share(recommended)} newly recommended to update`] : []),
    ...(other > 0 ? [`${share(other)} rare versions, not foreseen`] : []),
  ].join(", ");
}

function versionLines({ versions, more_versions }: Pick<PlatformImpact, "versions" | "more_versions">, requests: number) {
  return (["forced", "freed", "recommended"] as const).flatMap((wanted) => {
    const own = versions.filter(({ effect }) => effect === wanted);
    if (own.length === 0) return [];
    const shown = own
      .slice(0, maxShown)
      .map(({ version, requests_24h }) => `${version} (${formatShare(requests_24h, requests)})`);
    const isMore = own.length > shown.length || more_versions > 0;
    return [`      ${wanted}: ${shown.join(", ")}${isMore ? " and others; --json lists them" : ""}`];
  });
}

function targetLines({ targets }: Pick<PlatformImpact, "targets">, requests: number): string[] {
  return targets.slice(0, maxShown).map(({ version, requests_24h }) => {
    return `      sent to ${version}: ${formatShare(requests_24h, requests)} of the requests of the last 24 hours`;
  });
}
