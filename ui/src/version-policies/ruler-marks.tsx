/** The marks of a policy above its ruler: the minimum, the recommended version, and those of its dated step. */

import { Text } from "@mantine/core";
import { setValueAt } from "drawbridge-rules/changes/three-way-merge.ts";
import { compareVersions, parseVersion } from "drawbridge-rules/versions/app-version.ts";
import type { PlatformForm } from "drawbridge-rules/versions/platform-schema.ts";
import { stepTime } from "drawbridge-rules/versions/policy-step.ts";
import type { PolicyStep } from "drawbridge-rules/versions/version-policy.ts";
import { type CountedTraffic, requestsBelow } from "../adoption/counted-traffic.ts";
import { Icon } from "../elements/icon.tsx";
import { formatDate, formatDay, formatShare } from "../texts/formats.ts";
import { boundStart, type Cell } from "./ruler-scale.ts";
import { RulerSlider } from "./ruler-slider.tsx";
import { type StepBound, type StepState, stepBounds, stepState } from "./step-draft.ts";
import { stepTexts, versionPolicyTexts as texts } from "./version-policy-texts.ts";
import classes from "./version-ruler.module.css";

interface RulerMarksProps {
  readonly form: PlatformForm;
  /** Valid part of the form's step; null means none. */
  readonly step: PolicyStep | null;
  /** From `listMarks`. */
  readonly marks: readonly Mark[];
  readonly cells: readonly Cell[];
  /** Null means no requests, so no share of them. */
  readonly traffic: CountedTraffic | null;
  readonly onChange: ((form: PlatformForm) => void) | undefined;
}

/** A mark in the lane of its index. */
export interface Mark {
  readonly bound: StepBound;
  /** State of the step that it belongs to; null means the policy itself. */
  readonly state: StepState | null;
}

/** @param isEdited the versions that the step has replaced are shown too: they can be removed @param now epoch ms */
export function listMarks(step: PolicyStep | null, isEdited: boolean, now: number): readonly Mark[] {
  const state = step && stepState(step, now);
  const planned = stepBounds.filter((bound) => step !== null && step[bound] !== null);
  const own = stepBounds.filter((bound) => isEdited || state !== "past" || !planned.includes(bound));
  return [...own.map((bound) => ({ bound, state: null })), ...planned.map((bound) => ({ bound, state }))];
}

export function RulerMarks({ form, step, marks, onChange, ...props }: RulerMarksProps) {
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
  /** On the mark itself; default: `name`. */
  readonly shown?: string;
  /** As typed; undefined means none. */
  readonly version: string | undefined;
  /** Called with the version; "": none. */
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
