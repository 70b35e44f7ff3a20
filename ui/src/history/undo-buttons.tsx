/** Ways back from a revision: its own changes reversed, or everything as it was right after it; and why some of it is one-way. */
import { Button, Group, List, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ChangeOptions } from "drawbridge-client/admin";
import type { ChangeAnswer } from "drawbridge-rules/wire/change.ts";
import type { Commit } from "drawbridge-rules/wire/history.ts";
import { Icon } from "../elements/icon.tsx";
import { ScreenLink } from "../elements/screen.tsx";
import { memberListQuery } from "../members/member-list.ts";
import { projectHeadQuery } from "../projects/project-list.ts";
import { lookAgain } from "../review/changes-since.tsx";
import { useReview } from "../review/use-review.tsx";
import { admin } from "../server-connection.ts";
import { MayEdit } from "../session/may-edit.tsx";
import { isAtLeast } from "../session/session.ts";
import { formatList } from "../texts/formats.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { commitQuery } from "./history-list.ts";
import { historyTexts as texts } from "./history-texts.ts";
import { type NotUndoable, undoAlternatives, undoChoice } from "./undo-choice.ts";

interface UndoButtonsProps {
  /** Null: the installation, where nothing can be undone. */
  readonly project: string | null;
  readonly commit: Commit;
  /** A filter has left out some of its changes. */
  readonly isPart: boolean;
}

export function UndoButtons({ project, commit, isPart }: UndoButtonsProps) {
  const read = useQuery({ ...commitQuery(project, commit.revision), enabled: isPart });
  const whole = isPart ? read.data?.commit : commit;
  return whole ? <WaysBack project={project} commit={whole} /> : null;
}

function WaysBack({ project, commit }: Omit<UndoButtonsProps, "isPart">) {
  const { isUndoable, isRestorable, oneWay } = undoChoice(commit, project);
  return (
    <Stack gap="sm" align="flex-start">
      {oneWay.length > 0 && <OneWayList project={project} oneWay={oneWay} />}
      {project !== null && (isUndoable || isRestorable) && (
        <MayEdit project={project} otherwise={<Ask project={project} />}>
          <Ways project={project} revision={commit.revision} isUndoable={isUndoable} isRestorable={isRestorable} />
        </MayEdit>
      )}
    </Stack>
  );
}

interface WaysProps {
  readonly project: string;
  readonly revision: number;
  readonly isUndoable: boolean;
  readonly isRestorable: boolean;
}

function Ways({ project, revision, isUndoable, isRestorable }: WaysProps) {
  const goBack = useGoBack(project);
  const head = useQuery(projectHeadQuery(project));
  const isNewest = head.data?.value.revision === revision;
  return (
    <Group gap="lg" align="flex-start">
      {isUndoable && (
        <Way
          label={texts.undo}
          hint={texts.undoHint}
          isFirst
          onClick={() =>
            goBack(texts.undoTitle(revision), texts.undoReason(revision), (options) =>
              admin.undo({ project, body: { revision }, ...options }),
            )
          }
        />
      )}
      {isRestorable && !isNewest && (
        <Way
          label={texts.restore}
          hint={texts.restoreHint}
          onClick={() =>
            goBack(texts.restoreTitle(revision), texts.restoreReason(revision), (options) =>
              admin.undo({ project, body: { to: revision }, ...options }),
            )
          }
        />
      )}
    </Group>
  );
}

interface WayProps {
  readonly label: string;
  readonly hint: string;
  /** The usual choice. */
  readonly isFirst?: boolean;
  readonly onClick: () => Promise<unknown>;
}

function Way({ label, hint, isFirst = false, onClick }: WayProps) {
  return (
    <Stack gap={4} align="flex-start" maw="22rem">
      <Button
        variant={isFirst ? "light" : "default"}
        {...(isFirst ? { leftSection: <Icon name="activity" size={1} /> } : {})}
        onClick={() => void onClick()}
        h="auto"
        py={6}
        styles={wrapped}
      >
        {label}
      </Button>
      <Text size="xs" c="dimmed">
        {hint}
      </Text>
    </Stack>
  );
}

function useGoBack(project: string) {
  const review = useReview();
  return (title: string, reason: string, request: (options: ChangeOptions) => Promise<ChangeAnswer>) =>
    review({ project, title, reason, request, onStale: lookAgain(async () => undefined) });
}

/** Maximum number of names listed. */
const maxNames = 3;

/** Names of people with the role, for users without it. */
function Ask({ project }: { readonly project: string }) {
  const members = useQuery({ ...memberListQuery(project), retry: false });
  const names = (members.data ?? []).flatMap(({ name, role }) => (name !== null && isAtLeast(role, "editor") ? [name] : []));
  return (
    <Text size="sm" c="dimmed">
      {names.length === 0 ? texts.undoRole : texts.undoAsk(formatList(names.slice(0, maxNames)))}
    </Text>
  );
}

function OneWayList({ project, oneWay }: { readonly project: string | null; readonly oneWay: readonly NotUndoable[] }) {
  const { screens } = sharedTexts;
  return (
    <List size="sm" listStyleType="none">
      {oneWay.map((way) => {
        const { to, search, screen } = undoAlternatives[way];
        return (
          <List.Item key={way}>
            {texts.oneWay[way]}{" "}
            {project !== null && (
              <ScreenLink project={project} to={to} search={search}>
                {texts.openScreen(screens[screen])}
              </ScreenLink>
            )}
          </List.Item>
        );
      })}
    </List>
  );
}

/** Wraps to two lines on a phone. */
const wrapped = { label: { whiteSpace: "normal", textAlign: "start" } } as const;
