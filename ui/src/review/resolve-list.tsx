import { Alert, Button, Checkbox, Group, List, Paper, Stack, Text } from "@mantine/core";
import type { GuardCode } from "drawbridge-rules/changes/guard-code.ts";
import { describePlace } from "drawbridge-rules/describe/edit.ts";
import type { GuardItem } from "drawbridge-rules/wire/guard.ts";
import type { ProblemItem } from "drawbridge-rules/wire/problem.ts";
import { isAtLeast, useRole } from "../session/session.ts";
import { consoleReader } from "../texts/reader.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import classes from "./review.module.css";
import { resolveTexts as texts } from "./review-texts.ts";

const { review } = sharedTexts;

interface ResolveListProps {
  readonly project: string;
  readonly guards: readonly GuardItem[];
  readonly override: readonly GuardCode[];
  readonly onChange: (override: readonly GuardCode[]) => void;
  /** Absent means the change has no form. */
  readonly onFix?: ((guard: GuardItem) => void) | undefined;
}

export function ResolveList({ project, guards, override, onChange, onFix }: ResolveListProps) {
  const isOwner = isAtLeast(useRole(project), "owner");
  return (
    <Stack gap="sm">
      {[...Map.groupBy(guards, ({ code }) => code)].map(([code, own]) => {
        const isTwoPeople = code === "four_eyes";
        return (
          <Paper key={code} withBorder p="sm" className={classes.card} data-guard={code} role="group" aria-label={own[0]?.detail}>
            <Stack gap="xs">
              {own.map(({ path, detail }) => (
                <Text key={`${path} ${detail}`}>{detail}</Text>
              ))}
              <Group gap="md" justify="space-between">
                {(!isTwoPeople || isOwner) && (
                  <Checkbox
                    label={isTwoPeople ? review.breakTheGlass : review.anyway}
                    checked={override.includes(code)}
                    onChange={({ currentTarget: { checked } }) =>
                      onChange(checked ? [...override, code] : override.filter((other) => other !== code))
                    }
                  />
                )}
                {onFix && own[0] && hasField(code) && <Button onClick={() => own[0] && onFix(own[0])}>{texts.fix[code]}</Button>}
              </Group>
            </Stack>
          </Paper>
        );
      })}
    </Stack>
  );
}

function hasField(code: GuardCode): code is keyof typeof texts.fix {
  return Object.hasOwn(texts.fix, code);
}

export function ProblemList({ title, problems }: { readonly title?: string; readonly problems: readonly ProblemItem[] }) {
  return (
    <Alert color="caution" title={title} role="alert" tabIndex={-1} data-problems>
      <List size="sm">
        {problems.map(({ path, detail }) => (
          <List.Item key={`${path} ${detail}`}>
            {path === "" ? detail : `${describePlace(path, consoleReader())}: ${detail}`}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
