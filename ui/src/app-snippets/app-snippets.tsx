import { Stack, Tabs, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { CopyText } from "../elements/copy-text.tsx";
import { instanceListQuery } from "../instances/instance-list.ts";
import { useReadUrls } from "../session/read-urls.ts";
import { policyListQuery } from "../version-policies/version-policy-list.ts";
import { isWebSnippet, printSnippet, type SnippetName, snippetNames, snippetOrder } from "./app-snippet.ts";
import { appSnippetTexts as texts } from "./app-snippet-texts.ts";
import { configLine, maintenanceLine } from "./curl-line.ts";

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
