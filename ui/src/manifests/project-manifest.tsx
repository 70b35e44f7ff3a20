import { Box, Button, Group, Stack, Text, Title } from "@mantine/core";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Icon } from "../elements/icon.tsx";
import { QueryState } from "../elements/query-state.tsx";
import { projectQueryKey } from "../query-key.ts";
import { admin } from "../server-connection.ts";
import { MayEdit } from "../session/may-edit.tsx";
import { sharedTexts } from "../texts/shared-texts.ts";
import { ApplyManifest } from "./apply-manifest.tsx";
import classes from "./manifest.module.css";
import { manifestTexts as texts } from "./manifest-texts.ts";

/** The configuration of a project as one text, to save to a file and to apply from one. */
export function ProjectManifest({ project }: { readonly project: string }) {
  const manifest = useQuery(manifestTextQuery(project));
  return (
    <Stack gap="xl" maw="60rem">
      <Stack gap="sm">
        <Text size="sm" c="dimmed" maw="60ch">
          {texts.meaning}
        </Text>
        <QueryState query={manifest}>{({ value }) => <ShownManifest project={project} text={value} />}</QueryState>
      </Stack>
      <section>
        <Title order={2} size="h4" mb="xs">
          {texts.apply}
        </Title>
        <MayEdit project={project} otherwise={<Text size="sm">{texts.readOnly}</Text>}>
          <ApplyManifest key={project} project={project} />
        </MayEdit>
      </section>
    </Stack>
  );
}

/** A scrollable element must be reachable by keyboard. */
const region = "region";

function ShownManifest({ project, text }: { readonly project: string; readonly text: string }) {
  const { actions } = sharedTexts;
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setIsCopied(true);
    setTimeout(() => setIsCopied(false), 2000);
  };
  return (
    <>
      <Group gap="sm">
        <Button variant="default" leftSection={<Icon name={isCopied ? "check" : "copy"} size={1} />} onClick={() => void copy()}>
          {isCopied ? actions.copied : actions.copy}
        </Button>
        <Button
          variant="default"
          leftSection={<Icon name="download" size={1} />}
          onClick={() => download(`${project}.yaml`, text)}
        >
          {texts.download}
        </Button>
        <span role="status" className="visually-hidden">
          {isCopied ? actions.copied : ""}
        </span>
      </Group>
      <Box component="pre" className={classes.text} role={region} aria-label={texts.present} tabIndex={0}>
        {text}
      </Box>
    </>
  );
}

function manifestTextQuery(project: string) {
  return queryOptions({
    queryKey: projectQueryKey(project, "manifest", "text"),
    queryFn: () => admin.getManifestText({ project }),
  });
}

/** Downloads a file, by a temporary link. */
function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "application/yaml" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The download has begun by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
