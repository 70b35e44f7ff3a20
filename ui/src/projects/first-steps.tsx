import { Alert, Anchor, Button, Group, List, Paper, Stack, Text, TextInput, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { AppSnippets, LastRequest } from "../app-snippets/app-snippets.tsx";
import { credentialTexts } from "../credentials/credential-texts.ts";
import { CopyText } from "../elements/copy-text.tsx";
import { QueryState } from "../elements/query-state.tsx";
import { Screen } from "../elements/screen.tsx";
import { useFocusOnShow } from "../elements/use-focus-on-show.ts";
import { readKeyListQuery } from "../read-keys/read-key-list.ts";
import { admin } from "../server-connection.ts";
import { useVerb } from "../verbs/use-verb.ts";
import { VerbError } from "../verbs/verb-form.tsx";
import { firstStepsTexts as texts } from "./new-project-texts.ts";
import { projectHeadQuery } from "./project-list.ts";

/** Next steps after a project was created: a key, the first answer, and configuration. */
export function FirstSteps({ project }: { readonly project: string }) {
  const head = useQuery(projectHeadQuery(project));
  const [key, setKey] = useState<string | null>(null);
  return (
    <Screen title={texts.title}>
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
    ["connect/instances", texts.toInstances],
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

interface FirstKeyProps {
  readonly project: string;
  /** Its text; null: created elsewhere. */
  readonly made: string | null;
  readonly onMade: (key: string) => void;
}

/** Creates the project's first read key. */
function FirstKey({ project, made, onMade }: FirstKeyProps) {
  const keys = useQuery(readKeyListQuery(project)).data ?? [];
  if (made !== null) return <MadeKey text={made} />;
  const active = keys.filter(({ state }) => state === "active");
  return (
    <>
      <Text size="sm">{active.length > 0 ? texts.hasKeys(active.length) : texts.keyMeaning}</Text>
      <MakeKey project={project} onMade={onMade} />
    </>
  );
}

function MadeKey({ text }: { readonly text: string }) {
  const { onlyNow } = credentialTexts;
  const first = useFocusOnShow<HTMLDivElement>();
  return (
    <>
      <Alert ref={first} tabIndex={-1} color="caution" role="alert" title={texts.keyMade}>
        <Text size="sm">{onlyNow}</Text>
      </Alert>
      <CopyText text={text} name={texts.theKey} />
    </>
  );
}

function MakeKey({ project, onMade }: Omit<FirstKeyProps, "made">) {
  const [name, setName] = useState(texts.keyName);
  const verb = useVerb(project, (request: { readonly name: string }, idempotencyKey) =>
    admin.createReadKey({ project, body: request, idempotencyKey }),
  );
  const make = async () => {
    const answer = await verb.run({ name });
    if (answer) onMade(answer.key);
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!verb.isBusy) void make();
      }}
    >
      <Stack gap="sm">
        <Group gap="sm" align="flex-end">
          <TextInput
            label={texts.keyNameLabel}
            maxLength={200}
            autoComplete="off"
            value={name}
            error={verb.problemAt("name")}
            onChange={({ currentTarget: { value } }) => setName(value)}
          />
          <Button type="submit" loading={verb.isBusy}>
            {texts.makeKey}
          </Button>
        </Group>
        <VerbError verb={verb} fields={["name"]} />
      </Stack>
    </form>
  );
}
