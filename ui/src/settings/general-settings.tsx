import { Box, Code, Fieldset, Radio, Stack, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Versioned } from "drawbridge-client/admin";
import { defaultLockOutLimit } from "drawbridge-rules/impact/lock-out.ts";
import type { ProjectForm } from "drawbridge-rules/project/project.ts";
import type { Project } from "drawbridge-rules/wire/project.ts";
import { DurationField, FieldGroup } from "../elements/form-fields.tsx";
import { QueryState } from "../elements/query-state.tsx";
import { projectHeadQuery } from "../projects/project-list.ts";
import { EditForm } from "../review/edit-form.tsx";
import { type Edit, useEdit } from "../review/use-edit.tsx";
import { admin, orNull } from "../server-connection.ts";
import { isAtLeast, useRole } from "../session/session.ts";
import { LanguagesField } from "./languages-field.tsx";
import { settingsTexts as texts } from "./settings-texts.ts";

/** General settings of a project. */
export function GeneralSettings({ project }: { readonly project: string }) {
  const head = useQuery(projectHeadQuery(project));
  return <QueryState query={head}>{(found) => <GeneralForm key={project} project={project} head={found} />}</QueryState>;
}

const initial: ProjectForm = {};
const single = ["", "name", "languages", "ttl", "reminder", "lock_out_limit_percent", "no_window"];

function GeneralForm({ project, head }: { readonly project: string; readonly head: Versioned<Project> }) {
  const mayEdit = isAtLeast(useRole(project), "editor");
  const edit = useEdit<ProjectForm>({
    project,
    resource: "settings/general",
    path: () => "",
    title: () => texts.review(project),
    present: presentOf(head),
    initial,
    read: async () => presentOf(await orNull(admin.getProject({ project }))),
    send: (form, etag, options) => admin.putProject({ project, body: form, etag, ...options }),
  });
  const languages = (edit.form.languages ?? []).map((_, index) => `languages.${index}`);
  return (
    <Box maw="46rem">
      <EditForm edit={edit} fields={[...single, ...languages]} isReadOnly={!mayEdit}>
        {!mayEdit && (
          <Text size="sm" c="dimmed">
            {texts.readOnly}
          </Text>
        )}
        <Fieldset disabled={!mayEdit} variant="unstyled">
          <GeneralFields id={project} edit={edit} isReadOnly={!mayEdit} />
        </Fieldset>
      </EditForm>
    </Box>
  );
}

interface GeneralFieldsProps {
  readonly id: string;
  readonly edit: Edit<ProjectForm>;
  readonly isReadOnly: boolean;
}

function GeneralFields({ id, edit, isReadOnly }: GeneralFieldsProps) {
  const { form, change, problemAt } = edit;
  return (
    <Stack gap="lg">
      <FieldGroup label={texts.id} description={texts.idMeaning}>
        {() => <Code>{id}</Code>}
      </FieldGroup>
      <TextInput
        label={texts.name}
        description={texts.nameHint}
        maxLength={200}
        value={form.name ?? ""}
        error={problemAt("name") ?? problemAt("")}
        onChange={({ currentTarget: { value } }) => change({ ...form, name: value })}
      />
      <LanguagesField
        languages={form.languages ?? []}
        isReadOnly={isReadOnly}
        problemAt={problemAt}
        onChange={(languages) => change({ ...form, languages })}
      />
      <DurationField
        label={texts.ttl}
        description={texts.ttlHint}
        value={form.ttl ?? ""}
        error={problemAt("ttl")}
        onChange={(ttl) => change({ ...form, ttl })}
      />
      <DurationField
        label={texts.reminder}
        description={texts.reminderHint}
        value={form.reminder ?? ""}
        error={problemAt("reminder")}
        onChange={(reminder) => change({ ...form, reminder })}
      />
      <TextInput
        label={texts.lockOutLimit}
        description={texts.lockOutLimitHint(String(defaultLockOutLimit))}
        inputMode="numeric"
        autoComplete="off"
        value={form.lock_out_limit_percent ?? ""}
        error={problemAt("lock_out_limit_percent")}
        onChange={({ currentTarget: { value } }) => change(withLimit(form, value))}
      />
      <Radio.Group
        label={texts.noWindow}
        description={texts.noWindowHint}
        value={form.no_window ?? "null"}
        error={problemAt("no_window")}
        onChange={(chosen) => change({ ...form, no_window: chosen as "epoch" | "null" })}
      >
        <Stack gap="xs" mt="xs">
          {(["epoch", "null"] as const).map((value) => (
            <Radio key={value} value={value} label={texts.noWindowOf[value]} description={texts.noWindowMeaning[value]} />
          ))}
        </Stack>
      </Radio.Group>
    </Stack>
  );
}

/**
 * Accepts only digits, so that the form has a number; the server checks its bounds.
 * @param text "": the default
 */
function withLimit(form: ProjectForm, text: string): ProjectForm {
  const { lock_out_limit_percent: _, ...others } = form;
  const digits = text.replaceAll(/\D/g, "").slice(0, 3);
  return digits === "" ? others : { ...others, lock_out_limit_percent: Number(digits) };
}

/** Replaces null by a word, since form fields hold texts. */
function presentOf(head: Versioned<Project> | null) {
  if (!head) return null;
  const { id: _id, revision: _revision, ...form } = head.value;
  const filled: ProjectForm = { ...form, no_window: form.no_window ?? "null" };
  return { form: filled, etag: head.etag };
}
