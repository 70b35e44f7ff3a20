import type { CompiledPolicy } from "drawbridge-rules/versions/version-policy.ts";
import { useMemo } from "react";
import { type CountedTraffic, forcedRequests } from "../adoption/counted-traffic.ts";
import { formatShare } from "../texts/formats.ts";
import { versionPolicyTexts as texts } from "./version-policy-texts.ts";
import classes from "./version-ruler.module.css";

interface TrafficSummaryProps {
  readonly traffic: CountedTraffic;
  readonly draft: CompiledPolicy;
  readonly published: CompiledPolicy;
}

/** Share of the requests that the rules force to update: those of the draft, and the published ones where they differ. */
export function TrafficSummary({ traffic, draft, published }: TrafficSummaryProps) {
  const forced = useMemo(() => forcedRequests(traffic, draft), [traffic, draft]);
  const now = useMemo(() => forcedRequests(traffic, published), [traffic, published]);
  const shareOf = (requests: number) => formatShare(requests, traffic.requests);
  return (
    <p className={classes.summary}>
      {texts.ofRequests(traffic.requests)}{" "}
      <b>{forced === now ? texts.mustUpdate(shareOf(now)) : texts.wouldUpdate(shareOf(forced), shareOf(now))}</b>
      {traffic.other > 0 && ` ${texts.rare(shareOf(traffic.other))}`}
    </p>
  );
}
