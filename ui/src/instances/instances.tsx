import { Alert, Code, Fieldset, Stack, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { durationText } from "drawbridge-rules/describe/member-words.ts";
import type { InstanceForm as SentForm } from "drawbridge-rules/project/instance.ts";
import { joinPath } from "drawbridge-rules/values/fields.ts";
import { followName } from "drawbridge-rules/values/suggested-id.ts";
import type { Instance } from "drawbridge-rules/wire/instance.ts";
import type { Project } from "drawbridge-rules/wire/project.ts";
import type { LocalizedText } from "drawbridge-rules/wire/values.ts";
import { useMemo } from "react";
import { Advanced, Fact, InstantText, Quiet, StateBadge, TwoLines } from "../elements/cells.tsx";
import { CollectionSection } from "../elements/collection-screen.tsx";
import type { Column } from "../elements/data-table.tsx";
import { DurationField } from "../elements/form-fields.tsx";
import { useNow } from "../elements/use-now.ts";
import { maintenanceNowQuery } from "../maintenance/maintenance-list.ts";
import { projectHeadQuery } from "../projects/project-list.ts";
import { EditForm, IdField } from "../review/edit-form.tsx";
import { presentOf } from "../review/edit-state.ts";
import { RemoveButton } from "../review/remove-button.tsx";
import { useEdit } from "../review/use-edit.tsx";
import { admin, orNull } from "../server-connection.ts";
import { useMay } from "../session/session.ts";
import { formatInstant, formatLanguage } from "../texts/formats.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { type InstanceMaintenance, instanceDisplayName, instanceListQuery, maintenanceByInstance } from "./instance-list.ts";
import { instanceTexts as texts } from "./instance-texts.ts";

const { columns: titles } = texts;

export function Instances({ project }: { readonly project: string }) {
  const head = useQuery(projectHeadQuery(project));
  const { languages = [], reminder = "" } = head.data?.value ?? {};
  const maintenance = useQuery(maintenanceNowQuery(project));
  const now = useNow();
  const occurrences = maintenance.data?.occurrences;
  const maintenanceOf = useMemo(() => maintenanceByInstance(occurrences ?? [], now), [occurrences, now]);
  const nameOf = (instance: Instance) => instanceDisplayName(instance, languages);
  const columns: readonly Column<Instance>[] = [
    { key: "state", title: titles.state, render: ({ id }) => <State {...maintenanceOf(id)} /> },
    { key: "next", title: titles.next, render: ({ id }) => <Next {...maintenanceOf(id)} /> },
    { key: "use", title: titles.use, render: ({ id }) => <Use {...maintenanceOf(id)} /> },
    { key: "reminder", title: titles.reminder, render: (instance) => <Reminder own={instance.reminder} ofProject={reminder} /> },
  ];
  const form = (id: string | null, instance: Instance | null, close: () => void) =>
    head.data && <InstanceForm project={project} head={head.data.value} id={id} instance={instance} onClose={close} />;
  return (
    <CollectionSection
      project={project}
      title={texts.title}
      texts={texts}
      items={useQuery(instanceListQuery(project))}
      needs={[head, maintenance]}
      idOf={({ id }) => id}
      nameOf={nameOf}
      columns={columns}
      wordsOf={(instance) => [instance.id, nameOf(instance)]}
      drafts={`${project}/instances`}
      details={(instance, id, close) => form(id, instance, close)}
      form={(close) => form(null, null, close)}
    />
  );
}

function State({ active }: InstanceMaintenance) {
  if (!active) return <StateBadge color="open">{texts.open}</StateBadge>;
  return (
    <TwoLines more={texts.until(formatInstant(active.end))}>
      <StateBadge color="closed">{texts.closed}</StateBadge>
    </TwoLines>
  );
}

function Next({ next }: InstanceMaintenance) {
  if (!next) return <Quiet>{texts.nonePlanned}</Quiet>;
  return (
    <TwoLines more={next.name}>
      <InstantText at={next.start} />
    </TwoLines>
  );
}

function Use({ planned }: InstanceMaintenance) {
  return planned === 0 ? <Quiet>{texts.noWindows}</Quiet> : texts.windows(planned);
}

function Reminder({ own, ofProject }: { readonly own: string | undefined; readonly ofProject: string }) {
  return own === undefined ? <Quiet>{texts.reminderOfProject(durationText(ofProject))}</Quiet> : durationText(own);
}

interface InstanceFormProps {
  readonly project: string;
  readonly head: Project;
  /** Null means a new one. */
  readonly id: string | null;
  readonly instance: Instance | null;
  readonly onClose: () => void;
}

interface NamedForm extends SentForm {
  readonly id: string;
}

const initial: NamedForm = { id: "", name: "" };
/** A member without a field in the form does not compile. */
const members: Readonly<Record<keyof SentForm, true>> = { name: true, reminder: true };
const fields = ["", "id", ...Object.keys(members)];

function InstanceForm({ project, head, id, instance, onClose }: InstanceFormProps) {
  const mayEdit = useMay(project);
  const titleOf = id === null ? texts.reviewNew : texts.reviewEdit;
  const edit = useEdit<NamedForm>({
    project,
    resource: `instances/${id ?? ""}`,
    path: (form) => joinPath("instances", form.id),
    title: (form) => titleOf(nameText(form.name) || form.id),
    present: presentOf(instance),
    initial,
    read: async (form) => presentOf(await orNull(admin.getInstance({ project, instance: form.id }))),
    send: ({ id: sentId, ...form }, etag, options) =>
      admin.putInstance({ project, instance: sentId, body: form, etag, ...options }),
  });
  const { form, change, problemAt } = edit;
  const { reminder = "", ...withoutReminder } = form;
  const ofProject = durationText(head.reminder ?? "");
  const names = typeof form.name === "string" ? [] : Object.keys(form.name).map((language) => `name.${language}`);
  const isEditable = mayEdit && (id === null || hasAddress(id));
  return (
    <EditForm
      edit={edit}
      fields={[...fields, ...names]}
      isReadOnly={!isEditable}
      onCancel={onClose}
      onDone={onClose}
      extraAction={
        instance &&
        isEditable && (
          <RemoveButton
            project={project}
            title={texts.reviewDelete(nameText(instance.name) || instance.id)}
            etag={instance.etag}
            readEtag={async () => (await admin.getInstance({ project, instance: instance.id })).etag}
            request={(etag, options) => admin.deleteInstance({ project, instance: instance.id, etag, ...options })}
            onDone={onClose}
          />
        )
      }
    >
      {id !== null && !hasAddress(id) && <Alert color="gray">{texts.noAddress}</Alert>}
      <Fieldset disabled={!isEditable} variant="unstyled">
        <Stack gap="md">
          <InstanceName
            name={form.name}
            languages={head.languages ?? []}
            problemAt={problemAt}
            onChange={(name) => change(withName(form, name, id === null))}
          />
          <div>
            <DurationField
              label={texts.reminder}
              description={texts.reminderHint(ofProject)}
              placeholder={ofProject}
              value={reminder}
              error={problemAt("reminder")}
              onChange={(value) => change(value === "" ? withoutReminder : { ...form, reminder: value })}
            />
            <Text size="xs" c="dimmed" mt={4}>
              {sharedTexts.fields.durationHint}
            </Text>
          </div>
          <Advanced hasProblem={(problemAt("id") ?? problemAt("")) !== undefined}>
            {id === null ? (
              <IdField edit={edit} texts={texts} maxLength={128} isFirst={false} />
            ) : (
              <Fact name={texts.id}>
                <Code>{id}</Code>
              </Fact>
            )}
          </Advanced>
        </Stack>
      </Fieldset>
    </EditForm>
  );
}

function withName(form: NamedForm, name: NamedForm["name"], isNew: boolean): NamedForm {
  return { ...form, name, id: isNew ? followName(form.id, nameText(form.name), nameText(name)) : form.id };
}

function nameText(name: NamedForm["name"]): string {
  return typeof name === "string" ? name : (Object.values(name)[0] ?? "");
}

/** Proxies rewrite such ids in paths, each differently. */
function hasAddress(id: string): boolean {
  return id !== "." && id !== ".." && !/[/\\]/.test(id);
}

interface InstanceNameProps {
  readonly name: string | LocalizedText;
  /** The first is the default. */
  readonly languages: readonly string[];
  readonly problemAt: (field: string) => string | undefined;
  readonly onChange: (name: string | LocalizedText) => void;
}

function InstanceName({ name, languages, problemAt, onChange }: InstanceNameProps) {
  const first = languages[0] ?? "en";
  const names: LocalizedText = typeof name === "string" ? { [first]: name } : name;
  const change = (language: string, value: string) => {
    const { [language]: _, ...others } = names;
    const { [first]: usual = "", ...further } = value === "" ? others : { ...others, [language]: value };
    onChange(Object.keys(further).length === 0 ? usual : { ...(usual === "" ? {} : { [first]: usual }), ...further });
  };
  return [...new Set([first, ...languages, ...Object.keys(names)])].map((language) => (
    <TextInput
      key={language}
      label={language === first ? texts.name : `${texts.name} (${formatLanguage(language)})`}
      lang={language}
      maxLength={200}
      value={names[language] ?? ""}
      error={problemAt(`name.${language}`) ?? (language === first ? problemAt("name") : undefined)}
      {...(language === first
        ? { description: texts.nameHint, required: true, "data-autofocus": true }
        : { placeholder: names[first] ?? "" })}
      onChange={({ currentTarget: { value } }) => change(language, value)}
    />
  ));
}
