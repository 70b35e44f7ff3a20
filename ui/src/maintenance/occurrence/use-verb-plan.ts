/** State of the dialog for one verb: its times, its reason, and the guards that block it. */

import { isRefused } from "drawbridge-client/admin";
import type { GuardCode } from "drawbridge-rules/changes/guard-code.ts";
import type { GuardItem } from "drawbridge-rules/wire/guard.ts";
import type { ListedOccurrence } from "drawbridge-rules/wire/maintenance.ts";
import { useState } from "react";
import { useNow } from "../../elements/use-now.ts";
import { sharedTexts } from "../../texts/shared-texts.ts";
import { type MaintenanceRun, useMaintenanceVerb } from "../../verbs/use-verb.ts";
import { verbDialogTexts as texts } from "./verb-dialog-texts.ts";
import {
  firstTimes,
  plannedTimes,
  type VerbKind,
  type VerbProblem,
  type VerbTimes,
  verbProblem,
  verbRequest,
} from "./verb-plan.ts";

/** A verb for one occurrence. */
export interface WantedVerb {
  readonly kind: VerbKind;
  readonly occurrence: ListedOccurrence;
  /** Start of a move, RFC 3339. The dialog can change it. */
  readonly start?: string | undefined;
  /** End of a move or an extension, RFC 3339. */
  readonly end?: string | undefined;
}

export interface VerbPlan {
  readonly times: VerbTimes;
  readonly setTimes: (times: VerbTimes) => void;
  readonly problem: VerbProblem | null;
  /** Times after the verb; null: the occurrence would be canceled. */
  readonly after: VerbTimes | null;
  readonly reason: string;
  readonly setReason: (reason: string) => void;
  readonly hasReason: boolean;
  readonly guards: readonly GuardItem[];
  readonly override: readonly GuardCode[];
  readonly setOverride: (override: readonly GuardCode[]) => void;
  readonly run: MaintenanceRun;
  readonly mayDo: boolean;
  /** True for a move that requires two people. */
  readonly mayPropose: boolean;
  /** @param propose true: submit for approval */
  readonly send: (propose: boolean) => Promise<void>;
}

export function useVerbPlan(project: string, verb: WantedVerb, onDone: () => void): VerbPlan {
  const { kind, occurrence } = verb;
  const now = Math.max(useNow(), Date.now());
  const [times, setTimes] = useState(() => firstTimes(kind, occurrence, verb));
  const [reason, setReason] = useState("");
  const [override, setOverride] = useState<readonly GuardCode[]>([]);
  const { review } = sharedTexts;
  const { name } = occurrence;
  const run = useMaintenanceVerb(project, ({ verb, options }) =>
    options?.propose ? `${texts.proposed(name)} ${review.proposedMeaning}` : texts.done[verb](name),
  );
  const guards = isRefused(run.error) ? run.error.guards : [];
  const blocked = guards.flatMap(({ code }) => (override.includes(code) ? [] : [code]));
  const problem = verbProblem(kind, occurrence, times, now);
  const hasReason = override.length === 0 || reason.trim() !== "";
  const isReady = problem === null && hasReason && !run.isBusy;
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
