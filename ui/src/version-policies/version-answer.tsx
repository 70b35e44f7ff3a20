/** Answer to an app of one version: published, by the server, and for the draft. */
import { Paper, Stack, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { type AppVersion, maxVersionLength, parseAskedVersion } from "drawbridge-rules/versions/app-version.ts";
import type { PlatformForm } from "drawbridge-rules/versions/platform-schema.ts";
import { matchesEntry } from "drawbridge-rules/versions/version-entry.ts";
import { type CompiledPolicy, decide, type VersionRule } from "drawbridge-rules/versions/version-policy.ts";
import type { Simulation } from "drawbridge-rules/wire/simulation.ts";
import { type ReactNode, useState } from "react";
import { VersionText } from "../elements/fact.tsx";
import { QueryState } from "../elements/query-state.tsx";
import { sharedTexts } from "../texts/shared-texts.ts";
import { rulesAt } from "./policy-draft.ts";
import classes from "./version-answer.module.css";
import { useCheckedVersion } from "./version-policies-route.ts";
import { answerQuery } from "./version-policy-list.ts";
import { versionPolicyTexts as texts } from "./version-policy-texts.ts";

interface PublishedAnswerProps {
  readonly project: string;
  readonly platform: string;
  readonly version: string;
  /** As it is published, to say which part of it has decided. */
  readonly form: PlatformForm;
}

/** Milliseconds without a key before the server is asked. */
const pause = 300;

export function PublishedAnswer({ project, platform, version, form }: PublishedAnswerProps) {
  const [asked] = useDebouncedValue(version.trim(), pause);
  const answer = useQuery(answerQuery(project, platform, asked));
  if (asked === "") return null;
  return (
    <AnswerBox title={texts.published} version={asked}>
      <QueryState query={answer}>{(simulation) => <Answered simulation={simulation} version={asked} form={form} />}</QueryState>
    </AnswerBox>
  );
}

/** Decided here, by the same rules. */
export function DraftAnswer({ version, form }: { readonly version: string; readonly form: PlatformForm }) {
  const read = parseAskedVersion(version);
  if (!read) return null;
  const { rule, by } = findDecider(rulesAt(form, Date.now()), read);
  return (
    <AnswerBox title={texts.draft} version={version.trim()} isDraft>
      <Decision rule={rule} by={by} />
    </AnswerBox>
  );
}

interface AnswerBoxProps {
  readonly title: string;
  readonly version: string;
  readonly isDraft?: boolean;
  readonly children: ReactNode;
}

function AnswerBox({ title, version, isDraft = false, children }: AnswerBoxProps) {
  return (
    <Paper withBorder p="sm" className={classes.answer} data-draft={isDraft} role="status">
      <Stack gap={4}>
        <Text size="xs" c="dimmed">
          {title} · <VersionText version={version} />
        </Text>
        {children}
      </Stack>
    </Paper>
  );
}

interface AnsweredProps {
  readonly simulation: Simulation;
  readonly version: string;
  readonly form: PlatformForm;
}

function Answered({ simulation: { status, reason, body }, version, form }: AnsweredProps) {
  if (status !== 200)
    return <Text size="sm">{isKnownRefusal(reason) ? texts.refused[reason] : texts.refused.other(reason)}</Text>;
  const rule = reason.split(", ")[0] as VersionRule;
  const read = parseAskedVersion(version);
  const decider = read && findDecider(rulesAt(form, Date.now()), read);
  const message = typeof body.message === "string" ? body.message : "";
  return (
    <>
      <Decision rule={rule} by={decider?.rule === rule ? decider.by : ""} />
      {message !== "" && <Text size="sm">{texts.shows(message)}</Text>}
      {body.maintenance_active === true && <Text size="sm">{texts.maintenance}</Text>}
    </>
  );
}

function isKnownRefusal(code: string): code is "invalid_version" | "unknown_platform" {
  return code === "invalid_version" || code === "unknown_platform";
}

function Decision({ rule, by }: { readonly rule: VersionRule; readonly by: string }) {
  const { because } = texts;
  const { decided } = sharedTexts.review;
  const isForced = rule === "blocked" || rule === "below_minimum";
  const why = because[rule];
  const reason = typeof why === "string" ? why : by === "" ? "" : why(by);
  return (
    <Text size="sm">
      <Text span fw={600} c={isForced ? "var(--mantine-color-error)" : "inherit"}>
        {decided[rule]}
      </Text>
      {reason !== "" && ` · ${reason}`}
    </Text>
  );
}

/** "" where nothing did. */
function findDecider(policy: CompiledPolicy, version: AppVersion): { readonly rule: VersionRule; readonly by: string } {
  const { rule } = decide(policy, version);
  return { rule, by: textOf(policy, version, rule) };
}

function textOf({ minimum, recommended, blocked, exempt }: CompiledPolicy, version: AppVersion, rule: VersionRule): string {
  switch (rule) {
    case "exempt":
      return exempt.find((entry) => matchesEntry(entry, version))?.text ?? "";
    case "blocked":
      return blocked.find((entry) => matchesEntry(entry, version))?.text ?? "";
    case "below_minimum":
      return minimum?.text ?? "";
    case "below_recommended":
      return recommended?.text ?? "";
    default:
      return "";
  }
}

/** Any version, typed; it is in the address. */
export function AskField() {
  const [asked, ask] = useCheckedVersion();
  // The address lags behind typing and must not reset the field.
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextInput
      label={texts.ask}
      description={texts.askHint}
      autoComplete="off"
      spellCheck={false}
      maxLength={maxVersionLength}
      value={typed ?? asked}
      onFocus={() => setTyped(asked)}
      onBlur={() => setTyped(null)}
      onKeyDown={(event) => {
        // Fields of the preview; they change nothing.
        if (event.key === "Enter") event.preventDefault();
      }}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        ask(value);
      }}
    />
  );
}
