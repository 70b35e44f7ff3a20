/**
 * A policy as a ruler of versions, the oldest at the left: its marks, each version's answer, the requests of each, its entries,
 * and their names. Distances mean nothing; the order does.
 */
import { useElementSize } from "@mantine/hooks";
import { parseAskedVersion } from "drawbridge-rules/versions/app-version.ts";
import type { PlatformForm } from "drawbridge-rules/versions/platform-schema.ts";
import { type CSSProperties, useMemo } from "react";
import type { CountedTraffic } from "../adoption/counted-traffic.ts";
import { useNow } from "../elements/use-now.ts";
import { PublishedBand, RulerBand } from "./ruler-band.tsx";
import { type EntryPosition, onlyVersion, withEntry } from "./ruler-edit.ts";
import { RulerEntries } from "./ruler-entries.tsx";
import { RulerLabels, TrafficBars } from "./ruler-labels.tsx";
import { listMarks, RulerMarks } from "./ruler-marks.tsx";
import { findCell, markedVersions, rulerCells, rulerZones, useRulerStops, zoneTitles } from "./ruler-scale.ts";
import type { PresentPolicy } from "./version-policy-edit.ts";
import { versionPolicyTexts as texts } from "./version-policy-texts.ts";
import classes from "./version-ruler.module.css";

interface VersionRulerProps {
  readonly platform: string;
  readonly form: PlatformForm;
  readonly draft: PresentPolicy;
  /** Drawn beside the draft where it says something else. */
  readonly published: PresentPolicy;
  /** Requests to draw below it; null means there are none. */
  readonly traffic: CountedTraffic | null;
  /** A version to show the place of. */
  readonly asked: string;
  readonly onAsk: (version: string) => void;
  /** Undefined means it is only looked at. */
  readonly edit: RulerEditing | undefined;
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
