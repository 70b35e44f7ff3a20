import { Text } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import type { PlatformForm } from "drawbridge-rules/versions/platform-schema.ts";
import { policyAfterStep, policyAt } from "drawbridge-rules/versions/policy-step.ts";
import { compilePolicy, type VersionPolicy } from "drawbridge-rules/versions/version-policy.ts";
import { useMemo } from "react";
import type { CountedTraffic } from "../adoption/counted-traffic.ts";
import { useNow } from "../elements/use-now.ts";
import { readPolicy } from "./policy-draft.ts";
import { RulerLabels, TrafficBars, ZoneBoxes } from "./ruler-band.tsx";
import { type Cell, markedVersions, rulerCells, rulerStops, rulerZones, type Zone, zoneTitles } from "./ruler-scale.ts";
import { versionPolicyTexts as texts } from "./version-policy-texts.ts";
import classes from "./version-ruler.module.css";

interface RulerBandsProps {
  readonly name: string;
  /** {} means none. */
  readonly before: PlatformForm;
  readonly after: PlatformForm;
  readonly traffic: CountedTraffic | null;
}

export function RulerBands({ name, before, after, traffic }: RulerBandsProps) {
  const { ref, width } = useElementSize<HTMLElement>();
  const now = useNow();
  const policies = useMemo(() => [readPolicy(before), readPolicy(after)] as const, [before, after]);
  const cells = useMemo(() => {
    const seen = (traffic?.versions ?? []).map(({ version }) => version);
    return rulerCells(rulerStops(policies, seen));
  }, [policies, traffic]);
  const [was, will] = bandsOf(cells, policies, now);
  const titleOf = zoneTitles(cells);
  if (cells.length < 2) return null;
  const spoken = (zones: readonly Zone[]) => zones.map(titleOf).join("; ");
  return (
    <figure className={`${classes.scheme} ${classes.bands}`} aria-label={texts.bands(name)} ref={ref}>
      {([was, will] as const).map((zones, index) => (
        <div key={texts.bandNames[index]} role="img" aria-label={`${texts.bandNames[index]}: ${spoken(zones)}`}>
          {index === 1 && traffic && <TrafficBars cells={cells} zones={will} traffic={traffic} width={width} />}
          <Text size="xs" c="dimmed" mt={index === 0 ? 0 : 4} aria-hidden>
            {texts.bandNames[index]}
          </Text>
          <div className={classes.band} aria-hidden>
            <ZoneBoxes zones={zones} width={width} titleOf={titleOf} />
          </div>
        </div>
      ))}
      {width > 0 && <RulerLabels cells={cells} width={width} important={policies.flatMap(markedVersions)} asked={null} />}
    </figure>
  );
}

/** A change of the step alone is seen only after the step. */
function bandsOf(cells: readonly Cell[], [before, after]: readonly [VersionPolicy, VersionPolicy], now: number) {
  const zonesOf = (policy: VersionPolicy) => rulerZones(cells, compilePolicy(policy));
  const [was, will] = [zonesOf(policyAt(before, now)), zonesOf(policyAt(after, now))];
  const isSame = JSON.stringify(was) === JSON.stringify(will);
  return [was, isSame && after.step ? zonesOf(policyAfterStep(after)) : will] as const;
}
