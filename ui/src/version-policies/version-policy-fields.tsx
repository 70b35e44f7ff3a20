/** The marks and lists of a policy as fields, each with what is wrong with it: what the server has said, and what is plain at once. */
import { Alert, TextInput } from "@mantine/core";
import type { PolicyForm } from "drawbridge-rules/versions/platform-schema.ts";
import { useEffect, useState } from "react";
import { useTexts } from "../texts/language.tsx";
import { EntryLines } from "./entry-lines.tsx";
import { type DraftProblem, draftOf, type EntryField, sentField } from "./policy-draft.ts";
import { type EntryPlace, linesOf, type MarkField, withMark } from "./ruler-edit.ts";
import { versionPolicyTexts } from "./version-policy-texts.ts";
import { blocksEveryVersion, compareToBound, longestVersion } from "./version-rules.ts";

export interface VersionPolicyFieldsProps {
  readonly form: PolicyForm;
  readonly isReadOnly: boolean;
  /** What the server has said of a field. */
  readonly problemAt: (field: string) => string | undefined;
  readonly onChange: (form: PolicyForm) => void;
  readonly onChoose: (place: EntryPlace) => void;
}

/** Milliseconds. */
const pause = 800;

export function VersionPolicyFields({ form, isReadOnly, problemAt, onChange, onChoose }: VersionPolicyFieldsProps) {
  const texts = useTexts(versionPolicyTexts);
  const { policy, rules, problems } = draftOf(form);
  const [typing, setTyping] = useTyping(form);
  const wordsOf = useProblemWords();
  const said = (field: string) => (typing === field ? undefined : wordsOf(problems.get(field)));
  const lineProblem = (field: EntryField, line: number) => {
    const sent = sentField(linesOf(form, field), field, line);
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
          maxLength={longestVersion}
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
 * The field that somebody is in the middle of typing in: what stands there is not wrong yet. It is said after a pause, and not when
 * the field is left, since what is below would then move away from under the pointer that has left it.
 */
function useTyping(form: PolicyForm): readonly [string | null, (field: string) => void] {
  const [typing, setTyping] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each letter begins the pause anew
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
