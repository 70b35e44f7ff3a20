/** Jumps to the next or previous instant at which the answer changes, as the server computes it. */
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { instanceListQuery } from "../instances/instance-list.ts";
import type { Question } from "./question.ts";
import { isSameAnswer, simulationQuery, toIsoText, touchingQuery } from "./simulation.ts";
import { type Direction, mayChangeAt } from "./transition.ts";

const day = 86_400_000;
/** Search distances in days: most changes are near, and a list of a year, the maximum, is long. */
const reaches = [1, 7, 31, 92, 365];
/** Instants to request, within one search distance. */
const mostAsked = 40;

type JumpState = "idle" | "looking" | "none" | "failed";

interface Jump {
  readonly state: JumpState;
  readonly direction: Direction | null;
  readonly jump: (direction: Direction) => void;
}

export function useJump(project: string, question: Question | null, at: number, onFound: (at: number) => void): Jump {
  const queries = useQueryClient();
  const [shown, setShown] = useState<{ readonly state: JumpState; readonly direction: Direction | null }>(idle);
  const run = useRef(0);
  // A search that is still running must not move the user back after they have moved on.
  // biome-ignore lint/correctness/useExhaustiveDependencies: of another question or instant, it says nothing
  useEffect(() => {
    run.current++;
    setShown(idle);
  }, [project, JSON.stringify(question), at]);
  const jump = async (direction: Direction) => {
    if (!question) return;
    const own = ++run.current;
    setShown({ state: "looking", direction });
    const found = await changeFrom(queries, { project, question, at, direction }).catch(() => undefined);
    if (run.current !== own) return;
    if (typeof found === "number") onFound(found);
    else setShown({ state: found === null ? "none" : "failed", direction });
  };
  return { ...shown, jump: (direction) => void jump(direction) };
}

const idle = { state: "idle", direction: null } as const;

interface Search {
  readonly project: string;
  readonly question: Question;
  readonly at: number;
  readonly direction: Direction;
}

/** Epoch ms; null: there is none within a year. */
async function changeFrom(queries: QueryClient, { project, question, at, direction }: Search): Promise<number | null> {
  const instances = (await queries.fetchQuery(instanceListQuery(project))).map(({ id }) => id);
  let looked = 0;
  for (const days of reaches) {
    const reach = days * day;
    // Includes occurrences that end exactly there.
    const [from, until] = direction === "next" ? [at - 1, at + reach] : [at - reach, at + 1];
    const occurrences = await queries.fetchQuery(touchingQuery(project, from, until));
    const candidates = mayChangeAt(occurrences, question, instances, at, direction)
      .filter((ms) => Math.abs(ms - at) > looked && Math.abs(ms - at) <= reach)
      .slice(0, mostAsked);
    for (const ms of candidates) if (await isChange(queries, project, question, ms)) return ms;
    looked = reach;
  }
  return null;
}

async function isChange(queries: QueryClient, project: string, question: Question, ms: number): Promise<boolean> {
  const answerAt = (instant: number) => queries.fetchQuery(simulationQuery(project, question, toIsoText(instant)));
  const [before, after] = await Promise.all([answerAt(ms - 1), answerAt(ms)]);
  return !isSameAnswer(before.simulation, after.simulation);
}
