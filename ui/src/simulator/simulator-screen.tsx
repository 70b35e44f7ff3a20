import { Group, NativeSelect, SegmentedControl, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { instantToWall, wallToInstant } from "drawbridge-rules/values/wall-time.ts";
import { parseOs } from "drawbridge-rules/versions/app-version.ts";
import type { Adoption } from "drawbridge-rules/wire/adoption.ts";
import type { Project } from "drawbridge-rules/wire/project.ts";
import { useState } from "react";
import { dayTrafficQuery } from "../adoption/adoption-list.ts";
import { LongSelect } from "../elements/long-select.tsx";
import { LoadingState, QueryState } from "../elements/query-state.tsx";
import { Screen } from "../elements/screen.tsx";
import { instanceDisplayName, instanceListQuery } from "../instances/instance-list.ts";
import { projectHeadQuery } from "../projects/project-list.ts";
import { type SimulatorSearch, simulatorRoute } from "../routes.ts";
import { ownZone } from "../texts/browser-locale.ts";
import { formatLanguage } from "../texts/formats.ts";
import { consoleReader } from "../texts/reader.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { type ListedPlatform, listPlatforms, policyListQuery } from "../version-policies/version-policy-list.ts";
import { Answer } from "./answer.tsx";
import type { Question } from "./simulation.ts";
import classes from "./simulator.module.css";
import { simulatorTexts as texts } from "./simulator-texts.ts";

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
