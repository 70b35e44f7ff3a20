import { Text } from "@mantine/core";
import { formatInstant } from "drawbridge-rules/describe/times.ts";
import type { ProjectOverview } from "drawbridge-rules/wire/overview.ts";
import { ScreenLink } from "../elements/screen.tsx";
import { useNow } from "../elements/use-now.ts";
import { ownZone } from "../texts/browser-locale.ts";
import type { Fact } from "./project-facts.ts";
import { statusTexts as texts } from "./status-texts.ts";

interface QuietLineProps {
  readonly seen: ProjectOverview;
  readonly facts: readonly Fact[];
}

export function QuietLine({ seen: { id: project, next, proposals }, facts }: QuietLineProps) {
  const now = useNow();
  const waiting = proposals.length - facts.filter(({ kind }) => kind === "proposal").length;
  return (
    <Text component="p" c="dimmed" m={0} style={{ overflowWrap: "anywhere" }}>
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
