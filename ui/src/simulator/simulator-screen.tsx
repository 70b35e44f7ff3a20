import { Box, Button, Code, Group, NativeSelect, SegmentedControl, Stack, Text, TextInput, Title } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Reader } from "drawbridge-rules/describe/reader.ts";
import { formatInstant } from "drawbridge-rules/describe/times.ts";
import { instantToWall, wallToInstant } from "drawbridge-rules/values/wall-time.ts";
import { parseOs } from "drawbridge-rules/versions/app-version.ts";
import type { Adoption } from "drawbridge-rules/wire/adoption.ts";
import type { Project } from "drawbridge-rules/wire/project.ts";
import { useState } from "react";
import { dayTrafficQuery } from "../adoption/adoption-list.ts";
import { Hint } from "../elements/cells.tsx";
import { CopyText } from "../elements/copy-text.tsx";
import { LongSelect } from "../elements/long-select.tsx";
import { ErrorState, LoadingState, QueryState, Screen, ScreenLink } from "../elements/screen.tsx";
import { instanceDisplayName, instanceListQuery } from "../instances/instance-list.ts";
import { PhonePicture } from "../messages/phone-picture.tsx";
import { projectHeadQuery } from "../projects/project-list.ts";
import { Folded } from "../review/change-view.tsx";
import { type SimulatorSearch, simulatorRoute } from "../routes.ts";
import { useReadUrls } from "../session/session.ts";
import { formatLanguage, formatNumber, ownZone } from "../texts/formats.ts";
import { consoleReader } from "../texts/reader.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { type ListedPlatform, listPlatforms, policyListQuery } from "../version-policies/version-policy-list.ts";
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

export function SimulatorScreen() {
  const { project } = simulatorRoute.useParams();
  const head = useQuery(projectHeadQuery(project));
  const policies = useQuery(policyListQuery(project));
  // The usual question is about a version that users have.
  const traffic = useQuery(dayTrafficQuery(project));
  return (
    <Screen title={sharedTexts.screens.test} project={project}>
      <QueryState query={head}>
        {({ value }) => (
          <QueryState query={policies}>
            {(list) =>
              traffic.isPending ? (
                <LoadingState />
              ) : (
                <Simulator key={project} head={value} platforms={listPlatforms(list)} traffic={traffic.data} />
              )
            }
          </QueryState>
        )}
      </QueryState>
    </Screen>
  );
}

interface SimulatorProps {
  readonly head: Project;
  readonly platforms: readonly ListedPlatform[];
  readonly traffic: Adoption | undefined;
}

function Simulator({ head, platforms, traffic: latest }: SimulatorProps) {
  // The counts are refetched; the default question stays.
  const [traffic] = useState(latest);
  const search = simulatorRoute.useSearch();
  const platform = search.platform ?? mostUsedPlatform(platforms, traffic);
  const own = platforms.find(({ id }) => id === platform.toLowerCase());
  const typed: Question = {
    platform,
    version: search.version?.trim() || exampleVersion(platform, own, traffic),
    instance: search.instance ?? "",
    lang: search.lang ?? "",
    os: search.os ?? "",
    at: search.at ?? null,
  };
  const text = JSON.stringify(typed);
  const [asked] = useDebouncedValue(text, 300);
  const names = Object.fromEntries(platforms.flatMap(({ id, policy }) => (policy?.name ? [[id, policy.name]] : [])));
  const reader = consoleReader({ platform: names });
  return (
    <>
      <QuestionRow head={head} platforms={platforms} platformName={reader.names.platform} question={typed} />
      <Answer head={head} question={JSON.parse(asked) as Question} isTyping={text !== asked} reader={reader} />
    </>
  );
}

function mostUsedPlatform(platforms: readonly ListedPlatform[], traffic: Adoption | undefined): string {
  const requested = traffic?.platforms.toSorted((a, b) => b.total.requests - a.total.requests)[0];
  return (requested && requested.total.requests > 0 ? requested.platform : platforms[0]?.id) ?? "ios";
}

function exampleVersion(platform: string, own: ListedPlatform | undefined, traffic: Adoption | undefined): string {
  const [most] = traffic?.platforms.find((each) => each.platform === platform.toLowerCase())?.versions ?? [];
  return most?.version ?? own?.policy?.recommended ?? own?.policy?.minimum ?? "1.0.0";
}

interface QuestionRowProps {
  readonly head: Project;
  readonly platforms: readonly ListedPlatform[];
  readonly platformName: (id: string) => string;
  readonly question: Question;
}

function QuestionRow({ head, platforms, platformName, question }: QuestionRowProps) {
  const change = useChange();
  const { languages = [] } = head;
  const instances = useQuery(instanceListQuery(head.id)).data ?? [];
  const { version } = simulatorRoute.useSearch();
  const options = (named: readonly (readonly [string, string])[], own: string) => {
    const all = named.map(([value, label]) => ({ value, label }));
    return own === "" || all.some(({ value }) => value === own) ? all : [...all, { value: own, label: own }];
  };
  return (
    <Group gap="sm" align="flex-end" role="group" aria-label={texts.question} className={classes.question}>
      <NativeSelect
        label={texts.platform}
        value={question.platform}
        data={options(
          platforms.map(({ id }) => [id, platformName(id)]),
          question.platform,
        )}
        onChange={({ currentTarget: { value } }) => change({ platform: value })}
      />
      <TextInput
        label={texts.version}
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        placeholder={question.version}
        value={version ?? ""}
        onChange={({ currentTarget: { value } }) => change({ version: value })}
      />
      <TextInput
        label={texts.os}
        autoComplete="off"
        maxLength={64}
        placeholder={texts.unknownOs}
        value={question.os}
        error={question.os === "" || parseOs(question.os) ? undefined : texts.osWrong}
        onChange={({ currentTarget: { value } }) => change({ os: value })}
      />
      <NativeSelect
        label={texts.language}
        value={question.lang}
        data={options([["", texts.firstLanguage], ...languages.map((tag) => [tag, formatLanguage(tag)] as const)], question.lang)}
        onChange={({ currentTarget: { value } }) => change({ lang: value })}
      />
      <LongSelect
        label={texts.instance}
        value={question.instance}
        data={options(
          [["", texts.noInstance], ...instances.map((each) => [each.id, instanceDisplayName(each, languages)] as const)],
          question.instance,
        )}
        onChange={(instance) => change({ instance })}
      />
      <When at={question.at} onChange={(at) => change({ at })} />
    </Group>
  );
}

function When({ at, onChange }: { readonly at: string | null; readonly onChange: (at: string) => void }) {
  const [typed, setTyped] = useState<string | null>(null);
  const isWrong = typed !== null && Number.isNaN(wallToInstant(typed, ownZone));
  const shown = at === null ? "" : instantToWall(Date.parse(at), ownZone).slice(0, 16);
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap" role="group" aria-label={texts.when}>
      <SegmentedControl
        aria-label={texts.when}
        value={at === null ? "now" : "at"}
        data={[
          { value: "now", label: texts.now },
          { value: "at", label: texts.later },
        ]}
        onChange={(value) => onChange(value === "now" ? "" : new Date().toISOString())}
      />
      {at !== null && (
        <TextInput
          type="datetime-local"
          aria-label={texts.atField}
          error={isWrong ? texts.atWrong : undefined}
          value={typed ?? shown}
          onChange={({ currentTarget: { value } }) => {
            setTyped(value);
            const instant = wallToInstant(value, ownZone);
            if (!Number.isNaN(instant)) onChange(new Date(instant).toISOString());
          }}
          onBlur={() => setTyped(null)}
        />
      )}
    </Group>
  );
}

function useChange() {
  const navigate = simulatorRoute.useNavigate();
  return (changed: Readonly<Partial<Record<keyof SimulatorSearch, string>>>) => {
    const given = Object.entries(changed).map(([name, value]) => [name, value === "" ? undefined : value]);
    void navigate({ search: (search) => ({ ...search, ...Object.fromEntries(given) }), replace: true, resetScroll: false });
  };
}

interface AnswerProps {
  readonly head: Project;
  readonly question: Question;
  /** The request lags behind the typed question. */
  readonly isTyping: boolean;
  readonly reader: Reader;
}

/** The previous answer stays, and pale, until the next one arrives. */
function Answer({ head, question, isTyping, reader }: AnswerProps) {
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
