/**
 * A policy as a ruler of versions, the oldest at the left: its marks, what each version is told, the requests of each, its entries,
 * and their names. Distances mean nothing; the order does.
 */
import { useElementSize } from "@mantine/hooks";
import { parseAskedVersion } from "drawbridge-rules/versions/app-version.ts";
import type { PolicyForm } from "drawbridge-rules/versions/platform-schema.ts";
import { policyAt } from "drawbridge-rules/versions/policy-step.ts";
import { type CompiledPolicy, compilePolicy, type VersionPolicy } from "drawbridge-rules/versions/version-policy.ts";
import { useMemo } from "react";
import type { CountedTraffic } from "../adoption/counted-traffic.ts";
import { useNow } from "../elements/use-now.ts";
import { onlyVersion } from "./entry-span.ts";
import { checkPolicyDraft } from "./policy-draft.ts";
import { PublishedBand, RulerBand } from "./ruler-band.tsx";
import { type EntryPosition, withEntry } from "./ruler-edit.ts";
import { RulerEntries } from "./ruler-entries.tsx";
import { RulerLabels } from "./ruler-labels.tsx";
import { RulerLegend } from "./ruler-legend.tsx";
import { listMarks, RulerMarks } from "./ruler-marks.tsx";
import { findCell, rulerCells, rulerZones } from "./ruler-scale.ts";
import { TrafficBars } from "./traffic-bars.tsx";
import { TrafficSummary } from "./traffic-summary.tsx";
import { useRulerStops } from "./use-ruler-stops.ts";
import { versionPolicyTexts as texts } from "./version-policy-texts.ts";
import classes from "./version-ruler.module.css";

interface VersionRulerProps {
  readonly platform: string;
  readonly form: PolicyForm;
  /** Drawn beside it where it says something else. */
  readonly published?: PolicyForm | undefined;
  /** Requests to draw below it; null: there are none. */
  readonly traffic?: CountedTraffic | null | undefined;
  /** A version to show the place of. */
  readonly asked?: string | undefined;
  readonly onAsk?: ((version: string) => void) | undefined;
  readonly edit?: RulerEditing | undefined;
}

interface RulerEditing {
  readonly chosen: EntryPosition | null;
  readonly onChoose: (place: EntryPosition) => void;
  readonly onChange: (form: PolicyForm) => void;
}

/** Pixels that a cell takes at least: with hundreds of entries the ruler is longer than its place. */
const narrowest = 5;
/** Cells that fit in any place. */
const maxAtOnce = 45;

export function VersionRuler({ platform, form, published = form, traffic = null, asked = "", onAsk, edit }: VersionRulerProps) {
  const { ref, width } = useElementSize<HTMLDivElement>();
  const draft = useMemo(() => checkPolicyDraft(form), [form]);
  const before = useMemo(() => checkPolicyDraft(published), [published]);
  const seen = useMemo(() => (traffic?.versions ?? []).map(({ version }) => version), [traffic]);
  const stops = useRulerStops(draft.policy, before.policy, seen);
  const cells = useMemo(() => rulerCells(stops), [stops]);
  const now = useNow();
  const rules = usePresentRules(draft.policy, now);
  const rulesBefore = usePresentRules(before.policy, now);
  const zones = useMemo(() => rulerZones(cells, rules), [cells, rules]);
  const zonesBefore = useMemo(() => rulerZones(cells, rulesBefore), [cells, rulesBefore]);
  const isOther = JSON.stringify(zones) !== JSON.stringify(zonesBefore);
  const version = parseAskedVersion(asked);
  const cell = version && findCell(cells, version);
  const { step = null } = draft.policy;
  const marks = listMarks(step, edit !== undefined, now);
  const isLong = cells.length > maxAtOnce;
  if (stops.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: no fields of a form, where it is only looked at
    <div
      role="group"
      aria-label={texts.ruler(platform)}
      className={classes.scheme}
      data-traffic={traffic !== null}
      data-compared={isOther}
      data-lanes={marks.length}
    >
      {/* Focusable when it overflows, so that the keyboard can scroll it. */}
      <div className={classes.scroll} {...(isLong ? { tabIndex: 0 } : {})}>
        <div className={classes.ruler} data-ruler ref={ref} style={{ minWidth: cells.length * narrowest }}>
          <div className={classes.marks}>
            <RulerMarks form={form} step={step} marks={marks} cells={cells} traffic={traffic} onChange={edit?.onChange} />
          </div>
          <RulerBand
            cells={cells}
            zones={zones}
            width={width}
            onAsk={onAsk && (({ text }) => onAsk(text))}
            onSpan={
              edit &&
              ((from, to) => {
                const span = { from: onlyVersion(from).from, to: onlyVersion(to).to };
                const [changed, place] = withEntry(form, "blocked", span);
                edit.onChange(changed);
                edit.onChoose(place);
              })
            }
          />
          {isOther && <PublishedBand zones={zonesBefore} />}
          {traffic && <TrafficBars cells={cells} zones={zones} traffic={traffic} width={width} />}
          {edit && <RulerEntries form={form} cells={cells} width={width} {...edit} />}
          {width > 0 && (
            <RulerLabels
              cells={cells}
              width={width}
              important={[form.minimum, form.recommended, step?.minimum, step?.recommended].map((text) => text ?? "")}
              asked={cell ? { text: asked, cell } : null}
            />
          )}
        </div>
      </div>
      <RulerLegend label={isOther ? texts.legendDraft : texts.legend} cells={cells} zones={zones} />
      {isOther && <p className={classes.hint}>{texts.publishedBand}</p>}
      {traffic && <TrafficSummary traffic={traffic} draft={rules} published={rulesBefore} />}
    </div>
  );
}

/** Rules that hold now: a step replaces its versions from its instant on. @param now epoch ms */
function usePresentRules(policy: VersionPolicy, now: number): CompiledPolicy {
  // The same object until the step takes effect.
  const present = policyAt(policy, now);
  return useMemo(() => compilePolicy(present), [present]);
}
