import { useQuery } from "@tanstack/react-query";
import { isRefused } from "drawbridge-client/admin";
import type { GuardCode } from "drawbridge-rules/changes/guard-code.ts";
import { listedState } from "drawbridge-rules/occurrence/listed-occurrence.ts";
import type { ListedOccurrence, OccurrenceState } from "drawbridge-rules/wire/maintenance.ts";
import { useState } from "react";
import { useExactNow } from "../../elements/use-now.ts";
import { sharedTexts } from "../../texts/shared-texts.ts";
import { useMaintenanceVerb } from "../../verbs/use-verb.ts";
import { namedOccurrenceQuery } from "../calendar/occurrence-list.ts";
import { verbDialogTexts as texts } from "./verb-dialog-texts.ts";
import { firstTimes, plannedTimes, type VerbKind, type VerbTimes, verbProblem, verbRequest } from "./verb-plan.ts";

export interface WantedVerb {
  readonly kind: VerbKind;
  readonly occurrence: ListedOccurrence;
  /** Times of a move or an extension. The dialog can change them. */
  readonly times?: VerbTimes;
}

const over: readonly OccurrenceState[] = ["ended", "canceled", "skipped"];

export function useVerbPlan(project: string, verb: WantedVerb, onDone: () => void) {
  const { kind, occurrence } = verb;
  const now = useExactNow();
  const [times, setTimes] = useState(() => firstTimes(kind, occurrence, verb.times));
  const [reason, setReason] = useState("");
  const [override, setOverride] = useState<readonly GuardCode[]>([]);
  const { name } = occurrence;
  const run = useMaintenanceVerb(project, ({ verb, options }) =>
    options?.propose ? `${texts.proposed(name)} ${sharedTexts.review.proposedMeaning}` : texts.done[verb](name),
  );
  const guards = isRefused(run.error) ? run.error.guards : [];
  const blocked = guards.flatMap(({ code }) => (override.includes(code) ? [] : [code]));
  const present = useQuery(namedOccurrenceQuery(project, occurrence.occurrence)).data;
  const isOver = !run.isBusy && (present === null || (present !== undefined && over.includes(listedState(present, now))));
  const problem = verbProblem(kind, occurrence, times, now);
  const hasReason = override.length === 0 || reason.trim() !== "";
  const isReady = !isOver && problem === null && hasReason && !run.isBusy;
  const needsTwo = kind === "move" && guards.some(({ code }) => code === "four_eyes");
  const send = async (propose: boolean) => {
    const options = {
      ...(reason.trim() === "" ? {} : { reason: reason.trim() }),
      ...(override.length === 0 ? {} : { override }),
      ...(propose ? { propose: true as const } : {}),
    };
    if ((await run.run({ ...verbRequest(kind, occurrence, times), options })) !== null) onDone();
  };
  return {
    /** Ended, canceled or deleted while the dialog was open. */
    isOver,
    times,
    setTimes,
    problem,
    after: plannedTimes(kind, occurrence, times, now),
    reason,
    setReason,
    hasReason,
    guards,
    override,
    setOverride,
    run,
    mayDo: isReady && blocked.length === 0,
    mayPropose: needsTwo && isReady && blocked.every((guard) => guard === "four_eyes"),
    send,
  };
}
