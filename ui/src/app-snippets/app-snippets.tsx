import { Fieldset, Stack, Tabs, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { KeyUsage } from "drawbridge-rules/wire/usage.ts";
import { useState } from "react";
import { CopyText } from "../elements/copy-text.tsx";
import { useNow } from "../elements/use-now.ts";
import { instanceListQuery } from "../instances/instance-list.ts";
import { useReadUrls } from "../session/session.ts";
import { formatNumber, formatRelative } from "../texts/formats.ts";
import { keyUsageQuery, projectUsageQuery } from "../usage/usage-list.ts";
import { policyListQuery } from "../version-policies/version-policy-list.ts";
import {
  configLine,
  isWebSnippet,
  maintenanceLine,
  printSnippet,
  type SnippetName,
  snippetNames,
  snippetOrder,
} from "./app-snippet.ts";
import { appSnippetTexts as texts } from "./app-snippet-texts.ts";

interface AppSnippetsProps {
  readonly project: string;
  /** Text of the key; null: it is no longer known. */
  readonly apiKey: string | null;
}

/** Code for an app or a back end of the project, by language and framework. */
export function AppSnippets({ project, apiKey }: AppSnippetsProps) {
  const [shown, setShown] = useState<SnippetName>("curl");
  return (
    <Tabs value={shown} onChange={(name) => setShown((name ?? "curl") as SnippetName)} keepMounted={false}>
      <Tabs.List aria-label={texts.tabs}>
        {snippetOrder.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {snippetNames[name]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={shown} pt="sm">
        <Stack gap="sm">
          {shown === "curl" ? (
            <CurlLines project={project} apiKey={apiKey ?? texts.keyHere} />
          ) : (
            <Snippet project={project} apiKey={apiKey ?? texts.keyHere} name={shown} />
          )}
          <Text size="xs" c="dimmed">
            {texts.address}
          </Text>
        </Stack>
      </Tabs.Panel>
    </Tabs>
  );
}

interface ShownProps {
  readonly project: string;
  readonly apiKey: string;
}

/** The two requests that every app can send. */
function CurlLines({ project, apiKey }: ShownProps) {
  const urls = useReadUrls();
  const [platform] = useQuery(policyListQuery(project)).data ?? [];
  const [instance] = useQuery(instanceListQuery(project)).data ?? [];
  const question = { platform: platform?.id ?? "ios", version: platform?.minimum ?? "1.0.0" };
  return (
    <>
      <CopyText text={configLine(urls.config, apiKey, question)} name={texts.configLine} />
      {instance && <CopyText text={maintenanceLine(urls.maintenance, apiKey, instance.id)} name={texts.maintenanceLine} />}
    </>
  );
}

function Snippet({ project, apiKey, name }: ShownProps & { readonly name: Exclude<SnippetName, "curl"> }) {
  const { config: url } = useReadUrls();
  const policies = useQuery(policyListQuery(project)).data;
  const isWeb = isWebSnippet(name);
  const platform = policies?.find(({ id }) => (id === "web") === isWeb);
  return (
    <>
      {isWeb && policies && !platform && <Text size="sm">{texts.needsWeb}</Text>}
      <CopyText
        isBlock
        text={printSnippet(name, { url, key: apiKey, version: platform?.minimum ?? "1.0.0" })}
        name={texts.code(snippetNames[name])}
      />
    </>
  );
}

interface KeySnippetsProps {
  readonly project: string;
  readonly id: string;
  /** Text of the key; null: it is no longer known. */
  readonly apiKey: string | null;
}

/** Code for a key, and the app that asked with it last. */
export function KeySnippets({ project, id, apiKey }: KeySnippetsProps) {
  return (
    <Fieldset legend={texts.title}>
      <Stack gap="sm">
        <AppSnippets project={project} apiKey={apiKey} />
        <LastRequest project={project} id={id} />
      </Stack>
    </Fieldset>
  );
}

/** Milliseconds: developers watch this line while they start their app. */
const every = 3_000;
/** Usual spelling of platforms whose ids are lower case. */
const platformNames: Readonly<Record<string, string>> = { ios: "iOS", android: "Android" };

interface LastRequestProps {
  readonly project: string;
  /** Id; absent: all keys of the project. */
  readonly id?: string;
}

/** The app that asked last, and when. */
export function LastRequest({ project, id }: LastRequestProps) {
  const options = id === undefined ? projectUsageQuery(project) : keyUsageQuery(project, id);
  const { data, dataUpdatedAt } = useQuery({ ...options, refetchInterval: every });
  const now = Math.max(useNow(), dataUpdatedAt);
  if (!data) return null;
  const last = findLast(data.keys);
  const requests = data.keys.reduce((sum, key) => sum + key.requests, 0);
  return (
    <>
      <Text size="sm" fw={500} c={requests === 0 ? "dimmed" : ""}>
        {requests === 0 ? texts.waiting : last ? lastRequestText(last, now) : texts.requests(requests)}
      </Text>
      <span role="status" className="visually-hidden">
        {requests === 0 ? "" : texts.received}
      </span>
    </>
  );
}

function lastRequestText({ platform, version, at }: NonNullable<KeyUsage["last"]>, now: number): string {
  // The clock of the server may be ahead.
  const seconds = Math.max(0, Math.round((now - Date.parse(at)) / 1_000));
  const when = seconds < 60 ? texts.secondsAgo(formatNumber(seconds)) : formatRelative(at, now);
  return texts.asked(`${platformNames[platform] ?? platform} ${version}`, when);
}

/** Null: no key has been used since the server started. */
function findLast(keys: readonly Pick<KeyUsage, "last">[]): KeyUsage["last"] {
  const lasts = keys.flatMap(({ last }) => (last ? [last] : []));
  return lasts.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))[0] ?? null;
}
