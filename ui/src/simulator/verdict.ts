import { describeAction, describeForcingRule, ownAction } from "drawbridge-rules/describe/mark.ts";
import type { Reader } from "drawbridge-rules/describe/reader.ts";
import { capitalized } from "drawbridge-rules/describe/sentence.ts";
import { formatInstant, formatRange } from "drawbridge-rules/describe/times.ts";
import type { ListedOccurrence } from "drawbridge-rules/wire/maintenance.ts";
import type { Simulation } from "drawbridge-rules/wire/simulation.ts";
import type { Kind } from "../messages/message-form.ts";
import { simulatorTexts as texts } from "./simulator-texts.ts";

export interface GateBody {
  readonly update: "none" | "recommended" | "forced";
  readonly update_to: string | null;
  readonly maintenance: "none" | "announced" | "active";
  readonly title: string;
  readonly message: string;
  readonly store_link: string | null;
  readonly window: { readonly name: string; readonly start: string; readonly end: string } | null;
  readonly next_change_at: string | null;
  /** For the release that is required or recommended. */
  readonly isTooOld: boolean;
}

/** Null means an error. */
export function gateBody({ status, headers, body }: Simulation): GateBody | null {
  return status === 200 ? ({ ...body, isTooOld: headers["drawbridge-os"] === "too_old" } as GateBody) : null;
}

interface Verdict {
  readonly color: "closed" | "open" | "gray";
  readonly title: string;
  readonly because: readonly string[];
}

/** @param app `iOS 2.3.0` @param closing the maintenance that closes the app, if known */
export function describeVerdict(
  simulation: Simulation,
  app: string,
  { closing, reader }: { readonly closing: ListedOccurrence | undefined; readonly reader: Reader },
): Verdict {
  const body = gateBody(simulation);
  const { reason, forced_by: forcing } = simulation;
  if (!body) return { color: "gray", title: texts.refused, because: describeError(simulation) };
  const { window } = body;
  const until = window ? formatInstant(window.end, reader) : "";
  const tooOld = body.isTooOld ? [texts.tooOld] : [];
  if (body.update === "forced") {
    const why = forcing ? [capitalized(describeForcingRule(forcing, reader))] : [describeRule(reason)];
    const also = body.maintenance === "active" && window ? [texts.alsoClosed(window.name, until)] : [];
    return { color: "closed", title: texts.mustUpdate(app), because: [...why, ...tooOld, ...also] };
  }
  if (body.maintenance === "active" && window) {
    const action = closing && ownAction(closing);
    const why = closing ? [`${closing.name}${action ? `: ${describeAction(action, reader)}` : ""}`] : [];
    return { color: "closed", title: texts.closedUntil(window.name, until), because: why };
  }
  const isRecommended = body.update === "recommended" && body.update_to !== null;
  return {
    color: "open",
    title: texts.mayRun(app),
    because: [isRecommended ? texts.recommended(body.update_to) : describeRule(reason), ...tooOld, ...upcoming(body, reader)],
  };
}

export function describeRule(reason: string): string {
  return texts.because[reason.split(", ")[0] ?? ""] ?? "";
}

export function describeError({ reason, body }: Simulation): readonly string[] {
  const why = Object.hasOwn(texts.errors, reason) ? texts.errors[reason] : String(body.detail ?? "");
  return [why ?? "", texts.refusedMeaning];
}

function upcoming({ maintenance, window }: GateBody, reader: Reader): readonly string[] {
  if (!window) return [];
  const times = formatRange(window.start, window.end, reader);
  return [maintenance === "announced" ? texts.announced(window.name, times) : texts.next(window.name, times)];
}

/** Null means the app shows no message. */
export function shownKind({ update, maintenance, message, title, isTooOld }: GateBody): Kind | null {
  if (update === "forced") return isTooOld ? "unsupported" : "upgrade";
  if (maintenance === "active") return "maintenance";
  if (message === "" && title === "") return null;
  if (update === "recommended") return "recommended";
  return maintenance === "announced" ? "announced" : "default";
}
