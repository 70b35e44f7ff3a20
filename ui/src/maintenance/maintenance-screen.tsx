import { Badge, Button, Checkbox, Chip, Drawer, Group, Paper, Stack, Text, TextInput, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { durationText } from "drawbridge-rules/describe/member-words.ts";
import { listedState } from "drawbridge-rules/occurrence/listed-occurrence.ts";
import { parseDuration } from "drawbridge-rules/values/duration.ts";
import type { ListedOccurrence, StartRequest } from "drawbridge-rules/wire/maintenance.ts";
import type { Project } from "drawbridge-rules/wire/project.ts";
import type { LocalizedText } from "drawbridge-rules/wire/values.ts";
import { useDeferredValue, useState } from "react";
import { useSavedForm } from "../credentials/use-saved-form.ts";
import { Hint, StateBadge } from "../elements/cells.tsx";
import { createKeys, useCreateKey } from "../elements/create-key.ts";
import { type Column, DataTable } from "../elements/data-table.tsx";
import { DurationField, FieldGroup, Form } from "../elements/form-fields.tsx";
import { Icon } from "../elements/icon.tsx";
import { AnchorLink, EmptyState, QueryState, Screen } from "../elements/screen.tsx";
import { ShowMore } from "../elements/show-more.tsx";
import { useExactNow } from "../elements/use-now.ts";
import { projectHeadQuery } from "../projects/project-list.ts";
import { maintenanceRoute } from "../routes.ts";
import { isAtLeast, MayEdit, useRole } from "../session/session.ts";
import { formatList, formatRelative, formatSince, ownZone } from "../texts/formats.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { type MaintenanceRun, useMaintenanceVerb, VerbFailure } from "../verbs/verb-form.tsx";
import { CalendarScene } from "./calendar/calendar-scene.tsx";
import { calendarTexts } from "./calendar/calendar-texts.ts";
import { CalendarToolbar } from "./calendar/calendar-toolbar.tsx";
import { isAsPlanned, type OccurrenceBar } from "./calendar/occurrence-bar.ts";
import { useOccurrences } from "./calendar/occurrence-list.ts";
import { SceneStatus } from "./calendar/scene-status.tsx";
import { type Calendar, useCalendar, useSetMaintenanceSearch } from "./calendar/use-calendar.ts";
import { spans } from "./calendar/zone-time.ts";
import classes from "./maintenance.module.css";
import { maintenanceNowQuery, requiredRole } from "./maintenance-list.ts";
import { maintenanceTexts as texts } from "./maintenance-texts.ts";
import { MessagePhone, projectMessage } from "./message-phone.tsx";
import { ActionLine } from "./occurrence/action-line.tsx";
import { ActiveVerbs } from "./occurrence/active-verbs.tsx";
import { isOverdue, phaseColors } from "./occurrence/occurrence-phase.ts";
import { occurrenceTexts } from "./occurrence/occurrence-texts.ts";
import { OpenDrawer } from "./open-drawer.tsx";
import { ChoiceChip, type Scope, ScopeField, scopeName, useScopeOptions } from "./scope-field.tsx";
import { LocalizedFields } from "./windows/window-fields.tsx";
import { windowListQuery } from "./windows/window-list.ts";

export function MaintenanceScreen() {
  const { project } = maintenanceRoute.useParams();
  const { start } = maintenanceRoute.useSearch();
  const head = useQuery(projectHeadQuery(project));
  const go = useSetMaintenanceSearch();
  // Outside the form, so that closing and reopening it keeps the idempotency key of an unanswered request.
  const run = useMaintenanceVerb(project, () => texts.started);
  const mayAct = isAtLeast(useRole(project), requiredRole);
  useCreateKey(() => mayAct && go({ create: true }));
  return (
    <Screen
      title={sharedTexts.screens.maintenance}
      project={project}
      actions={
        <MayEdit project={project} role={requiredRole}>
          <Button
            leftSection={<Icon name="maintenance" size={1} />}
            styles={{ section: { color: "var(--mantine-color-closed-light-color)" } }}
            onClick={() => go({ start: true })}
          >
            {texts.start}
          </Button>
          <CreateButton />
        </MayEdit>
      }
    >
      <ActiveMaintenance project={project} />
      <QueryState query={head}>{({ value }) => <Planned project={project} head={value} />}</QueryState>
      {start && mayAct && head.data && (
        <StartMaintenance project={project} run={run} head={head.data.value} onClose={() => go({ start: undefined })} />
      )}
    </Screen>
  );
}

function Planned({ project, head }: { readonly project: string; readonly head: Project }) {
  const calendar = useCalendar();
  const { view } = calendar;
  return (
    <>
      <NoWindows project={project} />
      {view === "list" ? (
        <OccurrenceList project={project} head={head} calendar={calendar} />
      ) : (
        <CalendarScene project={project} head={head} view={view} calendar={calendar} />
      )}
    </>
  );
}

function NoWindows({ project }: { readonly project: string }) {
  const windows = useQuery(windowListQuery(project));
  if (windows.data?.length !== 0) return null;
  return (
    <EmptyState
      title={texts.emptyTitle}
      action={
        <MayEdit project={project} role={requiredRole} otherwise={<Text>{texts.emptyRead}</Text>}>
          <CreateButton />
        </MayEdit>
      }
    >
      {texts.empty}
    </EmptyState>
  );
}

function CreateButton() {
  const go = useSetMaintenanceSearch();
  return (
    <Button
      variant="filled"
      aria-keyshortcuts={createKeys}
      leftSection={<Icon name="plus" size={1} />}
      onClick={() => go({ create: true })}
    >
      {texts.create}
    </Button>
  );
}

function ActiveMaintenance({ project }: { readonly project: string }) {
  const list = useQuery(maintenanceNowQuery(project));
  const now = useExactNow();
  const active = (list.data?.occurrences ?? []).filter((listed) => listedState(listed, now) === "active");
  if (active.length === 0) return null;
  const sorted = active.toSorted((a, b) => Date.parse(a.planned_end) - Date.parse(b.planned_end));
  return (
    <Stack gap="xs">
      <ShowMore items={sorted} first={2} keyOf={({ occurrence }) => occurrence}>
        {(occurrence) => <ActiveOccurrence project={project} occurrence={occurrence} />}
      </ShowMore>
    </Stack>
  );
}

function ActiveOccurrence({ project, occurrence }: { readonly project: string; readonly occurrence: ListedOccurrence }) {
  const now = useExactNow();
  const { name, scope, start, end, overrun } = occurrence;
  const isLate = isOverdue(occurrence, now);
  const isHeld = isLate && overrun === "hold";
  return (
    <Paper component="section" aria-label={name} withBorder p="md" className={classes.active} data-late={isLate || undefined}>
      <Group justify="space-between" gap="sm">
        <div className={classes.facts}>
          <Group gap="xs">
            <Title order={2}>{name}</Title>
            {isLate && <Badge color="caution">{isHeld ? texts.heldOver : texts.pastPlan}</Badge>}
          </Group>
          <Text aria-live="polite">
            {texts.closedSince(scope, formatSince(start, now))}
            {isHeld ? texts.untilCompletedShort : texts.until(formatSince(end, now), formatRelative(end, now))}
          </Text>
          <ActionLine occurrence={occurrence} />
        </div>
        <MayEdit project={project} role={requiredRole}>
          <ActiveVerbs project={project} occurrence={occurrence} />
        </MayEdit>
      </Group>
    </Paper>
  );
}

interface OccurrenceListProps {
  readonly project: string;
  readonly head: Project;
  readonly calendar: Calendar;
}

function OccurrenceList({ project, head, calendar }: OccurrenceListProps) {
  const { query = "" } = maintenanceRoute.useSearch();
  const wanted = useDeferredValue(query).trim().toLowerCase();
  const {
    time: { zone },
    range: { from, until },
  } = calendar;
  const read = useOccurrences(project, calendar.range);
  const { bars } = read;
  const inPeriod = bars.filter(({ start, end }) => end > from && start < until);
  const found = wanted === "" ? inPeriod : inPeriod.filter((bar) => isFound(bar, wanted));
  const columns: readonly Column<OccurrenceBar>[] = [
    { key: "window", title: calendarTexts.columns.window, render: ({ listed }) => <Name listed={listed} /> },
    {
      key: "when",
      title: calendarTexts.columns.when,
      render: (bar) => (
        <>
          {spans.span(bar.start, bar.end, zone)}
          {!isAsPlanned(bar) && (
            <Hint size="xs">{calendarTexts.plannedFor(spans.span(bar.plannedStart, bar.plannedEnd, zone))}</Hint>
          )}
        </>
      ),
    },
    { key: "lanes", title: calendarTexts.columns.lanes, render: ({ listed: { scope } }) => scope },
    {
      key: "state",
      title: calendarTexts.columns.state,
      render: ({ listed: { state } }) => <StateBadge color={phaseColors[state]}>{occurrenceTexts.phases[state]}</StateBadge>,
    },
  ];
  return (
    <>
      <CalendarToolbar calendar={calendar} />
      {inPeriod.length > 0 && found.length === 0 && (
        <Text c="dimmed" role="status">
          {calendarTexts.noneFound(query)}
        </Text>
      )}
      <SceneStatus project={project} read={read} calendar={calendar} />
      {found.length > 0 && <DataTable label={calendarTexts.list} columns={columns} rows={found} rowKey={({ name }) => name} />}
      <OpenDrawer project={project} head={head} bars={bars} />
    </>
  );
}

function Name({ listed: { occurrence, name, repeat } }: { readonly listed: ListedOccurrence }) {
  return (
    <>
      <AnchorLink fw={600} from={maintenanceRoute.fullPath} search={(before) => ({ ...before, occurrence })} resetScroll={false}>
        {name}
      </AnchorLink>{" "}
      {repeat !== null && (
        <span title={calendarTexts.recurring}>
          <Icon name="repeat" size={0.875} />
          <span className="visually-hidden">{calendarTexts.recurring}</span>
        </span>
      )}
    </>
  );
}

function isFound({ listed: { name, scope, platforms, instances } }: OccurrenceBar, wanted: string): boolean {
  return [name, scope, ...(platforms ?? []), ...(instances ?? [])].some((text) => text.toLowerCase().includes(wanted));
}

interface StartForm {
  readonly scope: Scope;
  /** ISO 8601. */
  readonly duration: string;
  readonly message: LocalizedText;
  readonly isHeld: boolean;
  readonly reason: string;
}

const initialStart: StartForm = { scope: { kind: null, names: [] }, duration: "PT30M", message: {}, isHeld: false, reason: "" };

interface StartMaintenanceProps {
  readonly project: string;
  readonly run: MaintenanceRun;
  readonly head: Project;
  readonly onClose: () => void;
}

/** One sheet with one button, which names what it closes and for how long: an operator at 3 a.m. reads only that. */
function StartMaintenance({ project, run, head, onClose }: StartMaintenanceProps) {
  const { form, drop, ...saved } = useSavedForm(`${project}/maintenance-now`, initialStart);
  const options = useScopeOptions(project, head);
  const change = (next: Partial<StartForm>) => saved.change({ ...form, ...next });
  const done = () => {
    drop();
    onClose();
  };
  const start = async () => {
    const reason = form.reason.trim();
    const options = reason === "" ? {} : { options: { reason } };
    if (await run.run({ verb: "start", request: toRequest(form), ...options })) done();
  };
  const isReady = hasScope(form) && (parseDuration(form.duration) ?? 0) > 0;
  const missing = hasScope(form) ? texts.durationMissing : texts.scopeMissing;
  const length = durationText(form.duration);
  const end = useExactNow() + (parseDuration(form.duration) ?? 0);
  const named = scopeName(form.scope, options, head.name || project, formatList);
  const phone = { head, scope: named, message: form.message, start: Date.now(), end, zone: ownZone };
  return (
    <Drawer opened onClose={onClose} size="56rem" title={texts.startTitle}>
      <Form className={classes.form} onSubmit={() => isReady && !run.isBusy && start()}>
        <div className={classes.sheet}>
          <Stack gap="md">
            <ScopeField options={options} scope={form.scope} isFirst onChange={(scope) => change({ scope })} />
            <LengthField duration={form.duration} onChange={(duration) => change({ duration })} />
          </Stack>
          <div className={classes.beside}>
            <MessagePhone {...phone} />
          </div>
          <Stack gap="md">
            <LocalizedFields
              label={texts.message}
              kind="window"
              path="message"
              head={head}
              written={form.message}
              placeholders={["end_time"]}
              problemAt={() => undefined}
              isReadOnly={false}
              fallback={(language) => projectMessage(head, language)}
              onChange={(message = {}) => change({ message })}
            />
            <TextInput
              label={sharedTexts.review.reason}
              maxLength={500}
              value={form.reason}
              onChange={({ currentTarget }) => change({ reason: currentTarget.value })}
            />
            <Checkbox
              label={texts.hold}
              checked={form.isHeld}
              onChange={({ currentTarget }) => change({ isHeld: currentTarget.checked })}
            />
          </Stack>
        </div>
        <div className={classes.footer}>
          <VerbFailure run={run} onDone={done} />
          <Text c="dimmed" flex="1 1 12rem" role="status">
            {isReady ? (form.isHeld ? texts.untilCompleted : texts.reopens(formatSince(end, Date.now()))) : missing}
          </Text>
          <Button variant="filled" type="submit" color="closed" disabled={!isReady} loading={run.isBusy}>
            {hasScope(form) ? texts.close(named, length) : texts.closeNone}
          </Button>
        </div>
      </Form>
    </Drawer>
  );
}

function hasScope({ scope: { kind, names } }: StartForm): boolean {
  return kind === "project" || names.length > 0;
}

function toRequest({ scope: { kind, names }, duration, message, isHeld }: StartForm): StartRequest {
  return {
    for: duration,
    overrun: isHeld ? "hold" : "end",
    ...(kind === "project" || kind === null ? { whole_project: true } : { [kind]: names }),
    ...(Object.keys(message).length === 0 ? {} : { message }),
  };
}

const presets = ["PT15M", "PT30M", "PT1H", "PT2H", "PT4H"];
const other = "other";

function LengthField({ duration, onChange }: { readonly duration: string; readonly onChange: (duration: string) => void }) {
  const [isOther, setIsOther] = useState(!presets.includes(duration));
  const choose = (value: string) => {
    setIsOther(value === other);
    if (value !== other) onChange(value);
  };
  return (
    <Stack gap="xs">
      <FieldGroup label={texts.duration}>
        <Chip.Group value={isOther ? other : duration} onChange={choose}>
          <Group gap="xs" mt={4} role="radiogroup" aria-label={texts.duration}>
            {presets.map((value) => (
              <ChoiceChip key={value} value={value}>
                {durationText(value)}
              </ChoiceChip>
            ))}
            <ChoiceChip value={other}>{texts.otherDuration}</ChoiceChip>
          </Group>
        </Chip.Group>
      </FieldGroup>
      {isOther && <DurationField aria-label={texts.duration} description="" value={duration} onChange={onChange} />}
    </Stack>
  );
}
