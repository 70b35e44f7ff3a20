/** Bounds and lists of a policy as fields, with problems from the server and from local validation. */
import { Alert, TextInput } from "@mantine/core";
import { compareToBound, maxVersionLength } from "drawbridge-rules/versions/app-version.ts";
import type { PolicyForm } from "drawbridge-rules/versions/platform-schema.ts";
import { blocksEveryVersion } from "drawbridge-rules/versions/version-policy.ts";
import { EntryLines } from "./entry-lines.tsx";
import { checkPolicyDraft, type EntryField, serverFieldName } from "./policy-draft.ts";
import { type EntryPosition, entryLines, type MarkField, withMark } from "./ruler-edit.ts";
import { useDraftProblems } from "./use-draft-problems.ts";
import { versionPolicyTexts as texts } from "./version-policy-texts.ts";

interface VersionPolicyFieldsProps {
  readonly form: PolicyForm;
  readonly isReadOnly: boolean;
  /** Server's problem with a field. */
  readonly problemAt: (field: string) => string | undefined;
  readonly onChange: (form: PolicyForm) => void;
  readonly onChoose: (place: EntryPosition) => void;
}

export function VersionPolicyFields({ form, isReadOnly, problemAt, onChange, onChoose }: VersionPolicyFieldsProps) {
  const { policy, rules } = checkPolicyDraft(form);
  const [said, setTyping] = useDraftProblems(form);
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
