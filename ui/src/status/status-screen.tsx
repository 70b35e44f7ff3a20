import { Button, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { describeCommit } from "drawbridge-rules/describe/commit.ts";
import { describeActor } from "drawbridge-rules/describe/reader.ts";
import { formatInstant } from "drawbridge-rules/describe/times.ts";
import type { Commit, NameTable } from "drawbridge-rules/wire/history.ts";
import type { ProjectOverview } from "drawbridge-rules/wire/overview.ts";
import type { ReactNode } from "react";
import { undoChoice } from "../activity/undo-choice.ts";
import { Hint, InstantText } from "../elements/cells.tsx";
import { AnchorLink, QueryState, Screen, ScreenLink } from "../elements/screen.tsx";
import { ShowMore } from "../elements/show-more.tsx";
import { useNow } from "../elements/use-now.ts";
import { WebhookNeeds } from "../overview/server-needs.tsx";
import { useProjectName } from "../projects/project-list.ts";
import { useUndo } from "../review/use-review.tsx";
import { statusRoute } from "../routes.ts";
import { admin, projectQuery } from "../server-connection.ts";
import { MayEdit, useRole, useSession } from "../session/session.ts";
import { ownZone } from "../texts/formats.ts";
import { consoleReader } from "../texts/reader.ts";
import { Initials } from "./author-line.tsx";
import { DayStrip } from "./day-strip.tsx";
import { findFacts, toneOf } from "./project-facts.ts";
import { projectOverviewQuery } from "./project-overview.ts";
import { FactView, OpenState, QuietLine, StartButton } from "./state-view.tsx";
import classes from "./status.module.css";
import { statusTexts as texts } from "./status-texts.ts";
import { TrafficSparks } from "./traffic-spark.tsx";

const firstFacts = 4;
const maxPlatforms = 8;

export function StatusScreen() {
  const { project } = statusRoute.useParams();
  const name = useProjectName(project);
  const seen = useQuery(projectOverviewQuery(project));
  const { administrator } = useSession();
  return (
    <Screen title={name} project={project}>
      {administrator && <WebhookNeeds />}
      <QueryState query={seen}>{(found) => <Status seen={found} name={name} />}</QueryState>
    </Screen>
  );
}

function Status({ seen, name }: { readonly seen: ProjectOverview; readonly name: string }) {
  const { id: project } = seen;
  const facts = findFacts(seen, useSession(), useRole(project), useNow());
  const tone = toneOf(facts, seen);
  const isOpen = tone === "open" || tone === "unknown";
  const allChanges = (
    <ScreenLink project={project} to="/projects/$project/activity" search={{}}>
      {texts.allChanges}
    </ScreenLink>
  );
  return (
    <Stack gap="md">
      <Paper component="section" withBorder tabIndex={-1} className={classes.card} data-tone={tone} aria-label={name}>
        <Stack gap="lg">
          {isOpen && <OpenState project={project} name={name} tone={tone} size="lg" />}
          <ShowMore items={facts} first={firstFacts} keyOf={({ key }) => key}>
            {(fact) => (
              <FactView
                project={project}
                fact={fact}
                isMain={fact === facts[0]}
                size={fact === facts[0] && !isOpen ? "lg" : "md"}
              />
            )}
          </ShowMore>
          <Group justify="space-between" gap="sm">
            <QuietLine seen={seen} facts={facts} />
            {!isOpen && <StartButton project={project} name={name} />}
          </Group>
        </Stack>
      </Paper>
      <Section title={texts.today}>
        <DayStrip project={project} />
      </Section>
      <div className={classes.columns}>
        <Section title={texts.changes} link={allChanges}>
          <LastChanges project={project} />
        </Section>
        <Section title={texts.trafficTitle}>
          <TrafficSparks platforms={seen.platforms} facts={facts} max={maxPlatforms} isWide hasRequests />
        </Section>
      </div>
    </Stack>
  );
}

function Section({ title, link, children }: { readonly title: string; readonly link?: ReactNode; readonly children: ReactNode }) {
  return (
    <Paper component="section" withBorder p="md" aria-label={title}>
      <Stack gap="md">
        <Group justify="space-between">
          <Title order={2}>{title}</Title>
          {link}
        </Group>
        {children}
      </Stack>
    </Paper>
  );
}

const maxChanges = 5;

const lastChangesQuery = projectQuery("last changes", (project) => admin.getHistory({ project, limit: maxChanges }));

function LastChanges({ project }: { readonly project: string }) {
  const found = useQuery(lastChangesQuery(project));
  return (
    <QueryState query={found}>
      {({ commits, names }) =>
        commits.length === 0 ? (
          <Hint>{texts.noChanges}</Hint>
        ) : (
          <Stack gap="sm">
            {commits.map((commit) => (
              <Change key={commit.revision} project={project} commit={commit} names={names} />
            ))}
          </Stack>
        )
      }
    </QueryState>
  );
}

function Change({ project, commit, names }: { readonly project: string; readonly commit: Commit; readonly names: NameTable }) {
  const undo = useUndo(project);
  const { revision, at, actor, actor_name, reason } = commit;
  const title = describeCommit(commit, consoleReader(names));
  return (
    <Group gap="sm" wrap="nowrap" align="flex-start">
      <Initials name={describeActor(actor, actor_name)} />
      <div style={{ flex: 1, minWidth: 0 }}>
        <AnchorLink
          c="var(--mantine-color-text)"
          style={{ overflowWrap: "anywhere" }}
          to="/projects/$project/activity"
          params={{ project }}
          search={{ revision }}
        >
          {title}
        </AnchorLink>
        <Text fz="xs" c="dimmed" truncate>
          <InstantText at={at} isRelative />
          {reason === "" ? "" : ` · ${reason}`}
        </Text>
      </div>
      {undoChoice(commit, project).isUndoable && (
        <MayEdit project={project}>
          <Button
            size="compact-sm"
            aria-label={texts.undoShortOf(title)}
            onClick={() =>
              void undo({ revision }, texts.undoTitle(texts.undo, formatInstant(at, { zone: ownZone, now: Date.now() })))
            }
          >
            {texts.undoShort}
          </Button>
        </MayEdit>
      )}
    </Group>
  );
}
