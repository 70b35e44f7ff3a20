import { Anchor, List, Paper, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { CopyText } from "../elements/copy-text.tsx";
import { QueryState } from "../elements/query-state.tsx";
import { Screen } from "../elements/screen.tsx";
import { instanceListQuery } from "../instances/instance-list.ts";
import { readKeyListQuery } from "../read-keys/read-key-list.ts";
import { statusQuery } from "../session/read-urls.ts";
import { useTexts } from "../texts/language.tsx";
import { policyListQuery } from "../version-policies/version-policy-list.ts";
import { configLine, maintenanceLine } from "./curl-line.ts";
import { FirstKey } from "./first-key.tsx";
import { firstStepsTexts } from "./first-steps-texts.ts";
import { projectHeadQuery } from "./project-head.ts";

/** Next steps after a project was created: a key, the first answer, and configuration. */
export function FirstSteps({ project }: { readonly project: string }) {
  const texts = useTexts(firstStepsTexts);
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
              <Lines project={project} apiKey={key} />
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

interface LinesProps {
  readonly project: string;
  /** Null: none was made here. */
  readonly apiKey: string | null;
}

/** Both questions, with the key that was made here. */
function Lines({ project, apiKey }: LinesProps) {
  const texts = useTexts(firstStepsTexts);
  const status = useQuery(statusQuery);
  const platforms = useQuery(policyListQuery(project)).data ?? [];
  const instances = useQuery(instanceListQuery(project)).data ?? [];
  const hasKeys = (useQuery(readKeyListQuery(project)).data ?? []).some(({ state }) => state === "active");
  const shown = apiKey ?? texts.keyHere;
  const [platform] = platforms;
  const [instance] = instances;
  return (
    <>
      <Text size="sm">{apiKey === null && !hasKeys ? texts.askFirstKey : texts.askMeaning}</Text>
      <QueryState query={status}>
        {({ read_urls: urls }) => (
          <>
            <CopyText
              text={configLine(urls.config, shown, { platform: platform?.id ?? "ios", version: platform?.minimum ?? "1.0.0" })}
              name={texts.configLine}
            />
            {instance && <CopyText text={maintenanceLine(urls.maintenance, shown, instance.id)} name={texts.maintenanceLine} />}
          </>
        )}
      </QueryState>
      <Text size="xs" c="dimmed">
        {texts.address}
      </Text>
    </>
  );
}

function NextLinks({ project }: { readonly project: string }) {
  const texts = useTexts(firstStepsTexts);
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
