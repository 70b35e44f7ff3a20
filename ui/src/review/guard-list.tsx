import { Alert, Checkbox, List, Stack, Text } from "@mantine/core";
import type { GuardCode } from "drawbridge-rules/changes/guard-code.ts";
import { describePlace } from "drawbridge-rules/describe/edit.ts";
import { lockedOutPlatforms } from "drawbridge-rules/impact/lock-out.ts";
import type { PlatformImpact } from "drawbridge-rules/wire/adoption.ts";
import type { GuardItem } from "drawbridge-rules/wire/guard.ts";
import type { ProblemItem } from "drawbridge-rules/wire/problem.ts";
import type { WarningItem } from "drawbridge-rules/wire/warning.ts";
import { isAtLeast, useRole } from "../session/session.ts";
import { formatList, formatShare } from "../texts/formats.ts";
import { consoleReader } from "../texts/reader.ts";
import { sharedTexts } from "../texts/shared-texts.ts";

const { review } = sharedTexts;

interface GuardListProps {
  readonly project: string;
  readonly guards: readonly GuardItem[];
  readonly impact?: readonly PlatformImpact[] | undefined;
  readonly override: readonly GuardCode[];
  readonly onChange: (override: readonly GuardCode[]) => void;
}

/** Guards that block a change; each is overridden separately and explicitly. */
export function GuardList({ project, guards, impact = [], override, onChange }: GuardListProps) {
  const isOwner = isAtLeast(useRole(project), "owner");
  const shares = lockedOutPlatforms({ guards, impact }).map(
    ({ platform, last_24h: { forced, requests } }) => `${platform} ${formatShare(forced, requests)}`,
  );
  const codes = [...new Set(guards.map(({ code }) => code))];
  return (
    <Stack gap="sm">
      {codes.map((guard) => {
        const isTwoPeople = guard === "four_eyes";
        return (
          <Alert
            key={guard}
            color="caution"
            title={
              guard === "locks_out" && shares.length > 0 ? `${formatList(shares)}: ${review.guards[guard]}` : review.guards[guard]
            }
          >
            <Stack gap="xs">
              {guards
                .filter(({ code }) => code === guard)
                .map(({ path, detail }) => (
                  <Text size="sm" key={`${path} ${detail}`}>
                    {detail}
                  </Text>
                ))}
              {(!isTwoPeople || isOwner) && (
                <Checkbox
                  label={isTwoPeople ? review.breakTheGlass : review.anyway}
                  checked={override.includes(guard)}
                  onChange={({ currentTarget: { checked } }) =>
                    onChange(checked ? [...override, guard] : override.filter((other) => other !== guard))
                  }
                />
              )}
            </Stack>
          </Alert>
        );
      })}
    </Stack>
  );
}

interface ProblemListProps {
  readonly title: string;
  readonly problems: readonly (ProblemItem | GuardItem | WarningItem)[];
  readonly color: string;
}

/** Errors with their places, or sentences of guards and warnings. */
export function ProblemList({ title, problems, color }: ProblemListProps) {
  return (
    <Alert color={color} title={title}>
      <List size="sm">
        {problems.map((problem) => (
          <List.Item key={`${problem.path} ${problem.detail}`}>
            {problem.path === "" || "code" in problem
              ? problem.detail
              : `${describePlace(problem.path, consoleReader())}: ${problem.detail}`}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
