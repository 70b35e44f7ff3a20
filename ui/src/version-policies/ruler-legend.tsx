/** The ruler in words: what is told, and to which versions. */

import type { VersionRule } from "drawbridge-rules/versions/version-policy.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import type { Cell, Zone } from "./ruler-scale.ts";
import { versionPolicyTexts } from "./version-policy-texts.ts";
import classes from "./version-ruler.module.css";
import { useZoneWords } from "./zone-words.ts";

interface RulerLegendProps {
  readonly label: string;
  readonly cells: readonly Cell[];
  readonly zones: readonly Zone[];
}

/** Above this number the legend would be too long to read. */
const most = 8;

export function RulerLegend({ label, cells, zones }: RulerLegendProps) {
  const { span } = versionPolicyTexts;
  const { decided } = sharedTexts.review;
  const words = useZoneWords(cells);
  const rules = [...new Set(zones.map(({ rule }) => rule))].sort((a, b) => order.indexOf(a) - order.indexOf(b));
  return (
    <ul className={classes.legend} aria-label={label}>
      {rules.map((rule) => {
        const spans = zones.filter((zone) => zone.rule === rule).map(words.spanOf);
        const shown = spans.slice(0, most);
        const hidden = spans.length - shown.length;
        return (
          <li key={rule}>
            <span className={classes.swatch} data-rule={rule} aria-hidden />
            <span>
              <b>{decided[rule]}</b> {shown.join("; ")}
              {hidden === 0 ? "" : ` ${span.more(hidden)}`}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

const order: readonly VersionRule[] = ["below_minimum", "blocked", "exempt", "below_recommended", "current", "no_policy"];
