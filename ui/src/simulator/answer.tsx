import { Box, Button, Code, Group, SegmentedControl, Stack, Text, Title } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Reader } from "drawbridge-rules/describe/reader.ts";
import { formatInstant } from "drawbridge-rules/describe/times.ts";
import type { Project } from "drawbridge-rules/wire/project.ts";
import { useState } from "react";
import { Hint } from "../elements/cells.tsx";
import { CopyText } from "../elements/copy-text.tsx";
import { ErrorState, LoadingState, QueryState } from "../elements/query-state.tsx";
import { ScreenLink } from "../elements/screen.tsx";
import { PhonePicture } from "../messages/phone-picture.tsx";
import { Folded } from "../review/change-view.tsx";
import { simulatorRoute } from "../routes.ts";
import { useReadUrls } from "../session/session.ts";
import { formatNumber } from "../texts/formats.ts";
import {
  type AnsweredQuestion,
  activeAtQuery,
  closingOccurrence,
  curlCommand,
  type Endpoint,
  type Question,
  simulationQuery,
} from "./simulation.ts";
import classes from "./simulator.module.css";
import { simulatorTexts as texts } from "./simulator-texts.ts";
import { describeVerdict, type GateBody, gateBody, shownKind } from "./verdict.ts";

interface AnswerProps {
  readonly head: Project;
  readonly question: Question;
  /** The request lags behind the typed question. */
  readonly isTyping: boolean;
  readonly reader: Reader;
}

/** The previous answer stays, and pale, until the next one arrives. */
export function Answer({ head, question, isTyping, reader }: AnswerProps) {
  const query = useQuery({ ...simulationQuery(head.id, question, "gate"), placeholderData: keepPreviousData });
  const { data: answered, error } = query;
  if (!answered) return error ? <ErrorState error={error} onAgain={() => void query.refetch()} /> : <LoadingState />;
  const isOld = isTyping || query.isPlaceholderData;
  return (
    <>
      <div className={classes.answer} data-old={isOld || undefined} aria-busy={isOld}>
        <Answered head={head} answered={answered} reader={reader} isOld={isOld} />
      </div>
      <Folded title={texts.raw}>
        <Endpoints project={head.id} question={question} />
      </Folded>
    </>
  );
}

interface AnsweredProps extends Pick<AnswerProps, "head" | "reader"> {
  readonly answered: AnsweredQuestion;
  readonly isOld: boolean;
}

function Answered({ head, answered: { question, simulation, askedAt }, reader, isOld }: AnsweredProps) {
  const body = gateBody(simulation);
  const language = simulation.headers["content-language"] ?? "";
  const at = question.at === null ? askedAt : Date.parse(question.at);
  const isClosed = body?.maintenance === "active";
  // One answer serves several refetches: a second is exact enough for windows.
  const active = useQuery({
    ...activeAtQuery(head.id, Math.floor(at / 1000) * 1000),
    enabled: isClosed,
    placeholderData: keepPreviousData,
  });
  const closing = active.data && closingOccurrence(active.data, question);
  const app = `${reader.names.platform(question.platform)} ${question.version}`;
  const { color, title, because } = describeVerdict(simulation, app, { closing, reader: { ...reader, now: at } });
  return (
    <>
      <section aria-label={texts.answer}>
        <Stack gap="sm">
          <Box py={4} pl="md" style={{ borderInlineStart: `4px solid var(--mantine-color-${color}-filled)` }}>
            <Title order={2} fz="lg">
              {title}
            </Title>
            {because.map((text) => (
              <Text size="md" key={text} style={{ overflowWrap: "anywhere" }}>
                {text}
              </Text>
            ))}
          </Box>
          <Text size="xs" c="dimmed" role="status">
            {isOld ? texts.updating : texts.asked(formatInstant(at, reader))}
          </Text>
          {body && <Sources project={head.id} question={question} body={body} occurrence={closing?.occurrence} />}
          {body?.next_change_at && <NextChange at={body.next_change_at} reader={reader} />}
        </Stack>
      </section>
      {body && (
        <PhonePicture
          name={texts.phone}
          appName={head.name ?? head.id}
          kind={shownKind(body) ?? "default"}
          title={{ text: body.title, language }}
          message={{ text: body.message, language }}
          button={body.update === "forced" && body.store_link !== null ? texts.store : undefined}
        />
      )}
    </>
  );
}

interface SourcesProps {
  readonly project: string;
  readonly question: Question;
  readonly body: GateBody;
  readonly occurrence: string | undefined;
}

function Sources({ project, question: { platform, version, lang }, body, occurrence }: SourcesProps) {
  const isShown = body.message !== "" || body.title !== "";
  return (
    <Group gap="md">
      <ScreenLink project={project} to="/projects/$project/versions" search={{ version }}>
        {texts.toVersions}
      </ScreenLink>
      {body.maintenance !== "none" && (
        <ScreenLink project={project} to="/projects/$project/maintenance" search={occurrence === undefined ? {} : { occurrence }}>
          {texts.toMaintenance}
        </ScreenLink>
      )}
      {isShown && (
        <ScreenLink
          project={project}
          to="/projects/$project/messages"
          search={{ kind: shownKind(body) ?? undefined, platform, version, language: lang || undefined }}
        >
          {texts.toMessages}
        </ScreenLink>
      )}
    </Group>
  );
}

function NextChange({ at, reader }: { readonly at: string; readonly reader: Reader }) {
  const navigate = simulatorRoute.useNavigate();
  return (
    <Group gap="xs">
      <Text size="md">{texts.changes(formatInstant(at, reader))}</Text>
      <Button
        size="compact-sm"
        onClick={() => void navigate({ search: (search) => ({ ...search, at: new Date(at).toISOString() }), resetScroll: false })}
      >
        {texts.showChange}
      </Button>
    </Group>
  );
}

/** Shows each response byte for byte. */
function Endpoints({ project, question }: { readonly project: string; readonly question: Question }) {
  const [endpoint, setEndpoint] = useState<Endpoint>("config");
  const query = useQuery({ ...simulationQuery(project, question, endpoint), placeholderData: keepPreviousData });
  const endpoints: readonly Endpoint[] = question.instance === "" ? ["config", "gate"] : ["config", "maintenance", "gate"];
  return (
    <Stack gap="sm" align="flex-start" component="section" aria-label={texts.raw}>
      <SegmentedControl
        aria-label={texts.endpoint}
        value={endpoint}
        data={endpoints.map((value) => ({ value, label: `/${value}` }))}
        onChange={(value) => setEndpoint(endpoints.find((each) => each === value) ?? "config")}
      />
      <QueryState query={query}>{(answered) => <ExactAnswer endpoint={endpoint} answered={answered} />}</QueryState>
    </Stack>
  );
}

interface ExactAnswerProps {
  readonly endpoint: Endpoint;
  readonly answered: AnsweredQuestion;
}

function ExactAnswer({ endpoint, answered: { question, simulation } }: ExactAnswerProps) {
  const urls = useReadUrls();
  // The server prints its JSON in the same way.
  const body = JSON.stringify(simulation.body);
  const headers = Object.entries(simulation.headers).map(([name, value]) => `${name}: ${value}`);
  const length = new TextEncoder().encode(body).length;
  return (
    <>
      <Code block maw="100%" style={{ overflowWrap: "anywhere", whiteSpace: "pre-wrap" }} title={texts.headersHint}>
        {[`HTTP/1.1 ${simulation.status}`, ...headers].join("\n")}
      </Code>
      <CopyText text={body} name={texts.theBody} />
      <Hint size="xs">{texts.bytes(formatNumber(length))}</Hint>
      <CopyText
        text={curlCommand(urls[endpoint === "maintenance" ? "maintenance" : "config"], endpoint, question)}
        name={texts.theCurl}
      />
      <Hint size="xs">{texts.curlHint}</Hint>
    </>
  );
}
