import { Autocomplete, Button, Fieldset, Group, SegmentedControl, Stack, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Platform } from "drawbridge-rules/wire/platform.ts";
import type { Project } from "drawbridge-rules/wire/project.ts";
import { instanceListQuery } from "../instances/instance-list.ts";
import { policyListQuery } from "../version-policies/version-policy-list.ts";
import { type SimulatorSearch, simulatorRoute } from "./simulator-route.ts";
import { simulatorTexts as texts } from "./simulator-texts.ts";
import { namedVersions } from "./version-list.ts";

interface QuestionFieldsProps {
  readonly head: Project;
  readonly platform: string;
}

/** Fields of the simulated request. All of them are in the address. */
export function QuestionFields({ head, platform }: QuestionFieldsProps) {
  const search = simulatorRoute.useSearch();
  const change = useChange();
  const { ask = "config", lang = "" } = search;
  return (
    <Fieldset legend={texts.question}>
      <Stack gap="sm">
        <SegmentedControl
          aria-label={texts.ask}
          value={ask}
          onChange={(value) => change({ ask: value === "maintenance" ? "maintenance" : undefined })}
          data={(["config", "maintenance"] as const).map((value) => ({ value, label: texts.asks[value] }))}
        />
        <Group gap="sm" align="flex-start">
          {ask === "config" ? <ConfigFields project={head.id} platform={platform} /> : <InstanceField project={head.id} />}
          <Autocomplete
            w="14rem"
            label={texts.lang}
            description={texts.langHint}
            inputWrapperOrder={hintBelow}
            value={lang}
            data={[...(head.languages ?? [])]}
            onChange={(value) => change({ lang: value })}
          />
        </Group>
      </Stack>
    </Fieldset>
  );
}

function ConfigFields({ project, platform }: { readonly project: string; readonly platform: string }) {
  const { version = "" } = simulatorRoute.useSearch();
  const change = useChange();
  const { data: policies = [] } = useQuery(policyListQuery(project));
  return (
    <>
      <Autocomplete
        w="14rem"
        label={texts.platform}
        description={texts.platformHint}
        inputWrapperOrder={hintBelow}
        value={platform}
        data={[...new Set(["ios", "android", ...policies.map(({ id }) => id)])]}
        onChange={(value) => change({ platform: value })}
      />
      <div>
        <TextInput
          w="14rem"
          label={texts.version}
          description={texts.versionHint}
          inputWrapperOrder={hintBelow}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          value={version}
          onChange={({ currentTarget: { value } }) => change({ version: value })}
        />
        <Suggestions policy={policies.find(({ id }) => id === platform.toLowerCase())} />
      </div>
    </>
  );
}

/** Keeps fields in a row aligned, whatever the length of their hints. */
const hintBelow: ("label" | "input" | "description" | "error")[] = ["label", "input", "description", "error"];

/** Maximum number of suggestions: a policy may name hundreds. */
const maxSuggested = 5;

function Suggestions({ policy }: { readonly policy: Platform | undefined }) {
  const change = useChange();
  const named = namedVersions(policy).slice(0, maxSuggested);
  if (named.length === 0) return null;
  return (
    <Group gap={4} mt={4}>
      <Text size="xs" c="dimmed">
        {texts.tryVersions}
      </Text>
      {named.map((version) => (
        <Button key={version} variant="default" size="compact-xs" onClick={() => change({ version })}>
          {version}
        </Button>
      ))}
    </Group>
  );
}

function InstanceField({ project }: { readonly project: string }) {
  const { instance = "" } = simulatorRoute.useSearch();
  const change = useChange();
  const { data: instances = [] } = useQuery(instanceListQuery(project));
  return (
    <Autocomplete
      w="18rem"
      label={texts.instance}
      description={texts.instanceHint}
      inputWrapperOrder={hintBelow}
      limit={60}
      maxLength={200}
      value={instance}
      data={instances.map(({ id }) => id)}
      onChange={(value) => change({ instance: value })}
    />
  );
}

/** Replaces the history entry: *Back* must not undo single letters. */
function useChange(): (search: SimulatorSearch) => void {
  const navigate = simulatorRoute.useNavigate();
  return (search) => {
    const isNothing = (name: string, value: unknown) => value === "" && name !== "platform";
    const said = Object.fromEntries(
      Object.entries(search).map(([name, value]) => [name, isNothing(name, value) ? undefined : value]),
    );
    void navigate({ search: (before) => ({ ...before, ...said }), replace: true });
  };
}
