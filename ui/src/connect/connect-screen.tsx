import { Group, Paper, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ListedReadKey } from "drawbridge-rules/wire/read-key.ts";
import type { ReactNode } from "react";
import { credentialColumns, credentialList, credentialSearch, newestFirst } from "../credentials/credential-columns.tsx";
import { credentialTexts } from "../credentials/credential-texts.ts";
import { Hint, Mark, Quiet, TwoLines, WhenText } from "../elements/cells.tsx";
import { CollectionSection } from "../elements/collection-screen.tsx";
import type { Column } from "../elements/data-table.tsx";
import { Icon } from "../elements/icon.tsx";
import { QueryState, Screen, ScreenLink } from "../elements/screen.tsx";
import { ScreenTabs } from "../elements/screen-tabs.tsx";
import { useNow } from "../elements/use-now.ts";
import { Instances } from "../instances/instances.tsx";
import { projectHeadQuery } from "../projects/project-list.ts";
import { connectRoute } from "../routes.ts";
import { admin } from "../server-connection.ts";
import { MayEdit } from "../session/session.ts";
import { formatList, formatNumber, formatRelative } from "../texts/formats.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { RefusedAnywhereNotice, RefusedNotice } from "../usage/refused-notice.tsx";
import { usageTexts } from "../usage/usage-texts.ts";
import { VerbButton } from "../verbs/verb-form.tsx";
import { policyListQuery, usePlatformNames } from "../version-policies/version-policy-list.ts";
import { AppCode } from "./app-code.tsx";
import classes from "./connect.module.css";
import { connectTexts, connectTexts as texts } from "./connect-texts.ts";
import { rememberKey } from "./known-keys.ts";
import { LastRequest, useLiveUsage } from "./last-request.tsx";
import { NewReadKey, ReadKeyDetails, ReadKeyScope } from "./read-key-drawers.tsx";
import { readKeyListQuery, requiredRole } from "./read-key-list.ts";
import { readKeyTexts } from "./read-key-texts.ts";

export function ConnectScreen() {
  const { project } = connectRoute.useParams();
  const { tab = "steps" } = connectRoute.useSearch();
  return (
    <Screen title={sharedTexts.screens.connect} project={project}>
      <ScreenTabs label={sharedTexts.screens.connect} tabs={connectTexts.tabs} tab={tab}>
        {tab === "steps" && <ConnectSteps key={project} project={project} />}
        {tab === "keys" && <ReadKeys project={project} />}
        {tab === "instances" && <Instances project={project} />}
      </ScreenTabs>
    </Screen>
  );
}

const columns: readonly Column<ShownKey>[] = [
  credentialColumns.state,
  {
    key: "use",
    title: readKeyTexts.columns.use,
    render: ({ last_used_at: at }) => <WhenText at={at} never={credentialTexts.never} />,
  },
  {
    key: "requests",
    title: readKeyTexts.columns.requests,
    render: ({ requests_24h: requests, refused_24h: refused }) => (
      <TwoLines more={refused > 0 ? usageTexts.refused(refused) : ""}>
        {requests === 0 ? <Quiet>{formatNumber(requests)}</Quiet> : formatNumber(requests)}
      </TwoLines>
    ),
  },
  { key: "scope", title: readKeyTexts.columns.scope, render: (key) => <ReadKeyScope value={key} /> },
  credentialColumns.expiry,
  credentialColumns.last,
];

/** Old and new keys can have the same name. */
type ShownKey = ListedReadKey & { readonly age: "old" | "new" | null };

function withAges(keys: readonly ListedReadKey[]): readonly ShownKey[] {
  const successors = new Set(keys.map(({ replaced_by }) => replaced_by));
  const ageOf = ({ id, replaced_by }: ListedReadKey) => (replaced_by !== null ? "old" : successors.has(id) ? "new" : null);
  return newestFirst(keys).map((key) => ({ ...key, age: ageOf(key) }));
}

function ReadKeys({ project }: { readonly project: string }) {
  return (
    <Stack gap="md">
      <RefusedNotice project={project} />
      <CollectionSection
        {...credentialList}
        {...credentialSearch}
        project={project}
        role={requiredRole}
        title={readKeyTexts.title}
        texts={readKeyTexts}
        items={useQuery({ ...readKeyListQuery(project), select: withAges })}
        columns={columns}
        marks={({ rehearsal, imported, age }) => (
          <>
            {rehearsal && <Mark color="planned">{readKeyTexts.rehearses}</Mark>}
            {imported && <Mark color="gray">{readKeyTexts.imported}</Mark>}
            {age && <Mark color="gray">{readKeyTexts.ages[age]}</Mark>}
          </>
        )}
        form={(close) => <NewReadKey project={project} onClose={close} />}
        details={(key, _, close) => key && <ReadKeyDetails project={project} value={key} onClose={close} />}
      />
      <RefusedAnywhereNotice />
    </Stack>
  );
}

function ConnectSteps({ project }: { readonly project: string }) {
  return (
    <QueryState query={useQuery(readKeyListQuery(project))}>
      {(keys) => (
        <div className={classes.columns}>
          <Checklist project={project} keys={keys} />
          <AppCode project={project} keys={activeOf(keys)} />
        </div>
      )}
    </QueryState>
  );
}

function activeOf(keys: readonly ListedReadKey[]): readonly ListedReadKey[] {
  return keys.filter(({ state, replaced_by }) => state === "active" && replaced_by === null);
}

function Checklist({ project, keys }: { readonly project: string; readonly keys: readonly ListedReadKey[] }) {
  const usage = useLiveUsage(project).data;
  const now = useNow();
  const [key] = activeOf(keys);
  const gateAt = usage?.keys
    .flatMap(({ gate_at }) => gate_at ?? [])
    .toSorted()
    .at(-1);
  const rules = useFirstRules(project);
  const isAsked = keys.some(({ last_used_at }) => last_used_at !== null) || (usage !== undefined && usage.keys.length > 0);
  const isDone = [key !== undefined, isAsked, gateAt !== undefined, rules !== null];
  return (
    <Paper withBorder p="lg" component="section" aria-label={texts.steps}>
      <Group justify="space-between" mb="md">
        <Title order={2}>{texts.steps}</Title>
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

function Step({ title, isDone, children }: { readonly title: string; readonly isDone: boolean; readonly children: ReactNode }) {
  return (
    <li className={classes.step} data-done={isDone || undefined}>
      <span className={classes.mark}>{isDone && <Icon name="check" size={0.875} />}</span>
      <Stack gap={4} miw={0}>
        <Title order={3}>
          {title}
          <span className="visually-hidden">{` ${isDone ? texts.done : texts.open}`}</span>
        </Title>
        <Text component="div" c="dimmed">
          {children}
        </Text>
      </Stack>
    </li>
  );
}

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
