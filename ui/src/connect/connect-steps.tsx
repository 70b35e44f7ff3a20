import { Group, Paper, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ListedReadKey } from "drawbridge-rules/wire/read-key.ts";
import type { ReactNode } from "react";
import { Hint } from "../elements/cells.tsx";
import { Icon } from "../elements/icon.tsx";
import { QueryState } from "../elements/query-state.tsx";
import { ScreenLink } from "../elements/screen.tsx";
import { useNow } from "../elements/use-now.ts";
import { projectHeadQuery } from "../projects/project-list.ts";
import { admin } from "../server-connection.ts";
import { MayEdit } from "../session/may-edit.tsx";
import { formatList, formatRelative } from "../texts/formats.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { VerbButton } from "../verbs/verb-form.tsx";
import { policyListQuery } from "../version-policies/version-policy-list.ts";
import { AppCode } from "./app-code.tsx";
import classes from "./connect.module.css";
import { connectTexts as texts } from "./connect-texts.ts";
import { rememberKey } from "./known-keys.ts";
import { LastRequest, useLiveUsage } from "./last-request.tsx";
import { usePlatformNames } from "./platform-names.ts";
import { readKeyListQuery, requiredRole } from "./read-key-list.ts";

export function ConnectSteps({ project }: { readonly project: string }) {
  return (
    <QueryState query={useQuery(readKeyListQuery(project))}>
      {(keys) => {
        const active = keys.filter(({ state, replaced_by }) => state === "active" && replaced_by === null);
        return (
          <div className={classes.columns}>
            <Checklist project={project} keys={keys} active={active} />
            <AppCode project={project} keys={active} />
          </div>
        );
      }}
    </QueryState>
  );
}

interface ChecklistProps {
  readonly project: string;
  readonly keys: readonly ListedReadKey[];
  /** Newest first. */
  readonly active: readonly ListedReadKey[];
}

function Checklist({ project, keys, active }: ChecklistProps) {
  const usage = useLiveUsage(project).data;
  const now = useNow();
  const [key] = active;
  const gateAt = usage?.keys
    .flatMap(({ gate_at }) => gate_at ?? [])
    .toSorted()
    .at(-1);
  const rules = useFirstRules(project);
  const isAsked = keys.some(({ last_used_at }) => last_used_at !== null) || (usage !== undefined && usage.keys.length > 0);
  const isDone = [key !== undefined, isAsked, gateAt !== undefined, rules !== null];
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="connect-steps">
      <Group justify="space-between" mb="md">
        <Title order={2} id="connect-steps">
          {texts.steps}
        </Title>
        {isDone.every(Boolean) && <Hint>{texts.allDone}</Hint>}
      </Group>
      <ol className={classes.steps}>
        <Step title={texts.key} isDone={key !== undefined}>
          {key ? texts.keyMade(key.name || key.id, key.last4) : <CreateKey project={project} />}
        </Step>
        <Step title={texts.request} isDone={isAsked}>
          {!isAsked && <div>{texts.requestMeaning}</div>}
          <LastRequest project={project} />
        </Step>
        <Step title={texts.sdk} isDone={gateAt !== undefined}>
          {gateAt === undefined ? texts.sdkMeaning : texts.sdkAsked(formatRelative(gateAt, now))}
        </Step>
        <Step title={texts.rule} isDone={rules !== null}>
          {rules ?? (
            <>
              <div>{texts.ruleMeaning}</div>
              <Group gap="md" mt={4}>
                <ScreenLink project={project} to="/projects/$project/versions" search={{}}>
                  {texts.toVersions}
                </ScreenLink>
                <ScreenLink project={project} to="/projects/$project/messages" search={{}}>
                  {texts.toMessages}
                </ScreenLink>
              </Group>
            </>
          )}
        </Step>
      </ol>
    </Paper>
  );
}

interface StepProps {
  readonly title: string;
  readonly isDone: boolean;
  readonly children: ReactNode;
}

function Step({ title, isDone, children }: StepProps) {
  return (
    <li className={classes.step} data-done={isDone || undefined}>
      <span className={classes.mark}>{isDone && <Icon name="check" size={0.875} />}</span>
      <Stack gap={4} miw={0}>
        <Title order={3}>
          {title}
          <span className="visually-hidden">{` ${isDone ? texts.done : texts.open}`}</span>
        </Title>
        <Text component="div" size="sm" c="dimmed">
          {children}
        </Text>
      </Stack>
    </li>
  );
}

/** Rules and messages that exist, in words; null means none. */
function useFirstRules(project: string): string | null {
  const policies = useQuery(policyListQuery(project)).data ?? [];
  const head = useQuery(projectHeadQuery(project)).data;
  const nameOf = usePlatformNames(project);
  const ruled = policies.filter((policy) => policy.minimum ?? policy.recommended ?? policy.blocked?.length);
  if (ruled.length > 0) return texts.ruleSet(formatList(ruled.map(({ id }) => nameOf(id))));
  return Object.keys(head?.value.messages ?? {}).length > 0 ? texts.messageSet : null;
}

function CreateKey({ project }: { readonly project: string }) {
  const { session, roles } = sharedTexts;
  const send = (idempotencyKey: string) => admin.createReadKey({ project, body: { name: texts.firstKey }, idempotencyKey });
  return (
    <Stack gap="xs" align="flex-start">
      <span>{texts.keyMeaning}</span>
      <MayEdit project={project} role={requiredRole} otherwise={<span>{session.mayNot(roles[requiredRole])}</span>}>
        <VerbButton variant="filled" project={project} send={send} onDone={({ id, key }) => rememberKey(id, key)}>
          {texts.createKey}
        </VerbButton>
      </MayEdit>
    </Stack>
  );
}
