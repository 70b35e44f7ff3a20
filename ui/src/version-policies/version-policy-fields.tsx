/** Bounds and lists of a policy as fields, with problems from the server and from local validation. */
import { Alert, TextInput } from "@mantine/core";
import type { PolicyForm } from "drawbridge-rules/versions/platform-schema.ts";
import { useEffect, useState } from "react";
import { useTexts } from "../texts/language.tsx";
import { EntryLines } from "./entry-lines.tsx";
import { checkPolicyDraft, type DraftProblem, type EntryField, serverFieldName } from "./policy-draft.ts";
import { type EntryPosition, entryLines, type MarkField, withMark } from "./ruler-edit.ts";
import { versionPolicyTexts } from "./version-policy-texts.ts";
import { blocksEveryVersion, compareToBound, maxVersionLength } from "./version-rules.ts";

interface VersionPolicyFieldsProps {
  readonly form: PolicyForm;
  readonly isReadOnly: boolean;
  /** Server's problem with a field. */
  readonly problemAt: (field: string) => string | undefined;
  readonly onChange: (form: PolicyForm) => void;
  readonly onChoose: (place: EntryPosition) => void;
}

/** Milliseconds. */
const pause = 800;

export function VersionPolicyFields({ form, isReadOnly, problemAt, onChange, onChoose }: VersionPolicyFieldsProps) {
  const texts = useTexts(versionPolicyTexts);
  const { policy, rules, problems } = checkPolicyDraft(form);
  const [typing, setTyping] = useTyping(form);
  const wordsOf = useProblemWords();
  const said = (field: string) => (typing === field ? undefined : wordsOf(problems.get(field)));
  const lineProblem = (field: EntryField, line: number) => {
    const sent = serverFieldName(entryLines(form, field), field, line);
    return said(`${field}.${line}`) ?? (sent === null ? undefined : problemAt(sent));
  };
  const { minimum, recommended } = rules;
  const isLost = minimum !== null && recommended !== null && compareToBound(recommended, minimum) <= 0;
  return (
    <div>
      {(["minimum", "recommended"] as const).map((field: MarkField) => (
        <TextInput
          key={field}
          mb="md"
          label={texts[field]}
          description={
            field === "recommended" && isLost ? `${texts.recommendedHint} ${texts.recommendedLost}` : texts[`${field}Hint`]
          }
          readOnly={isReadOnly}
          autoComplete="off"
          spellCheck={false}
          maxLength={maxVersionLength}
          value={form[field] ?? ""}
          error={said(field) ?? problemAt(field)}
          onChange={({ currentTarget: { value } }) => {
            setTyping(field);
            onChange(withMark(form, field, value));
          }}
        />
      ))}
      {(["blocked", "exempt"] as const).map((field) => (
        <EntryLines
          key={field}
          field={field}
          form={form}
          isReadOnly={isReadOnly}
          problem={problemAt(field)}
          problemAt={(line) => lineProblem(field, line)}
          onChange={onChange}
          onFocus={(line) => onChoose({ field, line })}
          onType={(line) => setTyping(`${field}.${line}`)}
        />
      ))}
      {blocksEveryVersion(policy) && (
        <Alert color="red" mt="md">
          {texts.everyBlocked}
        </Alert>
      )}
    </div>
  );
}

/**
 * Field being edited: its input is not reported as wrong yet. Validation runs after a pause and not on blur, because a message
 * would move the page under the pointer.
 */
function useTyping(form: PolicyForm): readonly [string | null, (field: string) => void] {
  const [typing, setTyping] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each letter restarts the pause
  useEffect(() => {
    if (typing === null) return;
    const timer = setTimeout(() => setTyping(null), pause);
    return () => clearTimeout(timer);
  }, [typing, form]);
  return [typing, setTyping];
}

function useProblemWords(): (problem: DraftProblem | undefined) => string | undefined {
  const { wrong } = useTexts(versionPolicyTexts);
  return (problem) => {
    if (!problem) return undefined;
    return problem.kind === "twice" ? wrong.twice(problem.line) : wrong[problem.kind];
  };
}
