import { Alert, Button, Fieldset, Paper, Stack, Text } from "@mantine/core";
import type { Conflict } from "drawbridge-rules/changes/three-way-merge.ts";
import { joinPath } from "drawbridge-rules/values/dotted-path.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { pathWords } from "./path-words.ts";
import classes from "./review.module.css";
import { valueText } from "./value-text.ts";

interface ConflictChoiceProps {
  readonly conflicts: readonly Conflict[];
  /** Undefined: the field is removed. */
  readonly onChoose: (conflict: Conflict, value: unknown) => void;
}

/** Both values of a field that two people changed, side by side, for the user to choose. */
export function ConflictChoice({ conflicts, onChoose }: ConflictChoiceProps) {
  const { review, paths } = sharedTexts;
  if (conflicts.length === 0) return null;
  return (
    <Alert color="orange" title={review.conflict} role="alert">
      <Stack gap="md">
        <Text size="sm">{review.conflictMeaning}</Text>
        {conflicts.map((conflict) => {
          const name = pathWords(conflict.path.reduce<string>(joinPath, ""), paths);
          return (
            <Fieldset key={conflict.path.join("\0")} variant="unstyled" legend={name}>
              <div className={classes.sides}>
                <Side title={review.mine} value={conflict.mine} name={name} onUse={() => onChoose(conflict, conflict.mine)} />
                <Side
                  title={review.theirs}
                  value={conflict.theirs}
                  name={name}
                  onUse={() => onChoose(conflict, conflict.theirs)}
                />
              </div>
            </Fieldset>
          );
        })}
      </Stack>
    </Alert>
  );
}

interface SideProps {
  readonly title: string;
  readonly name: string;
  readonly value: unknown;
  readonly onUse: () => void;
}

function Side({ title, name, value, onUse }: SideProps) {
  const { review } = sharedTexts;
  return (
    <Paper withBorder p="xs">
      <Text size="xs">{title}</Text>
      <Text size="sm" my="xs" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
        {value === undefined ? review.absent : valueText(value)}
      </Text>
      <Button size="xs" variant="default" onClick={onUse} aria-label={`${review.use}: ${title} (${name})`}>
        {review.use}
      </Button>
    </Paper>
  );
}
