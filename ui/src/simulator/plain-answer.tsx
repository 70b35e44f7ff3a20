import { Alert, List, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { instantToWall } from "drawbridge-rules/values/wall-time.ts";
import type { PlatformForm } from "drawbridge-rules/versions/platform-schema.ts";
import type { ListedOccurrence } from "drawbridge-rules/wire/maintenance.ts";
import type { ReactNode } from "react";
import { ScreenLink } from "../elements/screen.tsx";
import { formatInstant, formatZonedInstant } from "../texts/formats.ts";
import { policyListQuery } from "../version-policies/version-policy-list.ts";
import { type AnsweredQuestion, type ConfigQuestion, type Question, touchingQuery } from "./simulation.ts";
import { simulatorTexts as texts } from "./simulator-texts.ts";
import { covers, endOfChain, isIn } from "./transition.ts";
import { describeVerdict } from "./verdict.ts";

interface PlainAnswerProps {
  readonly project: string;
  readonly answered: AnsweredQuestion;
  readonly zone: string;
}

/** Answer in words: the outcome, the reason, and a link to its source. */
export function PlainAnswer({ project, answered, zone }: PlainAnswerProps) {
  const { question } = answered;
  const at = answered.at === null ? answered.askedAt : Date.parse(answered.at);
  const deciders = useDeciders(project, answered, at);
  const { data: policies = [] } = useQuery(policyListQuery(project));
  const policy = question.ask === "config" ? policies.find(({ id }) => id === question.platform.toLowerCase()) : undefined;
  const { color, title, because } = describeVerdict(answered, { ...deciders, policy, at, zone });
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
            zone={zone}
            hasMessage={answered.simulation.body.message !== ""}
            at={answered.at}
          />
        </>
      )}
    </Stack>
  );
}

function Reads({ answered: { simulation, question } }: { readonly answered: AnsweredQuestion }) {
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

/** A part of an answer, under a small heading. */
function AnswerPart({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div>
      <Title order={3} size="h6" mb={4}>
        {title}
      </Title>
      {children}
    </div>
  );
}

interface DecidedByProps {
  readonly project: string;
  readonly question: Question;
  readonly policy: PlatformForm | undefined;
  readonly deciders: Deciders;
  readonly zone: string;
  readonly hasMessage: boolean;
  /** RFC 3339; null: now. */
  readonly at: string | null;
}

/** The parts of the configuration that decide the answer, with links. */
function DecidedBy({ project, question, policy, deciders, zone, hasMessage, at }: DecidedByProps) {
  const { occurrences } = deciders;
  if (question.ask === "maintenance" && occurrences.length === 0) return null;
  return (
    <AnswerPart title={texts.decidedBy}>
      <List size="sm">
        {question.ask === "config" && <PolicyItem project={project} question={question} policy={policy} />}
        {occurrences.map(({ occurrence, window, start, end }) => (
          <List.Item key={occurrence}>
            <ScreenLink
              project={project}
              to="/projects/$project/maintenance"
              search={{ occurrence, at: instantToWall(Date.parse(start), zone).slice(0, 10), zone }}
            >
              {window}
            </ScreenLink>
            {" · "}
            {texts.windowFrom(formatInstant(start, zone), formatZonedInstant(end, zone))}
          </List.Item>
        ))}
        {question.ask === "config" && hasMessage && (
          <List.Item>
            <ScreenLink project={project} to="/projects/$project/messages" search={messageSearch(question, at)}>
              {texts.messageOf}
            </ScreenLink>
          </List.Item>
        )}
      </List>
    </AnswerPart>
  );
}

/** The linked screen shows it for the same app. */
function messageSearch({ platform, version, lang }: ConfigQuestion, at: string | null) {
  return { platform, version, ...(lang === "" ? {} : { lang }), ...(at === null ? {} : { at }) };
}

interface PolicyItemProps {
  readonly project: string;
  readonly question: ConfigQuestion;
  readonly policy: PlatformForm | undefined;
}

function PolicyItem({ project, question: { platform, version }, policy }: PolicyItemProps) {
  const { minimum, recommended, blocked = [], exempt = [] } = policy ?? {};
  const entries: readonly (readonly [string, string | undefined])[] = [
    ["minimum", minimum],
    ["recommended", recommended],
    ["blocked", blocked.join(", ")],
    ["exempt", exempt.join(", ")],
  ];
  return (
    <List.Item>
      <ScreenLink
        project={project}
        to="/projects/$project/versions"
        search={{ ...(policy ? { edit: platform.toLowerCase() } : {}), version }}
      >
        {texts.policyOf(platform)}
      </ScreenLink>
      {entries
        .filter(([, text]) => text)
        .map(([name, text = ""]) => (
          <Text key={name} size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
            {texts.entries(name, text)}
          </Text>
        ))}
    </List.Item>
  );
}

interface Deciders {
  readonly occurrences: readonly ListedOccurrence[];
  /** Epoch ms; null: outside of maintenance, or not known yet. */
  readonly closedUntil: number | null;
  readonly isEveryInstance: boolean;
}

const month = 31 * 86_400_000;

/** @param at instant of the answer, epoch ms */
function useDeciders(project: string, answered: AnsweredQuestion, at: number): Deciders {
  const span = spanOf(answered, at);
  const { data = [] } = useQuery({ ...touchingQuery(project, span?.from ?? 0, span?.until ?? 0), enabled: span !== null });
  const { question } = answered;
  const own = data.filter((occurrence) => covers(occurrence, question));
  if (question.ask === "maintenance") return { occurrences: own, closedUntil: null, isEveryInstance: false };
  const active = own.filter((occurrence) => isIn(occurrence, at));
  if (active.length > 0) return { occurrences: active, closedUntil: endOfChain(own, at), isEveryInstance: false };
  const ofInstances = data.filter((occurrence) => occurrence.instances !== null && isIn(occurrence, at));
  return { occurrences: ofInstances, closedUntil: null, isEveryInstance: ofInstances.length > 0 };
}

/** Null: no window decides it. */
function spanOf({ question, simulation: { status, reason, body } }: AnsweredQuestion, at: number) {
  if (status !== 200) return null;
  if (question.ask === "config") return reason.endsWith("maintenance") ? { from: at, until: at + month } : null;
  const [from, until] = [Date.parse(String(body.start_time)), Date.parse(String(body.end_time))];
  return from > 0 ? { from, until } : null;
}
