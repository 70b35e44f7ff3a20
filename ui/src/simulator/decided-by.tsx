import { List, Text } from "@mantine/core";
import { instantToWall } from "drawbridge-rules/values/wall-time.ts";
import type { PolicyForm } from "drawbridge-rules/versions/platform-schema.ts";
import { ScreenLink } from "../elements/screen-link.tsx";
import { sharedTexts } from "../texts/shared-texts.ts";
import { AnswerPart } from "./answer-part.tsx";
import type { ConfigQuestion, Question } from "./question.ts";
import { simulatorTexts as texts } from "./simulator-texts.ts";
import type { Deciders } from "./use-deciders.ts";

interface DecidedByProps {
  readonly project: string;
  readonly question: Question;
  readonly policy: PolicyForm | undefined;
  readonly deciders: Deciders;
  readonly instant: (at: string | number) => string;
  readonly clock: (at: string | number) => string;
  readonly zone: string;
  readonly hasMessage: boolean;
  /** RFC 3339; null: now. */
  readonly at: string | null;
}

/** The parts of the configuration that decide the answer, with links. */
export function DecidedBy({ project, question, policy, deciders, instant, clock, zone, hasMessage, at }: DecidedByProps) {
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
              to="/projects/$project/timeline"
              search={{ occurrence, at: instantToWall(Date.parse(start), zone).slice(0, 10), zone }}
            >
              {window}
            </ScreenLink>
            {" · "}
            {texts.windowFrom(clock(start), instant(end))}
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
  readonly policy: PolicyForm | undefined;
}

function PolicyItem({ project, question: { platform, version }, policy }: PolicyItemProps) {
  const { paths: names } = sharedTexts;
  const { minimum, recommended, blocked = [], exempt = [] } = policy ?? {};
  const entries: readonly (readonly [string, string | undefined])[] = [
    [names.minimum, minimum],
    [names.recommended, recommended],
    [names.blocked, blocked.join(", ")],
    [names.exempt, exempt.join(", ")],
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
