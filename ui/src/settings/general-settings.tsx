import { Fieldset, Group, NumberInput, Radio, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Versioned } from "drawbridge-client/admin";
import { defaultLockOutLimit } from "drawbridge-rules/impact/lock-out.ts";
import type { ProjectForm } from "drawbridge-rules/project/project.ts";
import type { Project } from "drawbridge-rules/wire/project.ts";
import { AdvancedId } from "../elements/advanced.tsx";
import { Hint } from "../elements/cells.tsx";
import { DurationField, fieldsOf } from "../elements/form-fields.tsx";
import { QueryState } from "../elements/query-state.tsx";
import { projectHeadQuery } from "../projects/project-list.ts";
import { EditForm } from "../review/edit-form.tsx";
import { useEdit } from "../review/use-edit.tsx";
import { admin, orNull } from "../server-connection.ts";
import { useMay } from "../session/may-edit.tsx";
import { LanguagesField } from "./languages-field.tsx";
import { SettingsRow } from "./settings-rows.tsx";
import { settingsTexts as texts } from "./settings-texts.ts";

const initial: ProjectForm = {};
const single = ["", "name", "languages", "ttl", "reminder", "lock_out_limit_percent", "no_window"];

export function GeneralSettings({ project }: { readonly project: string }) {
  const head = useQuery(projectHeadQuery(project));
  return <QueryState query={head}>{(found) => <GeneralForm key={project} project={project} head={found} />}</QueryState>;
}

function GeneralForm({ project, head }: { readonly project: string; readonly head: Versioned<Project> }) {
  const mayEdit = useMay(project);
  const edit = useEdit<ProjectForm>({
    project,
    resource: "settings/general",
    path: () => "",
    title: () => texts.review,
    present: presentOf(head),
    initial,
    read: async () => presentOf(await orNull(admin.getProject({ project }))),
    send: (form, etag, options) => admin.putProject({ project, body: form, etag, ...options }),
  });
  const { form, change, problemAt } = edit;
  const { field, text } = fieldsOf(edit, texts);
  const { lock_out_limit_percent: limit, ...withoutLimit } = form;
  const languages = (form.languages ?? []).map((_, index) => `languages.${index}`);
  return (
    <EditForm edit={edit} fields={[...single, ...languages]} isReadOnly={!mayEdit} isQuiet>
      {!mayEdit && <Hint>{texts.readOnly}</Hint>}
      <Fieldset disabled={!mayEdit} variant="unstyled">
        <SettingsRow title={texts.project} meaning={texts.projectMeaning}>
          <TextInput {...text("name")} maxLength={200} error={problemAt("name") ?? problemAt("")} />
          <AdvancedId name={texts.id} id={project} />
        </SettingsRow>
        <SettingsRow title={texts.languages} meaning={texts.languagesMeaning}>
          <LanguagesField
            languages={form.languages ?? []}
            problemAt={problemAt}
            onChange={(languages) => change({ ...form, languages })}
          />
        </SettingsRow>
        <SettingsRow title={texts.safety} meaning={texts.safetyMeaning}>
          <NumberInput
            label={texts.lockOutLimit}
            suffix="%"
            min={0}
            max={100}
            allowDecimal={false}
            allowNegative={false}
            clampBehavior="none"
            hideControls
            placeholder={`${defaultLockOutLimit}%`}
            value={limit ?? ""}
            error={problemAt("lock_out_limit_percent")}
            styles={{ wrapper: { maxWidth: "7rem" } }}
            onChange={(value) => change(typeof value === "number" ? { ...form, lock_out_limit_percent: value } : withoutLimit)}
          />
        </SettingsRow>
        <SettingsRow title={texts.maintenance} meaning={texts.maintenanceMeaning}>
          <DurationField {...field("reminder")} />
          <Radio.Group
            label={texts.noWindow}
            value={form.no_window ?? "null"}
            error={problemAt("no_window")}
            onChange={(chosen) => change({ ...form, no_window: chosen as "epoch" | "null" })}
          >
            <Group gap="lg" mt="xs">
              {(["epoch", "null"] as const).map((value) => (
                <Radio key={value} value={value} label={texts.noWindowOf[value]} />
              ))}
            </Group>
          </Radio.Group>
        </SettingsRow>
        <SettingsRow title={texts.caching} meaning={texts.ttlHint}>
          {/* Its hint is the meaning of the row. */}
          <DurationField {...field("ttl")} description={undefined} />
        </SettingsRow>
      </Fieldset>
    </EditForm>
  );
}

/** Form fields hold texts instead of null. */
function presentOf(head: Versioned<Project> | null) {
  if (!head) return null;
  const { id: _id, revision: _revision, ...form } = head.value;
  const filled: ProjectForm = { ...form, no_window: form.no_window ?? "null" };
  return { form: filled, etag: head.etag };
}
