import { Group, NativeSelect, SegmentedControl, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { instantToWall, wallToInstant } from "drawbridge-rules/values/wall-time.ts";
import type { Project } from "drawbridge-rules/wire/project.ts";
import { useState } from "react";
import { LongSelect } from "../elements/long-select.tsx";
import { instanceDisplayName, instanceListQuery } from "../instances/instance-list.ts";
import { ownZone } from "../texts/browser-locale.ts";
import { formatLanguage } from "../texts/formats.ts";
import type { ListedPlatform } from "../version-policies/version-policy-list.ts";
import type { Question } from "./simulation.ts";
import classes from "./simulator.module.css";
import { type SimulatorSearch, simulatorRoute } from "./simulator-route.ts";
import { simulatorTexts as texts } from "./simulator-texts.ts";

interface QuestionRowProps {
  readonly head: Project;
  readonly platforms: readonly ListedPlatform[];
  readonly platformName: (id: string) => string;
  readonly question: Question;
}

/** The app that asks, and when. All of it is in the address. */
export function QuestionRow({ head, platforms, platformName, question }: QuestionRowProps) {
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

interface WhenProps {
  readonly at: string | null;
  /** "": now. */
  readonly onChange: (at: string) => void;
}

function When({ at, onChange }: WhenProps) {
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
