import { Button, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import { useRef, useState } from "react";
import { useFormats } from "../texts/formats.ts";
import { ExceptField } from "./except-field.tsx";
import { type Frequency, frequencies, printRule, type RuleChoice, readRule, usualRule } from "./recurrence-rule.ts";
import { recurrenceTexts as texts } from "./recurrence-texts.ts";
import { RuleChoiceFields } from "./rule-choice-fields.tsx";
import type { WindowFieldsProps } from "./when-fields.tsx";
import { type NamedWindowForm, withStart } from "./window-form.ts";

type Kind = "once" | Frequency | "rule";
const kinds: readonly Kind[] = ["once", ...frequencies, "rule"];

/** Fields of the recurrence: a choice, or the rule as text where the choice cannot express it. */
export function RecurrenceFields({ form, problemAt, onChange }: WindowFieldsProps) {
  const [isWriting, setIsWriting] = useState(false);
  // Keeps the rule while the user tries other kinds, so that switching back restores it.
  const kept = useRef<Pick<NamedWindowForm, "repeat" | "except">>({});
  if (form.repeat !== undefined) kept.current = { repeat: form.repeat, ...(form.except ? { except: form.except } : {}) };
  const rule = form.repeat === undefined ? null : readRule(form.repeat);
  const kind = kindOf(form.repeat, rule, isWriting);
  const choose = (next: Kind) => {
    setIsWriting(next === "rule");
    onChange(next === "once" ? onceOnly(form) : { ...form, ...kept.current, repeat: repeatOf(next, form, kept.current.repeat) });
  };
  return (
    <Stack gap="sm">
      <NativeSelect
        label={texts.repeats}
        value={kind}
        onChange={({ currentTarget }) => choose(currentTarget.value as Kind)}
        data={kinds.map((value) => ({ value, label: texts.kinds[value] }))}
      />
      {kind === "rule" && (
        <TextInput
          label={texts.rule}
          description={texts.ruleHint}
          required
          autoComplete="off"
          spellCheck={false}
          maxLength={1000}
          value={form.repeat ?? ""}
          error={problemAt("repeat")}
          onChange={({ currentTarget: { value } }) => onChange({ ...form, repeat: value })}
        />
      )}
      {kind === "rule" && rule === null && form.repeat !== "" && !problemAt("repeat") && (
        <Text size="xs" c="dimmed">
          {texts.ruleUnknown}
        </Text>
      )}
      {kind !== "rule" && rule && (
        <RuleChoiceFields
          rule={rule}
          start={form.start}
          problem={problemAt("repeat")}
          onChange={(chosen) => onChange({ ...form, repeat: printRule(chosen) })}
        />
      )}
      <Nearest problem={problemAt("repeat")} onChoose={(start) => onChange({ ...withStart(form, start), ...ruleOf(form) })} />
      {kind !== "once" && <ExceptField form={form} problemAt={problemAt} onChange={onChange} />}
    </Stack>
  );
}

function kindOf(repeat: string | undefined, rule: RuleChoice | null, isWriting: boolean): Kind {
  if (repeat === undefined) return "once";
  return rule === null || isWriting ? "rule" : rule.frequency;
}

function onceOnly({ repeat: _, except: __, ...form }: NamedWindowForm): NamedWindowForm {
  return form;
}

/** @param kept the previous rule */
function repeatOf(kind: Frequency | "rule", { start }: NamedWindowForm, kept: string | undefined): string {
  if (kind === "rule") return kept ?? printRule(usualRule("WEEKLY", start));
  const before = kept === undefined ? null : readRule(kept);
  if (kept !== undefined && before?.frequency === kind) return kept;
  // The end of the rule is independent of its frequency.
  return printRule({ ...usualRule(kind, start), ...(before ? { end: before.end } : {}) });
}

function ruleOf({ repeat }: NamedWindowForm): { readonly repeat?: string } {
  return repeat === undefined ? {} : { repeat };
}

interface NearestProps {
  readonly problem: string | undefined;
  readonly onChoose: (start: string) => void;
}

/** The first time must match the rule: a near match that the server suggests is a button. */
function Nearest({ problem = "", onChoose }: NearestProps) {
  const { instant } = useFormats();
  const [, nearest] = /\bnearest is (\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?)$/.exec(problem) ?? [];
  if (nearest === undefined) return null;
  return (
    <div>
      <Button variant="default" size="xs" onClick={() => onChoose(nearest)}>
        {texts.startThere(instant(`${nearest}Z`, "UTC"))}
      </Button>
    </div>
  );
}
