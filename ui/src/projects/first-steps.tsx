import { Anchor, List, Paper, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { AppSnippets } from "../app-snippets/app-snippets.tsx";
import { LastRequest } from "../app-snippets/last-request.tsx";
import { QueryState } from "../elements/query-state.tsx";
import { Screen } from "../elements/screen.tsx";
import { readKeyListQuery } from "../read-keys/read-key-list.ts";
import { FirstKey } from "./first-key.tsx";
import { firstStepsTexts as texts } from "./first-steps-texts.ts";
import { projectHeadQuery } from "./project-head.ts";

/** Next steps after a project was created: a key, the first answer, and configuration. */
export function FirstSteps({ project }: { readonly project: string }) {
  const head = useQuery(projectHeadQuery(project));
  const [key, setKey] = useState<string | null>(null);
  return (
    <Screen title={texts.title} meaning={texts.meaning}>
      <QueryState query={head}>
        {({ value }) => (
          <Stack component="ol" gap="md" p={0} m={0} maw="46rem" style={{ listStyle: "none" }}>
            <Step title={texts.key}>
              <FirstKey project={project} made={key} onMade={setKey} />
            </Step>
            <Step title={texts.ask}>
              <FirstRequest project={project} apiKey={key} />
            </Step>
            <Step title={texts.next}>
              <NextLinks project={value.id} />
            </Step>
          </Stack>
        )}
      </QueryState>
    </Screen>
  );
}

function Step({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Paper component="li" withBorder p="md">
      <Stack gap="sm">
        <Title order={2} size="h4">
          {title}
        </Title>
        {children}
      </Stack>
    </Paper>
  );
}

interface RequestProps {
  readonly project: string;
  /** Null: none was created here. */
  readonly apiKey: string | null;
}

/** Code with the key created here, and the app that asked last. */
function FirstRequest({ project, apiKey }: RequestProps) {
  const hasKeys = (useQuery(readKeyListQuery(project)).data ?? []).some(({ state }) => state === "active");
  return (
    <>
      <Text size="sm">{apiKey === null && !hasKeys ? texts.askFirstKey : texts.askMeaning}</Text>
      <AppSnippets project={project} apiKey={apiKey} />
      <LastRequest project={project} />
    </>
  );
}

function NextLinks({ project }: { readonly project: string }) {
  const places = [
    ["versions", texts.toVersions],
    ["instances", texts.toInstances],
    ["maintenance", texts.toMaintenance],
    ["settings", texts.toSettings],
  ] as const;
  return (
    <List size="sm" spacing="xs" listStyleType="disc">
      {places.map(([screen, text]) => (
        <List.Item key={screen}>
          <Anchor
            fz="sm"
            renderRoot={(props) => (
              <Link {...props} to={`/projects/$project/${screen}`} params={{ project }}>
                {text}
              </Link>
            )}
          />
        </List.Item>
      ))}
      <List.Item>
        <Anchor component={Link} to="/" fz="sm">
          {texts.toNow}
        </Anchor>
      </List.Item>
    </List>
  );
}
