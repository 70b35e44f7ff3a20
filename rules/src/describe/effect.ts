import type {
  ChangeAnswer,
  MaintenanceEffect,
  ReportedInterruption,
  ShownText,
  TextEffect,
  VersionDecision,
  VersionEffect,
} from "../wire/change.ts";
import { storeNames } from "./guard.ts";
import type { Reader } from "./reader.ts";
import { formatSpan, formatZonedInstant } from "./times.ts";

export interface EffectRow {
  /** `iOS 2.4.0 to below 2.6.0` */
  readonly name: string;
  readonly before: string;
  readonly after: string;
  readonly isWorse: boolean;
  /** Percent of the platform's requests of the last 24 hours; null means none counted, or no decision. */
  readonly share: number | null;
}

export function describeEffects(
  {
    effects = [],
    text_effects = [],
    maintenance_effects = [],
  }: Pick<ChangeAnswer, "effects" | "text_effects" | "maintenance_effects">,
  reader: Reader,
): Readonly<Record<"versions" | "texts" | "maintenance", readonly EffectRow[]>> {
  return {
    versions: effects.map((effect) => describeEffect(effect, reader)).filter(({ before, after }) => before !== after),
    texts: text_effects.flatMap((effect) => describeTextEffect(effect, reader)),
    maintenance: maintenance_effects.map((effect) => describeMaintenanceEffect(effect, reader)),
  };
}

function describeEffect({ platform, at, before, after, share, ...range }: VersionEffect, reader: Reader): EffectRow {
  return {
    name: `${reader.names.platform(platform)} ${describeRange(range)}${stepText(at, reader)}`,
    before: describeDecision(before),
    after: describeDecision(after),
    isWorse: after?.forced === true && before?.forced !== true,
    share,
  };
}

/** `below 2.4.0`, `2.4.0 to below 2.6.0 except 2.5.3`, `2.5.*`, `2.6.0 and newer`, `2.5.3`, `all versions` */
function describeRange({ from, to, inclusive, except }: Pick<VersionEffect, "from" | "to" | "inclusive" | "except">): string {
  const isAbove = from !== null && except.includes(from);
  const rest = except.filter((version) => version !== from);
  const left = rest.length > 0 ? ` except ${rest.join(", ")}` : "";
  return `${describeEnds(from, isAbove, to, inclusive)}${left}`;
}

function describeEnds(from: string | null, isAbove: boolean, to: string | null, isIncluded: boolean): string {
  const until = to === null ? "" : `${isIncluded ? "" : "below "}${to}`;
  if (from === null) return to === null ? "all versions" : isIncluded ? `up to ${to}` : until;
  if (to === null) return isAbove ? `above ${from}` : `${from} and newer`;
  if (from === to) return from;
  if (!isAbove && !isIncluded && isFamily(from, to)) return `${from}.*`;
  return isAbove ? `above ${from}${isIncluded ? ` to ${to}` : `, below ${to}`}` : `${from} to ${until}`;
}

function isFamily(from: string, to: string): boolean {
  const [own, next] = [from, to].map((text) => (/^\d+(\.\d+)?$/.test(text) ? text.split(".").map(Number) : []));
  const last = own?.pop() ?? Number.NaN;
  return next?.pop() === last + 1 && String(own) === String(next);
}

const decisions: Readonly<Record<VersionDecision["rule"], string>> = {
  exempt: "may run",
  blocked: "must update",
  below_minimum: "must update",
  below_recommended: "may run, update recommended",
  current: "may run",
  no_policy: "may run",
};

function describeDecision(decision: VersionDecision | null): string {
  return decision === null ? "unknown platform" : decisions[decision.rule];
}

const textNames: Readonly<Record<keyof ShownText, string>> = {
  title: "title",
  message: "message",
  config_message: "message of /config",
  android_source: `${storeNames.android} link`,
  apple_source: `${storeNames.apple} link`,
};

function describeTextEffect({ platform, version, at, before, after, ...range }: TextEffect, reader: Reader): EffectRow[] {
  const name = reader.names.platform(platform);
  const isWhole = range.from === null && range.to === null && range.except.length === 0;
  const versions = version ?? (isWhole ? "" : describeRange(range));
  const isSame = (one: keyof ShownText, other: keyof ShownText) =>
    before?.[one] === before?.[other] && after?.[one] === after?.[other];
  return (Object.keys(textNames) as (keyof ShownText)[])
    .filter((text) => (before?.[text] ?? "") !== (after?.[text] ?? ""))
    .filter((text) => text !== "config_message" || !isSame(text, "message"))
    .map((text) => ({
      name: `${name}${versions === "" ? "" : ` ${versions}`}, ${textNames[text]}${stepText(at, reader)}`,
      before: before?.[text] || "none",
      after: after?.[text] || "none",
      isWorse: false,
      share: null,
    }));
}

function describeMaintenanceEffect({ platform, instance, before, after }: MaintenanceEffect, reader: Reader): EffectRow {
  const { names } = reader;
  const isActive = (before ?? after)?.state === "active";
  return {
    name: platform === null ? names.instance(instance ?? "") : names.platform(platform),
    before: describeReported(before, isActive, reader),
    after: describeReported(after, isActive, reader),
    isWorse: after?.state === "active",
    share: null,
  };
}

/** @param isActive the maintenance on the other side of the change */
function describeReported(told: ReportedInterruption | null, isActive: boolean, reader: Reader): string {
  if (told === null) return isActive ? "open" : "none planned";
  return `${told.state === "active" ? "closed " : ""}${formatSpan(told.start, told.end, reader)}`;
}

function stepText(at: string | undefined, reader: Reader): string {
  return at === undefined ? "" : `, from ${formatZonedInstant(at, reader)}`;
}
