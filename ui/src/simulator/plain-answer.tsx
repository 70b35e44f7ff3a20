import { Alert, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { formatInstant, formatZonedInstant } from "../texts/formats.ts";
import { policyListQuery } from "../version-policies/version-policy-list.ts";
import { AnswerPart } from "./answer-part.tsx";
import { DecidedBy } from "./decided-by.tsx";
import type { AnsweredQuestion } from "./simulation.ts";
import { simulatorTexts } from "./simulator-texts.ts";
import { useDeciders } from "./use-deciders.ts";
import { describeVerdict } from "./verdict.ts";

interface PlainAnswerProps {
  readonly project: string;
  readonly answered: AnsweredQuestion;
  readonly zone: string;
}

/** Answer in words: the outcome, the reason, and a link to its source. */
export function PlainAnswer({ project, answered, zone }: PlainAnswerProps) {
  const words = simulatorTexts;
  const instant = (time: string | number) => formatZonedInstant(time, zone);
  const clock = (time: string | number) => formatInstant(time, zone);
  const { question } = answered;
  const at = answered.at === null ? answered.askedAt : Date.parse(answered.at);
  const deciders = useDeciders(project, answered, at);
  const { data: policies = [] } = useQuery(policyListQuery(project));
  const policy = question.ask === "config" ? policies.find(({ id }) => id === question.platform.toLowerCase()) : undefined;
  const { color, title, because } = describeVerdict(answered, { ...deciders, policy, at, instant, clock }, words);
  return (
    <Stack gap="sm">
      <Alert
        color={color}
        title={
          <Title order={2} size="h4">
            {title}
          </Title>
        }
      >
        {because.map((text) => (
          <Text key={text} size="sm">
            {text}
          </Text>
        ))}
      </Alert>
      {answered.simulation.status === 200 && (
        <>
          <Reads answered={answered} />
          <DecidedBy
            project={project}
            question={question}
            policy={policy}
            deciders={deciders}
            {...{ instant, clock, zone }}
            hasMessage={answered.simulation.body.message !== ""}
            at={answered.at}
          />
        </>
      )}
    </Stack>
  );
}

function Reads({ answered: { simulation, question } }: { readonly answered: AnsweredQuestion }) {
  const texts = simulatorTexts;
  if (question.ask !== "config") return null;
  const { message, force_upgrade: isForced, android_source: android, apple_source: apple } = simulation.body;
  const language = simulation.headers["content-language"];
  const link = String((question.platform.toLowerCase() === "ios" ? apple : android) ?? "");
  return (
    <>
      <AnswerPart title={texts.reads}>
        {message === "" ? (
          <Text size="sm" c="dimmed">
            {texts.readsNothing}
          </Text>
        ) : (
          <Text size="sm" {...(language === undefined ? {} : { lang: language })} style={{ whiteSpace: "pre-wrap" }}>
            {String(message)}
          </Text>
        )}
      </AnswerPart>
      {isForced === true && link !== "" && (
        <AnswerPart title={texts.opens}>
          <Text size="sm" style={{ overflowWrap: "anywhere" }}>
            {link}
          </Text>
        </AnswerPart>
      )}
    </>
  );
}
