import { NativeSelect, Paper, Stack, Tabs, Text, TextInput, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ListedReadKey } from "drawbridge-rules/wire/read-key.ts";
import { useState } from "react";
import { credentialTexts } from "../credentials/credential-texts.ts";
import { Hint } from "../elements/cells.tsx";
import { CopyText } from "../elements/copy-text.tsx";
import { instanceListQuery } from "../instances/instance-list.ts";
import { useReadUrls } from "../session/session.ts";
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
import { connectTexts as texts } from "./connect-texts.ts";
import { rememberKey, useKnownKey } from "./known-keys.ts";

export function AppCode({ project, keys }: { readonly project: string; readonly keys: readonly ListedReadKey[] }) {
  const [wanted, setWanted] = useState<string | null>(null);
  const key = keys.find(({ id }) => id === wanted) ?? keys[0];
  const text = useKnownKey(key?.id);
  return (
    <Paper withBorder p="lg" component="section" aria-label={texts.code} miw={0}>
      <Stack gap="md">
        <Title order={2}>{texts.code}</Title>
        {keys.length > 1 && (
          <NativeSelect
            label={texts.whichKey}
            maw="24rem"
            value={key?.id ?? ""}
            data={keys.map(({ id, name, last4 }) => ({ value: id, label: texts.keyMade(name || id, last4) }))}
            onChange={({ currentTarget: { value } }) => setWanted(value)}
          />
        )}
        {key && text !== null && (
          <div>
            <CopyText text={text} name={texts.theKey} />
            <Text size="xs" c="dimmed" mt={4}>
              {credentialTexts.onlyNow}
            </Text>
          </div>
        )}
        <Snippets
          project={project}
          apiKey={text ?? (key ? texts.keyEnding(key.last4) : texts.noKey)}
          isFresh={text !== null && key?.last_used_at === null}
        />
        {key && text === null && <PasteKey key={key.id} value={key} />}
      </Stack>
    </Paper>
  );
}

function PasteKey({ value: { id, last4 } }: { readonly value: ListedReadKey }) {
  const [typed, setTyped] = useState("");
  return (
    <TextInput
      label={texts.pasteKey}
      description={texts.pasteKeyHint(last4)}
      maw="40rem"
      autoComplete="off"
      spellCheck={false}
      value={typed}
      error={typed === "" || typed.endsWith(last4) ? undefined : texts.pasteWrong(last4)}
      onChange={({ currentTarget: { value } }) => {
        const text = value.trim();
        setTyped(text);
        if (text.length > last4.length && text.endsWith(last4)) rememberKey(id, text);
      }}
    />
  );
}

interface SnippetsProps {
  readonly project: string;
  readonly apiKey: string;
  /** True means no app has used the key yet: Enter copies the first line. */
  readonly isFresh?: boolean;
}

export function Snippets({ project, apiKey, isFresh = false }: SnippetsProps) {
  const [shown, setShown] = useState<SnippetName>("curl");
  return (
    <Tabs value={shown} onChange={(name) => setShown((name ?? "curl") as SnippetName)} keepMounted={false}>
      <Tabs.List aria-label={texts.tabsOfCode} style={{ flexWrap: "nowrap", overflowX: "auto" }}>
        {snippetOrder.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {snippetNames[name]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={shown} pt="sm">
        <Stack gap="xs">
          {shown === "curl" ? (
            <CurlLines project={project} apiKey={apiKey} isFresh={isFresh} />
          ) : (
            <Snippet project={project} apiKey={apiKey} name={shown} />
          )}
          <Hint size="xs">{texts.address}</Hint>
        </Stack>
      </Tabs.Panel>
    </Tabs>
  );
}

function CurlLines({ project, apiKey, isFresh = false }: SnippetsProps) {
  const urls = useReadUrls();
  const policies = useQuery(policyListQuery(project)).data;
  const [platform] = policies ?? [];
  const [instance] = useQuery(instanceListQuery(project)).data ?? [];
  return (
    <>
      <CopyText
        text={configLine(urls.config, apiKey, platform?.id ?? "ios", platform?.minimum ?? "1.0.0")}
        name={texts.configLine}
        hasFocus={isFresh && policies !== undefined}
      />
      {instance && <CopyText text={maintenanceLine(urls.maintenance, apiKey, instance.id)} name={texts.maintenanceLine} />}
    </>
  );
}

function Snippet({ project, apiKey, name }: SnippetsProps & { readonly name: Exclude<SnippetName, "curl"> }) {
  const { config: url } = useReadUrls();
  const policies = useQuery(policyListQuery(project)).data;
  const isWeb = isWebSnippet(name);
  const platform = policies?.find(({ id }) => (id === "web") === isWeb);
  return (
    <>
      {isWeb && policies && !platform && <Text>{texts.needsWeb}</Text>}
      <CopyText
        text={printSnippet(name, { url, key: apiKey, version: platform?.minimum ?? "1.0.0" })}
        name={texts.codeFor(snippetNames[name])}
      />
    </>
  );
}
