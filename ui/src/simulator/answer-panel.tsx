import { Group, Paper, Stack, Switch, Text, Title } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { CopyText } from "../elements/copy-text.tsx";
import { ErrorState, LoadingState } from "../elements/query-state.tsx";
import { useNow } from "../elements/use-now.ts";
import { useReadUrls } from "../session/session.ts";
import { formatNumber, formatTime, formatZonedInstant } from "../texts/formats.ts";
import { PlainAnswer } from "./plain-answer.tsx";
import { type AnsweredQuestion, bodyText, curlCommand, type Question, simulationQuery } from "./simulation.ts";
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

/** Response on the wire, byte for byte. */
function ExactAnswer({ answered: { question, simulation } }: { readonly answered: AnsweredQuestion }) {
  const [isLaidOut, setIsLaidOut] = useState(false);
  const exact = bodyText(simulation);
  const bytes = new TextEncoder().encode(exact).length;
  const headers = Object.entries(simulation.headers);
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        {texts.exact}
      </Title>
      <Part title={texts.status}>
        <pre className={classes.bytes}>{simulation.status}</pre>
      </Part>
      <Part title={texts.headers} hint={texts.headersHint}>
        <pre className={classes.bytes}>{headers.map(([name, value]) => `${name}: ${value}`).join("\n")}</pre>
      </Part>
      <Part title={`${texts.body} (${texts.bytes(formatNumber(bytes))})`}>
        <Switch
          mb="xs"
          label={texts.laidOut}
          checked={isLaidOut}
          onChange={({ currentTarget: { checked } }) => setIsLaidOut(checked)}
        />
        <Group align="flex-start" gap="xs">
          {isLaidOut ? (
            <pre className={classes.bytes}>{JSON.stringify(simulation.body, null, 2)}</pre>
          ) : (
            <CopyText text={exact} name={texts.theBody} />
          )}
        </Group>
      </Part>
      <Part title={texts.curl} hint={texts.curlHint}>
        <CopyText text={curlCommand(useReadUrls()[question.ask], question)} name={texts.theCurl} />
      </Part>
    </Stack>
  );
}

interface PartProps {
  readonly title: string;
  readonly hint?: string;
  readonly children: React.ReactNode;
}

function Part({ title, hint, children }: PartProps) {
  return (
    <div>
      <Title order={3} size="h6" mb={4}>
        {title}
      </Title>
      {hint !== undefined && (
        <Text size="xs" c="dimmed" mb={4}>
          {hint}
        </Text>
      )}
      {children}
    </div>
  );
}
