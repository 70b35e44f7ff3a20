/** The two marks of a policy above its ruler: the floor, and what is recommended. */
import type { PolicyForm } from "drawbridge-rules/versions/platform-schema.ts";
import { type CountedTraffic, requestsBelow } from "../adoption/counted-traffic.ts";
import { useFormats } from "../texts/formats.ts";
import { useTexts } from "../texts/language.tsx";
import { type MarkField, withMark } from "./ruler-edit.ts";
import { boundStart, type Cell } from "./ruler-scale.ts";
import { RulerSlider } from "./ruler-slider.tsx";
import { versionPolicyTexts } from "./version-policy-texts.ts";
import classes from "./version-ruler.module.css";
import { compareVersions, parseVersion } from "./version-rules.ts";

interface RulerMarksProps {
  readonly form: PolicyForm;
  readonly cells: readonly Cell[];
  /** Null: no requests, so no share of them. */
  readonly traffic: CountedTraffic | null;
  readonly onChange: ((form: PolicyForm) => void) | undefined;
}

export function RulerMarks(props: RulerMarksProps) {
  return (["minimum", "recommended"] as const).map((field) => <RulerMark key={field} field={field} {...props} />);
}

function RulerMark({ field, form, cells, traffic, onChange }: RulerMarksProps & { readonly field: MarkField }) {
  const texts = useTexts(versionPolicyTexts);
  const { share } = useFormats();
  const stops = cells.flatMap(({ stop }) => (stop ? [stop.version] : []));
  const places = [0, ...stops.map((version) => boundStart(cells, version))];
  const version = parseVersion((form[field] ?? "").trim());
  const index = version ? stops.findIndex((stop) => compareVersions(stop, version) === 0) + 1 : 0;
  // Invalid input has no position on the ruler, and a mark elsewhere must not remove it.
  if (!version && (!onChange || form[field] !== undefined)) return null;
  const text = version?.text ?? texts.noMark;
  const below = version && traffic ? share(requestsBelow(traffic, version), traffic.requests) : null;
  const spoken = below === null ? text : texts.requestsBelow(text, below);
  const side = (places[index] ?? 0) > 55 ? "left" : "right";
  const className = `${classes.mark} ${classes[field]}`;
  const flag = (
    <span className={classes.flag}>
      {texts[field]} <b>{text}</b>
      {below !== null && (
        <>
          <span className={classes.wide}>{` · ${texts.below(below)}`}</span>
          <span className={classes.narrow}>{` · ${below}`}</span>
        </>
      )}
    </span>
  );
  if (!onChange) {
    return (
      <div className={className} style={{ left: `${places[index] ?? 0}%` }} data-side={side} title={spoken}>
        {flag}
      </div>
    );
  }
  return (
    <RulerSlider
      label={texts[field]}
      places={places}
      index={index}
      text={spoken}
      side={side}
      className={className}
      onMove={(next) => onChange(withMark(form, field, stops[next - 1]?.text ?? ""))}
    >
      {flag}
    </RulerSlider>
  );
}
