import { Alert, Anchor, Text } from "@mantine/core";
import type { PolicyForm } from "drawbridge-rules/versions/platform-schema.ts";
import type { Project } from "drawbridge-rules/wire/project.ts";
import { resolveUpdateLink } from "./store-link.ts";
import { versionPolicyTexts } from "./version-policy-texts.ts";

interface StoreLinkTextProps {
  readonly platform: string;
  readonly form: PolicyForm;
  readonly stores: Project["stores"];
}

/** Update link of a platform; a block without one is a dead end, and is reported. */
export function StoreLinkText({ platform, form, stores }: StoreLinkTextProps) {
  const { link: texts } = versionPolicyTexts;
  const { url, isOfProject, state } = resolveUpdateLink(platform, form, stores);
  if (state === "dead_end") return <Alert color="red">{texts.dead_end}</Alert>;
  if (state === "unsaid") return null;
  if (state !== "there" || url === null) {
    return (
      <Text size="sm" c="dimmed">
        {texts[state === "none" ? "none" : "missing"]}
      </Text>
    );
  }
  return (
    <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
      {texts.there}{" "}
      {url.toLowerCase().startsWith("https://") ? (
        <Anchor href={url} target="_blank" rel="noreferrer" inherit underline="always">
          {url}
        </Anchor>
      ) : (
        url
      )}{" "}
      {isOfProject && texts.ofProject}
    </Text>
  );
}
