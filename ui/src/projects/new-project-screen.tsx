import { ActionIcon, Box, Button, Fieldset, Group, Input, Stack, Text, TextInput } from "@mantine/core";
import { AdminError } from "drawbridge-client/admin";
import { joinPath } from "drawbridge-rules/values/dotted-path.ts";
import { type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Icon } from "../elements/icon.tsx";
import { EmptyState } from "../elements/query-state.tsx";
import { Screen } from "../elements/screen.tsx";
import { StoreChoice, StoreLinkFields, storeLinkFields } from "../platforms/store-fields.tsx";
import { defaultStore } from "../platforms/update-link.ts";
import { EditForm } from "../review/edit-form.tsx";
import { type Edit, useEdit } from "../review/use-edit.tsx";
import { admin, orNull } from "../server-connection.ts";
import { useSession } from "../session/session.ts";
import { LanguagesField } from "../settings/languages-field.tsx";
import { FirstSteps } from "./first-steps.tsx";
import {
  blankProject,
  findDuplicateIds,
  isId,
  type NewInstance,
  type NewPlatform,
  type NewProject,
  newProjectManifest,
  suggestProjectId,
} from "./new-project.ts";
import { newProjectRoute } from "./new-project-route.ts";
import { newProjectTexts as texts } from "./new-project-texts.ts";

export function NewProjectScreen() {
  const { made } = newProjectRoute.useSearch();
  const navigate = newProjectRoute.useNavigate();
  const { administrator } = useSession();
  if (made !== undefined) return <FirstSteps project={made} />;
  return (
    <Screen title={texts.title}>
      {administrator ? (
        <NewProjectForm onMade={(id) => void navigate({ search: { made: id }, replace: true })} />
      ) : (
        <EmptyState title={texts.mayNotTitle}>
          <Text size="sm">{texts.mayNot}</Text>
        </EmptyState>
      )}
    </Screen>
  );
}

/** One form, one review, one commit: creates a project with everything that reads need. */
function NewProjectForm({ onMade }: { readonly onMade: (id: string) => void }) {
  const [initial] = useState(() => blankProject("en"));
  const edit = useEdit<NewProject>({
    project: "",
    resource: "new-project",
    path: () => "",
    title: ({ id }) => texts.review(id),
    present: null,
    initial,
    // The id was created by someone else: there is nothing to merge with.
    read: async ({ id }) => {
      const there = await orNull(admin.getProject({ project: id }));
      return there && { form: { ...initial, id: there.value.id }, etag: there.etag };
    },
    send: async (form, etag, options) => {
      // Lines without an id cannot be sent, and in a manifest a duplicate would replace the first.
      const doubled = findDuplicateIds(form).map(({ path }) => ({ path, detail: texts.twice }));
      const errors = [...(isId(form.id) ? [] : [{ path: "project", detail: texts.idWrong }]), ...doubled];
      if (errors.length > 0) throw new AdminError(422, "invalid", texts.problems, { errors });
      return admin.applyManifest({ project: form.id, body: newProjectManifest(form), etag, ...options });
    },
  });
  const { form } = edit;
  return (
    <Box maw="46rem">
      <EditForm edit={edit} fields={fieldsOf(form)} onDone={() => onMade(form.id)}>
        <Names edit={edit} />
        <LanguagesField
          languages={form.languages}
          problemAt={edit.problemAt}
          onChange={(languages) => edit.change({ ...form, languages })}
        />
        <NewPlatforms edit={edit} />
        <Fieldset legend={texts.stores}>
          <Input.Description mb="xs">{texts.storesHint}</Input.Description>
          <StoreLinkFields
            stores={form.stores}
            problemAt={edit.problemAt}
            onChange={(stores) => {
              const { stores: _, ...others } = form;
              edit.change(stores ? { ...form, stores } : others);
            }}
          />
        </Fieldset>
        <NewInstances edit={edit} />
      </EditForm>
    </Box>
  );
}

function Names({ edit: { form, change, problemAt } }: { readonly edit: Edit<NewProject> }) {
  return (
    <Stack gap="md">
      <TextInput
        label={texts.name}
        description={texts.nameHint}
        data-autofocus
        maxLength={200}
        autoComplete="off"
        value={form.name}
        error={problemAt("name")}
        onChange={({ currentTarget: { value: name } }) => {
          // The id follows the name until the user edits it.
          const isOwn = form.id !== suggestProjectId(form.name);
          change({ ...form, name, id: isOwn ? form.id : suggestProjectId(name) });
        }}
      />
      <TextInput
        label={texts.id}
        description={texts.idHint}
        required
        autoComplete="off"
        spellCheck={false}
        maxLength={63}
        value={form.id}
        error={problemAt("id") ?? problemAt("project") ?? problemAt("")}
        onChange={({ currentTarget: { value } }) => change({ ...form, id: value })}
      />
    </Stack>
  );
}

/** Fields that show their own problems. */
function fieldsOf({ languages, platforms, instances }: NewProject): readonly string[] {
  return [
    ...["", "id", "project", "name", "languages", "platforms", "instances", ...storeLinkFields],
    ...languages.map((_, index) => `languages.${index}`),
    ...platforms.flatMap(({ id }) => ["", ".minimum", ".store"].map((field) => `platforms.${id}${field}`)),
    ...instances.flatMap(({ id }) => ["", ".name"].map((field) => `${joinPath("instances", id)}${field}`)),
  ];
}

interface PartsProps {
  readonly edit: Edit<NewProject>;
}

function NewPlatforms({ edit: { form, change, problemAt } }: PartsProps) {
  const doubled = new Set(findDuplicateIds(form).map(({ path, index }) => `${path} ${index}`));
  const set = (platforms: readonly NewPlatform[]) => change({ ...form, platforms });
  return (
    <Part
      legend={texts.platforms}
      hint={texts.platformsHint}
      add={texts.addPlatform}
      onAdd={() => set([...form.platforms, { id: "", minimum: "" }])}
    >
      {form.platforms.map((platform, index) => {
        const { id } = platform;
        const put = (next: NewPlatform) => set(form.platforms.map((other, at) => (at === index ? next : other)));
        return (
          <Line
            // biome-ignore lint/suspicious/noArrayIndexKey: what is typed into a line is its only name
            key={index}
            remove={texts.removePlatform(id || index + 1)}
            onRemove={() => set(form.platforms.filter((_, at) => at !== index))}
          >
            <TextInput
              label={texts.platform}
              autoComplete="off"
              spellCheck={false}
              maxLength={32}
              value={id}
              error={doubled.has(`platforms.${id} ${index}`) ? texts.twice : problemAt(`platforms.${id}`)}
              onChange={({ currentTarget: { value } }) => put({ ...platform, id: value })}
            />
            <TextInput
              label={texts.minimum}
              placeholder={texts.minimumExample}
              autoComplete="off"
              spellCheck={false}
              value={platform.minimum}
              error={problemAt(`platforms.${id}.minimum`)}
              onChange={({ currentTarget: { value } }) => put({ ...platform, minimum: value })}
            />
            {id !== "" && defaultStore(id) === null && (
              <StoreChoice platform={id} form={platform} problem={problemAt(`platforms.${id}.store`)} onChange={put} />
            )}
          </Line>
        );
      })}
    </Part>
  );
}

function NewInstances({ edit: { form, change, problemAt } }: PartsProps) {
  const doubled = new Set(findDuplicateIds(form).map(({ path, index }) => `${path} ${index}`));
  const set = (instances: readonly NewInstance[]) => change({ ...form, instances });
  return (
    <Part
      legend={texts.instances}
      hint={texts.instancesHint}
      add={texts.addInstance}
      onAdd={() => set([...form.instances, { id: "", name: "" }])}
    >
      {form.instances.map((instance, index) => {
        const { id } = instance;
        const put = (next: NewInstance) => set(form.instances.map((other, at) => (at === index ? next : other)));
        return (
          <Line
            // biome-ignore lint/suspicious/noArrayIndexKey: what is typed into a line is its only name
            key={index}
            remove={texts.removeInstance(id || index + 1)}
            onRemove={() => set(form.instances.filter((_, at) => at !== index))}
          >
            <TextInput
              label={texts.instanceId}
              autoComplete="off"
              spellCheck={false}
              maxLength={128}
              value={id}
              error={doubled.has(`instances.${id} ${index}`) ? texts.twice : problemAt(joinPath("instances", id))}
              onChange={({ currentTarget: { value } }) => put({ ...instance, id: value })}
            />
            <TextInput
              label={texts.instanceName}
              autoComplete="off"
              maxLength={200}
              value={instance.name}
              error={problemAt(`${joinPath("instances", id)}.name`)}
              onChange={({ currentTarget: { value } }) => put({ ...instance, name: value })}
            />
          </Line>
        );
      })}
    </Part>
  );
}

interface PartProps {
  readonly legend: string;
  readonly hint: string;
  readonly add: string;
  readonly onAdd: () => void;
  readonly children: ReactNode;
}

function Part({ legend, hint, add, onAdd, children }: PartProps) {
  const frame = useRef<HTMLFieldSetElement>(null);
  // Moves the focus into an added line.
  const focusAdded = () => frame.current?.querySelector<HTMLElement>("[data-line]:last-of-type input")?.focus();
  return (
    <Fieldset legend={legend} ref={frame}>
      <Input.Description mb="xs">{hint}</Input.Description>
      <Stack gap="sm" align="stretch">
        {children}
        <Button
          variant="default"
          leftSection={<Icon name="plus" size={1} />}
          style={{ alignSelf: "flex-start" }}
          onClick={() => {
            // Before the next key: a later frame would take it from the field that the user has gone on to.
            flushSync(onAdd);
            focusAdded();
          }}
        >
          {add}
        </Button>
      </Stack>
    </Fieldset>
  );
}

interface LineProps {
  readonly remove: string;
  readonly onRemove: () => void;
  readonly children: ReactNode;
}

function Line({ remove, onRemove, children }: LineProps) {
  return (
    <Group data-line gap="sm" align="flex-start" wrap="nowrap">
      <Group gap="sm" align="flex-start" flex={1} grow preventGrowOverflow={false}>
        {children}
      </Group>
      <ActionIcon variant="subtle" color="gray" mt="1.5rem" aria-label={remove} onClick={onRemove}>
        <Icon name="remove" />
      </ActionIcon>
    </Group>
  );
}
