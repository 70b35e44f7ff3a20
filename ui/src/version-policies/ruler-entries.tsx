import { Button, Group } from "@mantine/core";
import { compareVersions } from "drawbridge-rules/versions/app-version.ts";
import type { PlatformForm } from "drawbridge-rules/versions/platform-schema.ts";
import { parseVersionEntry, type VersionEntry } from "drawbridge-rules/versions/version-entry.ts";
import { useMemo } from "react";
import { flushSync } from "react-dom";
import { Icon } from "../elements/icon.tsx";
import { assignRows } from "./label-layout.ts";
import { checkPolicyDraft, type EntryField, entryFields, normalizeLine } from "./policy-draft.ts";
import {
  type EntryPosition,
  type EntrySpan,
  entrySpan,
  onlyVersion,
  withEntry,
  withEntryEnd,
  withoutLine,
} from "./ruler-edit.ts";
import { boundEnd, boundStart, type Cell, type RulerPosition, rulerPosition, rulerStops } from "./ruler-scale.ts";
import { RulerSlider } from "./ruler-slider.tsx";
import { versionPolicyTexts as texts } from "./version-policy-texts.ts";
import classes from "./version-ruler.module.css";

export interface RulerEditing {
  readonly chosen: EntryPosition | null;
  readonly onChoose: (place: EntryPosition) => void;
  readonly onChange: (form: PlatformForm) => void;
}

interface RulerEntriesProps extends RulerEditing {
  readonly form: PlatformForm;
  readonly cells: readonly Cell[];
  /** Pixels of the ruler. */
  readonly width: number;
}

interface Bar extends RulerPosition {
  readonly place: EntryPosition;
  readonly entry: VersionEntry;
}

/** Rem. */
const rowHeight = 1.75;
/** Pixels that a bar needs for its text. */
const narrowest = 44;

export function RulerEntries({ form, cells, width, chosen, onChoose, onChange }: RulerEntriesProps) {
  const { blocked, exempt } = form;
  // A mark that is moved moves none of them.
  const bars = useMemo(
    () => [...barsOf("blocked", blocked, cells), ...barsOf("exempt", exempt, cells)],
    [blocked, exempt, cells],
  );
  const rows = assignRows(bars);
  if (bars.length === 0) return null;
  return (
    <div className={classes.entries} style={{ height: `${(Math.max(...rows) + 1) * rowHeight}rem` }}>
      {bars.map((bar, index) => {
        const isChosen = chosen?.field === bar.place.field && chosen.line === bar.place.line;
        const { field } = bar.place;
        const top = `${(rows[index] ?? 0) * rowHeight}rem`;
        return (
          <div key={`${field} ${bar.place.line}`} className={classes.row} style={{ top }} data-chosen={isChosen || undefined}>
            <button
              type="button"
              className={classes.bar}
              data-field={field}
              aria-pressed={isChosen}
              aria-label={texts.bar(texts[field], bar.entry.text)}
              title={texts.bar(texts[field], bar.entry.text)}
              style={{ left: `${bar.left}%`, width: `${bar.width}%` }}
              onClick={() => onChoose(bar.place)}
              onKeyDown={({ key, currentTarget }) => {
                if (key !== "Delete" && key !== "Backspace") return;
                currentTarget.closest("form")?.querySelector<HTMLElement>("[role=slider]")?.focus();
                onChange(withoutLine(form, bar.place));
              }}
            >
              {(bar.width / 100) * width > narrowest ? bar.entry.text : null}
            </button>
            {isChosen && <Ends bar={bar} form={form} cells={cells} onChange={onChange} />}
          </div>
        );
      })}
    </div>
  );
}

type EndsProps = Pick<RulerEntriesProps, "form" | "cells" | "onChange"> & { readonly bar: Bar };

function Ends({ bar, form, cells, onChange }: EndsProps) {
  const span = entrySpan(bar.entry);
  const stops = cells.flatMap(({ stop }) => (stop ? [stop.version] : []));
  const indexOf = (end: EntrySpan["from"]) => (end ? stops.findIndex((stop) => compareVersions(stop, end.version) === 0) : -1);
  const from = indexOf(span.from);
  const to = indexOf(span.to);
  const isFromIn = span.from?.isIncluded ?? true;
  const isToIn = span.to?.isIncluded ?? true;
  const words = texts.end;
  return (
    <>
      <RulerSlider
        label={words.from(bar.entry.text)}
        className={classes.end}
        side="left"
        places={[0, ...stops.map((version) => (isFromIn ? boundStart(cells, version) : boundEnd(cells, version)))]}
        index={from + 1}
        text={span.from ? (isFromIn ? texts.span.from : texts.span.above)(span.from.version.text) : words.open}
        onMove={(index) => onChange(withEntryEnd(form, bar.place, "from", stops[index - 1] ?? null))}
      />
      <RulerSlider
        label={words.to(bar.entry.text)}
        className={classes.end}
        side="right"
        places={[...stops.map((version) => (isToIn ? boundEnd(cells, version) : boundStart(cells, version))), 100]}
        index={to < 0 ? stops.length : to}
        text={span.to ? (isToIn ? texts.span.upTo : texts.span.below)(span.to.version.text) : words.open}
        onMove={(index) => onChange(withEntryEnd(form, bar.place, "to", stops[index] ?? null))}
      />
    </>
  );
}

function barsOf(field: EntryField, lines: readonly string[] | undefined, cells: readonly Cell[]): readonly Bar[] {
  return (lines ?? []).flatMap((text, line) => {
    const entry = parseVersionEntry(normalizeLine(text));
    const place = entry && rulerPosition(cells, entry);
    return entry && place ? [{ ...place, entry, place: { field, line } }] : [];
  });
}

interface AddEntriesProps {
  readonly form: PlatformForm;
  /** A new entry begins with it, where it is a version. */
  readonly asked: string;
  readonly onChoose: (place: EntryPosition | null) => void;
  readonly onChange: (form: PlatformForm) => void;
}

export function AddEntries({ form, asked, onChoose, onChange }: AddEntriesProps) {
  const add = (field: EntryField, card: Element | null) => {
    const [changed, place] = withNew(form, field, asked);
    flushSync(() => {
      onChange(changed);
      onChoose(place);
    });
    card?.querySelector<HTMLElement>("[data-chosen] [role=slider]")?.focus();
  };
  return (
    <Group gap="sm">
      {entryFields.map((field) => (
        <Button
          key={field}
          leftSection={<Icon name="plus" size={0.875} />}
          onClick={({ currentTarget }) => add(field, currentTarget.closest("form"))}
        >
          {texts.add[field]}
        </Button>
      ))}
    </Group>
  );
}

/** Adds the version looked up, otherwise the newest named one. */
function withNew(form: PlatformForm, field: EntryField, asked: string): readonly [PlatformForm, EntryPosition] {
  const entry = parseVersionEntry(asked.trim());
  const newest = rulerStops([checkPolicyDraft(form).policy]).findLast(({ isNamed }) => isNamed)?.version;
  const version = entry?.form === "exact" ? entry.version : newest;
  return version ? withEntry(form, field, onlyVersion(version)) : [form, { field, line: 0 }];
}
