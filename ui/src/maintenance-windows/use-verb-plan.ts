/** What is being decided about one verb: its times, its reason, and what speaks against it. */

import { isRefused } from "drawbridge-client/admin";
import type { Guard } from "drawbridge-rules/changes/refusal.ts";
import type { ListedOccurrence, MaintenanceAnswer } from "drawbridge-rules/wire/maintenance.ts";
import type { ProblemItem } from "drawbridge-rules/wire/problem.ts";
import { useState } from "react";
import { useNow } from "../elements/use-now.ts";
import { useSharedTexts, useTexts } from "../texts/language.tsx";
import { type MaintenanceVerb, useMaintenanceVerb } from "../verbs/use-maintenance-verb.ts";
import { useSayDone } from "../verbs/use-say-done.ts";
import type { Verb } from "../verbs/use-verb.ts";
import { verbDialogTexts } from "./verb-dialog-texts.ts";
import {
  firstTimes,
  plannedTimes,
  type VerbKind,
  type VerbProblem,
  type VerbTimes,
  verbProblem,
  verbRequest,
} from "./verb-plan.ts";

/** What is to be done to one occurrence. */
export interface WantedVerb {
  readonly kind: VerbKind;
  readonly occurrence: ListedOccurrence;
  /** Of a move: RFC 3339. It can be changed in the dialog. */
  readonly start?: string | undefined;
  /** Of a move and of an extension: RFC 3339. */
  readonly end?: string | undefined;
}

export interface VerbPlan {
  readonly times: VerbTimes;
  readonly setTimes: (times: VerbTimes) => void;
  readonly problem: VerbProblem | null;
  /** Null: it comes to nothing. */
  readonly after: VerbTimes | null;
  readonly reason: string;
  readonly setReason: (reason: string) => void;
  readonly hasReason: boolean;
  readonly refusals: readonly ProblemItem[];
  readonly override: readonly Guard[];
  readonly setOverride: (override: readonly Guard[]) => void;
  readonly run: Verb<MaintenanceVerb, MaintenanceAnswer>;
  readonly mayDo: boolean;
  /** A move, where two people are needed. */
  readonly mayPropose: boolean;
  /** @param propose another person looks at it first */
  readonly send: (propose: boolean) => Promise<void>;
}

export function useVerbPlan(project: string, verb: WantedVerb, onDone: () => void): VerbPlan {
  const { kind, occurrence } = verb;
  const now = Math.max(useNow(), Date.now());
  const [times, setTimes] = useState(() => firstTimes(kind, occurrence, verb));
  const [reason, setReason] = useState("");
  const [override, setOverride] = useState<readonly Guard[]>([]);
  const run = useSayingVerb(project, occurrence.window);
  const refusals = isRefused(run.error) ? run.error.errors : [];
  const blocked = refusals.flatMap(({ guard }) => (guard && !override.includes(guard) ? [guard] : []));
  const problem = verbProblem(kind, occurrence, times, now);
  const hasReason = override.length === 0 || reason.trim() !== "";
  const isReady = problem === null && hasReason && !run.isBusy;
  const needsTwo = kind === "move" && refusals.some(({ guard }) => guard === "four_eyes");
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
    refusals,
    override,
    setOverride,
    run,
    mayDo: isReady && blocked.length === 0,
    mayPropose: needsTwo && isReady && blocked.every((guard) => guard === "four_eyes"),
    send,
  };
}

/** Says in the corner of the screen what was done. */
function useSayingVerb(project: string, window: string): Verb<MaintenanceVerb, MaintenanceAnswer> {
  const texts = useTexts(verbDialogTexts);
  const { review } = useSharedTexts();
  const say = useSayDone();
  return useMaintenanceVerb(project, ({ verb, options }, answer) =>
    say(options?.propose ? `${texts.proposed(window)} ${review.proposedMeaning}` : texts.done[verb](window), answer),
  );
}
