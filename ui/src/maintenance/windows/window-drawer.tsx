import { Alert, Fieldset, Stack, Text, TextInput, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { describeSchedule, scheduleEnd } from "drawbridge-rules/describe/window.ts";
import { wallToInstant } from "drawbridge-rules/values/wall-time.ts";
import type { Project } from "drawbridge-rules/wire/project.ts";
import type { MaintenanceWindow } from "drawbridge-rules/wire/window.ts";
import { type ReactNode, useState } from "react";
import { ResourceDrawer } from "../../elements/resource-drawer.tsx";
import { LoadingState } from "../../elements/screen.tsx";
import { EditForm, IdField } from "../../review/edit-form.tsx";
import { presentOf } from "../../review/edit-state.ts";
import { RemoveButton } from "../../review/remove-button.tsx";
import { type Edit, useEdit } from "../../review/use-edit.tsx";
import { admin, orNull } from "../../server-connection.ts";
import { isAtLeast, useRole } from "../../session/session.ts";
import { formatList, ownZone } from "../../texts/formats.ts";
import classes from "../maintenance.module.css";
import { requiredRole } from "../maintenance-list.ts";
import { MessagePhone } from "../message-phone.tsx";
import { ScopeField, scopeName, useScopeOptions } from "../scope-field.tsx";
import { RecurrenceFields, withException } from "./recurrence-fields.tsx";
import { MessageFields, OutcomeFields, WhenFields } from "./window-fields.tsx";
import {
  isWindowId,
  type NamedWindowForm,
  newForm,
  scopeKind,
  suggestedId,
  type WindowBeginning,
  withField,
  withScope,
} from "./window-form.ts";
import { useWindowCheck, windowListQuery } from "./window-list.ts";
import { WindowPreview } from "./window-preview.tsx";
import { windowTexts as texts } from "./window-texts.ts";

/** Callers change `key` together with `id` or the beginning. */
export function WindowDrawer(props: WindowDrawerProps) {
  const { project, id, window, onClose } = props;
  const list = useQuery(windowListQuery(project));
  // The suggested id must be unused, so wait for the list.
  const isReady = id !== null || list.data !== undefined || list.error !== null;
  return (
    <ResourceDrawer
      size="60rem"
      title={id === null ? texts.titleNew : texts.titleEdit(window?.title ?? id)}
      isThere={id === null || window !== null}
      gone={texts.gone(id ?? "")}
      onClose={onClose}
    >
      {isReady ? <WindowEditor {...props} taken={(list.data ?? []).map((each) => each.id)} /> : <LoadingState />}
    </ResourceDrawer>
  );
}

interface WindowDrawerProps {
  readonly project: string;
  readonly head: Project;
  readonly id: string | null;
  readonly window: MaintenanceWindow | null;
  readonly initial?: WindowBeginning | undefined;
  readonly onClose: () => void;
}

interface WindowEditorProps extends WindowDrawerProps {
  readonly taken: readonly string[];
}

const fields = "id title start zone duration end platforms instances repeat except reminder overrun message".split(" ");

function WindowEditor(props: WindowEditorProps) {
  const { project, id, window, initial: beginning, taken, onClose } = props;
  const mayEdit = isAtLeast(useRole(project), requiredRole);
  const [initial] = useState(() => {
    const form = newForm(beginning, ownZone, Date.now());
    return { ...form, id: suggestedId(form, taken) };
  });
  const edit = useEdit<NamedWindowForm>({
    project,
    resource: `windows/${id ?? (beginning ? `:${beginning.zone}:${beginning.start}` : "")}`,
    path: (form) => `windows.${form.id}`,
    title: (form) => (id === null ? texts.reviewNew : texts.reviewEdit)(form.title ?? form.id),
    present: presentOf(window),
    initial,
    isReady: true,
    read: async (form) => presentOf(await orNull(admin.getMaintenanceWindow({ project, window: form.id }))),
    send: ({ id: sentId, ...form }, etag, options) =>
      admin.putMaintenanceWindow({ project, window: sentId, body: form, etag, ...options }),
  });
  const messages = Object.keys(edit.form.message ?? {}).map((language) => `message.${language}`);
  return (
    <EditForm
      edit={edit}
      fields={["", ...fields, ...messages]}
      isReadOnly={!mayEdit}
      onCancel={onClose}
      onDone={onClose}
      extraAction={
        window &&
        mayEdit && (
          <RemoveButton
            project={project}
            title={texts.reviewDelete(window.title ?? window.id)}
            etag={window.etag}
            readEtag={async () => (await admin.getMaintenanceWindow({ project, window: window.id })).etag}
            request={(etag, options) => admin.deleteMaintenanceWindow({ project, window: window.id, etag, ...options })}
            onDone={onClose}
          />
        )
      }
    >
      {!mayEdit && <Alert color="gray">{texts.readOnly}</Alert>}
      {mayEdit && window?.origin === "manifest" && <Alert color="caution">{texts.fromManifest}</Alert>}
      <Fieldset disabled={!mayEdit} variant="unstyled">
        <Fields {...props} edit={edit} mayEdit={mayEdit} />
      </Fieldset>
    </EditForm>
  );
}

interface FieldsProps extends WindowEditorProps {
  readonly edit: Edit<NamedWindowForm>;
  readonly mayEdit: boolean;
}

function Fields({ project, head, id, window, taken, edit, mayEdit }: FieldsProps) {
  const { form, isDirty } = edit;
  const check = useWindowCheck({ project, window, form, isDirty, mayEdit });
  const change = (next: NamedWindowForm) => edit.change(withSuggestion(form, next, id, taken));
  const shared = { form, problemAt: check.problemAt, onChange: change };
  const kind = scopeKind(form);
  const options = useScopeOptions(project, head);
  const chosen = { kind, names: kind === "project" ? [] : (form[kind] ?? []) };
  return (
    <div className={classes.sheet}>
      <Stack gap="lg">
        <TextInput
          label={texts.title}
          description={texts.titleHint}
          autoFocus={id === null}
          data-autofocus
          autoComplete="off"
          maxLength={100}
          value={form.title ?? ""}
          error={check.problemAt("title")}
          onChange={({ currentTarget: { value } }) => change(withField(form, "title", value))}
        />
        <Part title={texts.when}>
          <WhenFields {...shared} />
          <RecurrenceFields {...shared} />
        </Part>
      </Stack>
      <Stack gap="md" className={classes.beside}>
        <Summary form={form} />
        <WindowPreview
          schedule={check.schedule}
          problems={check.problemsBeside(fields)}
          onLeaveOut={mayEdit && form.repeat !== undefined ? (date) => edit.change(withException(form, date)) : undefined}
        />
        <MessagePhone
          head={head}
          scope={scopeName(chosen, options, head.name ?? project, formatList)}
          message={form.message ?? {}}
          start={wallToInstant(form.start, form.zone ?? "UTC")}
          end={scheduleEnd({ ...form }) ?? Number.NaN}
          zone={form.zone ?? "UTC"}
        />
      </Stack>
      <Stack gap="lg">
        <Part title={texts.users}>
          <ScopeField
            options={options}
            scope={chosen}
            problem={check.problemAt(kind)}
            onChange={({ kind: next, names }) => change(withScope(form, next ?? "project", names))}
          />
          <MessageFields head={head} isReadOnly={!mayEdit} {...shared} />
          <OutcomeFields head={head} {...shared} />
        </Part>
        {id === null && (
          <details open={problemOfId(form.id, taken) !== undefined || edit.problemAt("id") !== undefined || undefined}>
            <summary>{texts.advanced}</summary>
            <IdField edit={edit} texts={texts} maxLength={63} problem={problemOfId(form.id, taken)} isFirst={false} />
          </details>
        )}
      </Stack>
    </div>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={classes.part}>
      <Title order={3} mb="sm">
        {title}
      </Title>
      <Stack gap="md">{children}</Stack>
    </section>
  );
}

/** `Every Tuesday 02:00–04:00 (Rome), from 1 December`; nothing while half of a time is typed. */
function Summary({ form }: { readonly form: NamedWindowForm }) {
  if (scheduleEnd({ ...form }) === null || Number.isNaN(wallToInstant(form.start, form.zone ?? "UTC"))) return null;
  return (
    <Text size="md" fw={600} aria-live="polite">
      {describeSchedule(form, { now: Date.now() })}
    </Text>
  );
}

function problemOfId(id: string, taken: readonly string[]) {
  if (!isWindowId(id)) return texts.idWrong;
  return taken.includes(id) ? texts.idTaken : undefined;
}

/** A suggested id that the user did not edit follows the title and the date. */
function withSuggestion(before: NamedWindowForm, after: NamedWindowForm, id: string | null, taken: readonly string[]) {
  const isSuggested = id === null && after.start !== "" && before.id === suggestedId(before, taken);
  return isSuggested ? { ...after, id: suggestedId(after, taken) } : after;
}
