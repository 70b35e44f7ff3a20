import { Alert, List } from "@mantine/core";
import type { ProblemItem } from "drawbridge-rules/wire/problem.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { pathWords } from "./path-words.ts";

interface ProblemListProps {
  readonly title: string;
  readonly problems: readonly ProblemItem[];
  readonly color: string;
}

/** Errors or warnings, each with its place. */
export function ProblemList({ title, problems, color }: ProblemListProps) {
  const { paths } = sharedTexts;
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
