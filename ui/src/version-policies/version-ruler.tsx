/**
 * A policy as a ruler of versions, the oldest at the left: its marks, what each version is told, the requests of each, its entries,
 * and their names. Distances mean nothing; the order does.
 */
import { useElementSize } from "@mantine/hooks";
import { parseAskedVersion } from "drawbridge-rules/versions/app-version.ts";
import type { PlatformForm } from "drawbridge-rules/versions/platform-schema.ts";
import { policyAt } from "drawbridge-rules/versions/policy-step.ts";
import {
  type CompiledPolicy,
  compilePolicy,
  type VersionPolicy,
  type VersionRule,
} from "drawbridge-rules/versions/version-policy.ts";
import { useMemo } from "react";
import { type CountedTraffic, forcedRequests } from "../adoption/counted-traffic.ts";
import { useNow } from "../elements/use-now.ts";
import { formatShare } from "../texts/formats.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { checkPolicyDraft } from "./policy-draft.ts";
import { PublishedBand, RulerBand } from "./ruler-band.tsx";
import { type EntryPosition, onlyVersion, withEntry } from "./ruler-edit.ts";
import { RulerEntries } from "./ruler-entries.tsx";
import { RulerLabels, TrafficBars } from "./ruler-labels.tsx";
import { listMarks, RulerMarks } from "./ruler-marks.tsx";
import { type Cell, findCell, rulerCells, rulerZones, useRulerStops, useZoneWords, type Zone } from "./ruler-scale.ts";
import { versionPolicyTexts as texts } from "./version-policy-texts.ts";
import classes from "./version-ruler.module.css";

interface VersionRulerProps {
  readonly platform: string;
  readonly form: PlatformForm;
  /** Drawn beside it where it says something else. */
  readonly published?: PlatformForm | undefined;
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
  readonly onChange: (form: PlatformForm) => void;
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

interface RulerLegendProps {
  readonly label: string;
  readonly cells: readonly Cell[];
  readonly zones: readonly Zone[];
}

/** Above this number the legend would be too long to read. */
const most = 8;

/** The ruler in words: what is told, and to which versions. */
function RulerLegend({ label, cells, zones }: RulerLegendProps) {
  const { span } = texts;
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

interface TrafficSummaryProps {
  readonly traffic: CountedTraffic;
  readonly draft: CompiledPolicy;
  readonly published: CompiledPolicy;
}

/** Share of the requests that the rules force to update: those of the draft, and the published ones where they differ. */
function TrafficSummary({ traffic, draft, published }: TrafficSummaryProps) {
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
