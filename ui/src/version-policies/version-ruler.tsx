import { Text } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import { setValueAt } from "drawbridge-rules/changes/three-way-merge.ts";
import { compareVersions, parseAskedVersion, parseVersion } from "drawbridge-rules/versions/app-version.ts";
import type { PlatformForm } from "drawbridge-rules/versions/platform-schema.ts";
import { stepTime } from "drawbridge-rules/versions/policy-step.ts";
import type { PolicyStep } from "drawbridge-rules/versions/version-policy.ts";
import { type CSSProperties, useMemo } from "react";
import { type CountedTraffic, requestsBelow } from "../adoption/counted-traffic.ts";
import { Icon } from "../elements/icon.tsx";
import { useNow } from "../elements/use-now.ts";
import { formatDate, formatDay, formatShare } from "../texts/formats.ts";
import { type StepBound, type StepState, stepBounds, stepState } from "./policy-draft.ts";
import { PublishedBand, RulerBand, RulerLabels, TrafficBars } from "./ruler-band.tsx";
import { onlyVersion, withEntry } from "./ruler-edit.ts";
import { type RulerEditing, RulerEntries } from "./ruler-entries.tsx";
import {
  boundStart,
  type Cell,
  findCell,
  markedVersions,
  rulerCells,
  rulerZones,
  useRulerStops,
  zoneTitles,
} from "./ruler-scale.ts";
import { RulerSlider } from "./ruler-slider.tsx";
import type { PresentPolicy } from "./version-policy-edit.ts";
import { stepTexts, versionPolicyTexts as texts } from "./version-policy-texts.ts";
import classes from "./version-ruler.module.css";

interface VersionRulerProps {
  readonly platform: string;
  readonly form: PlatformForm;
  readonly draft: PresentPolicy;
  /** Drawn where it says something else. */
  readonly published: PresentPolicy;
  readonly traffic: CountedTraffic | null;
  /** A version to show the place of. */
  readonly asked: string;
  readonly onAsk: (version: string) => void;
  /** Undefined means it is only looked at. */
  readonly edit: RulerEditing | undefined;
}

/** Pixels of a cell, at least: with hundreds of entries the ruler is longer than its place. */
const narrowest = 5;
const maxAtOnce = 45;
/** Above this number the list of zones would be too long to hear. */
const maxSpoken = 24;

export function VersionRuler({ platform, form, draft, published, traffic, asked, onAsk, edit }: VersionRulerProps) {
  const { ref, width } = useElementSize<HTMLDivElement>();
  const now = useNow();
  const seen = useMemo(() => (traffic?.versions ?? []).map(({ version }) => version), [traffic]);
  const stops = useRulerStops(draft.policy, published.policy, seen);
  const cells = useMemo(() => rulerCells(stops), [stops]);
  const zones = useMemo(() => rulerZones(cells, draft.rules), [cells, draft.rules]);
  const zonesBefore = useMemo(() => rulerZones(cells, published.rules), [cells, published.rules]);
  const isOther = JSON.stringify(zones) !== JSON.stringify(zonesBefore);
  const titleOf = zoneTitles(cells);
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
      style={{ "--ruler-lanes": marks.length } as CSSProperties}
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
            onAsk={({ text }) => onAsk(text)}
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
              important={markedVersions(draft.policy)}
              asked={cell ? { text: asked, cell } : null}
            />
          )}
        </div>
      </div>
      {/* The band in words, for screen readers. */}
      <ul className="visually-hidden" aria-label={isOther ? texts.zonesDraft : texts.zones}>
        {zones.slice(0, maxSpoken).map((zone) => (
          <li key={zone.first}>{titleOf(zone)}</li>
        ))}
      </ul>
    </div>
  );
}

interface RulerMarksProps {
  readonly form: PlatformForm;
  readonly step: PolicyStep | null;
  readonly marks: readonly Mark[];
  readonly cells: readonly Cell[];
  readonly traffic: CountedTraffic | null;
  readonly onChange: ((form: PlatformForm) => void) | undefined;
}

interface Mark {
  readonly bound: StepBound;
  /** Null means the policy itself. */
  readonly state: StepState | null;
}

/** @param isEdited shows the versions that the step has replaced too: they can be removed */
function listMarks(step: PolicyStep | null, isEdited: boolean, now: number): readonly Mark[] {
  const state = step && stepState(step, now);
  const planned = stepBounds.filter((bound) => step !== null && step[bound] !== null);
  const own = stepBounds.filter((bound) => isEdited || state !== "past" || !planned.includes(bound));
  return [...own.map((bound) => ({ bound, state: null })), ...planned.map((bound) => ({ bound, state }))];
}

function RulerMarks({ form, step, marks, onChange, ...props }: RulerMarksProps) {
  const { mark } = stepTexts;
  return marks.map(({ bound, state }, lane) => {
    if (state === null || step === null) {
      return (
        <RulerMark
          key={bound}
          {...props}
          lane={lane}
          kind={bound}
          name={texts[bound]}
          version={form[bound]}
          onMove={onChange && ((version) => onChange(setValueAt(form, [bound], version || undefined)))}
        />
      );
    }
    const at = stepTime(step);
    return (
      <RulerMark
        key={`step ${bound}`}
        {...props}
        lane={lane}
        kind="step"
        state={state}
        name={mark[state](formatDate(at, step.zone), texts[bound])}
        shown={mark.short(formatDay(at, step.zone), texts[bound])}
        version={step[bound] ?? undefined}
        onMove={
          onChange &&
          // A step without any version would be no step.
          ((version) => version !== "" && onChange(setValueAt(form, ["step", bound], version)))
        }
      />
    );
  });
}

interface RulerMarkProps extends Pick<RulerMarksProps, "cells" | "traffic"> {
  readonly lane: number;
  readonly kind: "minimum" | "recommended" | "step";
  readonly state?: StepState;
  readonly name: string;
  readonly shown?: string;
  /** As typed; undefined means none. */
  readonly version: string | undefined;
  /** Called with "" for none. */
  readonly onMove: ((version: string) => void) | undefined;
}

function RulerMark({ lane, kind, state, name, shown = name, version: typed, cells, traffic, onMove }: RulerMarkProps) {
  const stops = cells.flatMap(({ stop }) => (stop ? [stop.version] : []));
  const places = [0, ...stops.map((version) => boundStart(cells, version))];
  const version = parseVersion((typed ?? "").trim());
  const index = version ? stops.findIndex((stop) => compareVersions(stop, version) === 0) + 1 : 0;
  // Invalid input has no position on the ruler, and a mark elsewhere must not remove it.
  if (!version && (!onMove || typed !== undefined)) return null;
  const text = version?.text ?? texts.noMark;
  const below = version && traffic ? formatShare(requestsBelow(traffic, version), traffic.requests) : null;
  const spoken = below === null ? text : texts.requestsBelow(text, below);
  return (
    <RulerSlider
      label={name}
      places={places}
      index={index}
      text={spoken}
      side={(places[index] ?? 0) > 55 ? "left" : "right"}
      lane={lane}
      state={state}
      className={`${classes.mark} ${classes[kind]}`}
      onMove={onMove && ((next) => onMove(stops[next - 1]?.text ?? ""))}
    >
      <span className={classes.flag}>
        {kind === "step" && <Icon name="calendar" size={0.875} />}
        {shown} <b>{text}</b>
        {below !== null && (
          <>
            {` · ${below}`}
            <Text span inherit visibleFrom="xs">
              {texts.below}
            </Text>
          </>
        )}
      </span>
    </RulerSlider>
  );
}
