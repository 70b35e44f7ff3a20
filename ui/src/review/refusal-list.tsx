import { Alert, Checkbox, List, Stack, Text } from "@mantine/core";
import type { Guard } from "drawbridge-rules/changes/refusal.ts";
import { lockedOutPlatforms } from "drawbridge-rules/impact/lock-out.ts";
import type { PlatformImpact } from "drawbridge-rules/wire/adoption.ts";
import type { ProblemItem } from "drawbridge-rules/wire/problem.ts";
import { isAtLeast, useRole } from "../session/session.ts";
import { formatList, formatShare } from "../texts/formats.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { pathWords } from "./path-words.ts";

const { paths, review } = sharedTexts;

interface RefusalListProps {
  readonly project: string;
  readonly refusals: readonly ProblemItem[];
  readonly impact?: readonly PlatformImpact[] | undefined;
  readonly override: readonly Guard[];
  readonly onChange: (override: readonly Guard[]) => void;
}

/** Guards that block a change; each is overridden separately and explicitly. */
export function RefusalList({ project, refusals, impact = [], override, onChange }: RefusalListProps) {
  const isOwner = isAtLeast(useRole(project), "owner");
  const shares = lockedOutPlatforms({ refusals, impact }).map(
    ({ platform, last_24h: { forced, requests } }) => `${platform} ${formatShare(forced, requests)}`,
  );
  const guards = [...new Set(refusals.flatMap(({ guard }) => guard ?? []))];
  return (
    <Stack gap="sm">
      {guards.map((guard) => {
        const isTwoPeople = (guard as string) === "four_eyes";
        return (
          <Alert
            key={guard}
            color="orange"
            title={
              guard === "locks_out" && shares.length > 0 ? `${formatList(shares)}: ${review.guards[guard]}` : review.guards[guard]
            }
          >
            <Stack gap="xs">
              {refusals
                .filter((refusal) => refusal.guard === guard)
                .map(({ path, detail }) => (
                  <Text size="sm" key={`${path} ${detail}`}>
                    {path === "" ? detail : `${pathWords(path, paths)}: ${detail}`}
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
  readonly problems: readonly ProblemItem[];
  readonly color: string;
}

/** Errors or warnings, each with its place. */
export function ProblemList({ title, problems, color }: ProblemListProps) {
  return (
    <Alert color={color} title={title}>
      <List size="sm">
        {problems.map(({ path, detail }) => (
          <List.Item key={`${path} ${detail}`}>{path === "" ? detail : `${pathWords(path, paths)}: ${detail}`}</List.Item>
        ))}
      </List>
    </Alert>
  );
}
