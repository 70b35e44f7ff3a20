import { Box, Button, Group, Text } from "@mantine/core";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { CopyButton } from "../elements/copy-text.tsx";
import { Icon } from "../elements/icon.tsx";
import { QueryState } from "../elements/query-state.tsx";
import { projectQueryKey } from "../query-key.ts";
import { admin } from "../server-connection.ts";
import { MayEdit } from "../session/may-edit.tsx";
import { ApplyManifest } from "./apply-manifest.tsx";
import { manifestTexts as texts } from "./manifest-texts.ts";
import classes from "./settings.module.css";
import { SettingsRow } from "./settings-rows.tsx";

export function ProjectManifest({ project }: { readonly project: string }) {
  const manifest = useQuery(manifestTextQuery(project));
  return (
    <div>
      <SettingsRow title={texts.present} meaning={texts.meaning}>
        <QueryState query={manifest}>{({ value }) => <ShownManifest project={project} text={value} />}</QueryState>
      </SettingsRow>
      <SettingsRow title={texts.apply} meaning={texts.whole}>
        <MayEdit project={project} otherwise={<Text size="sm">{texts.readOnly}</Text>}>
          <ApplyManifest key={project} project={project} />
        </MayEdit>
      </SettingsRow>
    </div>
  );
}

/** A scrollable element must be reachable by keyboard. */
const region = "region";

function ShownManifest({ project, text }: { readonly project: string; readonly text: string }) {
  return (
    <>
      <Group gap="sm">
        <CopyButton text={text} name={texts.present} />
        <Button
          variant="default"
          leftSection={<Icon name="download" size={1} />}
          onClick={() => download(`${project}.yaml`, text)}
        >
          {texts.download}
        </Button>
      </Group>
      <Box component="pre" className={classes.manifest} role={region} aria-label={texts.present} tabIndex={0}>
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
