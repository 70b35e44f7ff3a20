import { Group } from "@mantine/core";
import { Icon } from "../elements/icon.tsx";
import { ScreenButton } from "../elements/screen.tsx";
import { requiredRole } from "../maintenance/maintenance-list.ts";
import { MayEdit } from "../session/may-edit.tsx";
import { Sentence } from "./fact-view.tsx";
import type { Tone } from "./project-facts.ts";
import { statusTexts as texts } from "./status-texts.ts";

interface OpenStateProps {
  readonly project: string;
  readonly name: string;
  readonly tone: Tone;
  readonly size?: "md" | "lg";
}

export function OpenState({ project, name, tone, size = "md" }: OpenStateProps) {
  return (
    <Group justify="space-between" gap="sm">
      <Sentence size={size}>{tone === "open" ? texts.open : texts.quiet}</Sentence>
      <Group gap="xs">
        {tone === "unknown" && (
          <ScreenButton project={project} to="/projects/$project/connect" search={{}}>
            {texts.connect}
          </ScreenButton>
        )}
        <StartButton project={project} name={name} />
      </Group>
    </Group>
  );
}

/** The form confirms the start. */
export function StartButton({ project, name }: Pick<OpenStateProps, "project" | "name">) {
  return (
    <MayEdit project={project} role={requiredRole}>
      <ScreenButton
        project={project}
        to="/projects/$project/maintenance"
        search={{ start: true }}
        leftSection={
          <span style={{ display: "flex", color: "var(--mantine-color-closed-light-color)" }}>
            <Icon name="maintenance" size={1} />
          </span>
        }
        aria-label={texts.startIn(name)}
      >
        {texts.start}
      </ScreenButton>
    </MayEdit>
  );
}
