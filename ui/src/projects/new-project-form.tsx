import { Box, Fieldset, Input, Stack, TextInput } from "@mantine/core";
import { AdminError } from "drawbridge-client/admin";
import { joinPath } from "drawbridge-rules/values/dotted-path.ts";
import { useRef, useState } from "react";
import { EditForm } from "../review/edit-form.tsx";
import { useNotifyOutcome } from "../review/notify-outcome.ts";
import { type Edit, useEdit } from "../review/use-edit.tsx";
import { admin, orNull } from "../server-connection.ts";
import { LanguagesField } from "../settings/languages-field.tsx";
import { StoreLinkFields, storeLinkFields } from "../settings/store-link-fields.tsx";
import { blankProject, findDuplicateIds, isId, type NewProject, newProjectManifest, suggestProjectId } from "./new-project.ts";
import { NewInstances, NewPlatforms } from "./new-project-parts.tsx";
import { newProjectTexts as texts } from "./new-project-texts.ts";

/** One form, one review, one commit: creates a project with everything that reads need. */
export function NewProjectForm({ onMade }: { readonly onMade: (id: string) => void }) {
  const sayOutcome = useNotifyOutcome();
  const [initial] = useState(() => blankProject("en"));
  const typedId = useRef("");
  const edit = useEdit<NewProject>({
    project: "",
    resource: "new-project",
    path: () => "",
    title: ({ id }) => texts.review(id),
    present: null,
    initial,
    // The id was created by someone else: there is nothing to merge with.
    read: async () => {
      const there = await orNull(admin.getProject({ project: typedId.current }));
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
  typedId.current = form.id;
  return (
    <Box maw="46rem">
      <EditForm
        edit={edit}
        fields={fieldsOf(form)}
        onDone={(outcome) => {
          sayOutcome(texts.review(form.id), outcome);
          onMade(form.id);
        }}
      >
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
