import { Text } from "@mantine/core";
import { formatInstant } from "drawbridge-rules/describe/times.ts";
import type { ProjectOverview } from "drawbridge-rules/wire/overview.ts";
import { ScreenLink } from "../elements/screen.tsx";
import { useNow } from "../elements/use-now.ts";
import { ownZone } from "../texts/browser-locale.ts";
import { statusTexts as texts } from "./status-texts.ts";

interface QuietLineProps {
  readonly seen: ProjectOverview;
  /** Number of waiting proposals that the user cannot decide. */
  readonly waiting: number;
}

/** Next maintenance, and proposals that wait for others. */
export function QuietLine({ seen: { id: project, next }, waiting }: QuietLineProps) {
  const now = useNow();
  return (
    <Text component="p" fz="sm" c="dimmed" m={0} style={{ overflowWrap: "anywhere" }}>
      {next ? texts.next(next.name, formatInstant(next.start, { zone: ownZone, now })) : texts.nothingNext}
      {waiting > 0 && (
        <>
          {" · "}
          <ScreenLink project={project} to="/projects/$project/activity" search={{ show: "approvals" }}>
            {texts.approvals(waiting)}
          </ScreenLink>
        </>
      )}
    </Text>
  );
}
