import { Paper, Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ErrorState } from "../elements/error-state.tsx";
import { LoadingState } from "../elements/loading-state.tsx";
import { useNow } from "../elements/use-now.ts";
import { formatTime, formatZonedInstant } from "../texts/formats.ts";
import { ExactAnswer } from "./exact-answer.tsx";
import { PlainAnswer } from "./plain-answer.tsx";
import type { Question } from "./question.ts";
import { type AnsweredQuestion, simulationQuery } from "./simulation.ts";
import classes from "./simulator.module.css";
import { simulatorTexts as texts } from "./simulator-texts.ts";

interface AnswerPanelProps {
  readonly project: string;
  readonly question: Question;
  /** RFC 3339; null: now. */
  readonly at: string | null;
  /** The user is moving to another instant. */
  readonly isMoving: boolean;
  readonly zone: string;
}

/** Milliseconds after which an answer for the present is stale. */
const tooOld = 45_000;

/** The answer, in words and then in bytes. While it loads, the previous one, with its instant. */
export function AnswerPanel({ project, question, at, isMoving, zone }: AnswerPanelProps) {
  const query = useQuery({ ...simulationQuery(project, question, at), placeholderData: keepPreviousData });
  const now = useNow();
  const { data: answered, error } = query;
  if (!answered) return error ? <ErrorState error={error} onAgain={() => void query.refetch()} /> : <LoadingState />;
  const isOfPast = answered.at === null && now - answered.askedAt > tooOld;
  const isOther = query.isPlaceholderData || isMoving || isOfPast;
  // A change was published after the answer.
  const isOld = isOther || (answered.at !== null && query.isStale && query.isFetching);
  return (
    <>
      <AnswerOf answered={answered} isOther={isOther} zone={zone} />
      <div className={`${classes.panels} ${isOld ? classes.old : ""}`} aria-busy={isOld}>
        <Paper withBorder p="md" component="section" aria-label={texts.answer}>
          <PlainAnswer project={project} answered={answered} zone={zone} />
        </Paper>
        <Paper withBorder p="md" component="section" aria-label={texts.exact}>
          <ExactAnswer answered={answered} />
        </Paper>
      </div>
    </>
  );
}

interface AnswerOfProps {
  readonly answered: AnsweredQuestion;
  /** The answer is for an earlier request. */
  readonly isOther: boolean;
  readonly zone: string;
}

function AnswerOf({ answered: { question, at, askedAt }, isOther, zone }: AnswerOfProps) {
  const asked = question.ask === "config" ? texts.ofVersion(question.platform, question.version) : question.instance;
  const when = at === null ? texts.nowAsked(formatTime(askedAt)) : formatZonedInstant(at, zone);
  return (
    <Text size="sm" fw={isOther ? 600 : 400} role="status" style={{ overflowWrap: "anywhere" }}>
      {isOther ? texts.older(asked, when) : texts.current(asked, when)}
    </Text>
  );
}
