import { Chip, Group, Stack, Text, TextInput } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { AdminError } from "drawbridge-client/admin";
import { namesIn } from "drawbridge-rules/describe/reader.ts";
import { followName } from "drawbridge-rules/values/suggested-id.ts";
import { connectTexts } from "../connect/connect-texts.ts";
import { rememberKey } from "../connect/known-keys.ts";
import { Advanced } from "../elements/cells.tsx";
import { FieldGroup, fieldsOf } from "../elements/form-fields.tsx";
import { EmptyState, Screen } from "../elements/screen.tsx";
import { EditForm, IdField } from "../review/edit-form.tsx";
import { useEdit } from "../review/use-edit.tsx";
import { admin, orNull } from "../server-connection.ts";
import { useSession } from "../session/session.ts";
import { blankProject, type NewProject, newProjectManifest, type UsualPlatform, usualPlatforms } from "./new-project.ts";
import { newProjectTexts as texts } from "./new-project-texts.ts";

export function NewProjectScreen() {
  const { administrator } = useSession();
  return (
    <Screen title={texts.title}>
      {administrator ? (
        <NewProjectForm />
      ) : (
        <EmptyState title={texts.mayNotTitle}>
          <Text>{texts.mayNot}</Text>
        </EmptyState>
      )}
    </Screen>
  );
}

const fields = ["", "id", "project", "name", "platforms"];
const platforms = Object.keys(usualPlatforms) as readonly UsualPlatform[];
const names = namesIn({ platform: { web: usualPlatforms.web.name } });

function NewProjectForm() {
  const navigate = useNavigate();
  const edit = useEdit<NewProject>({
    project: "",
    resource: "new-project",
    path: () => "",
    title: ({ id, name }) => texts.review(name || id),
    present: null,
    initial: blankProject,
    // Another person created the id: there is nothing to merge with.
    read: async ({ id }) => {
      const there = await orNull(admin.getProject({ project: id }));
      return there && { form: { ...blankProject, id: there.value.id }, etag: there.etag };
    },
    send: async (form, etag, options) => {
      if (!/^[a-z0-9-]{1,63}$/.test(form.id))
        throw new AdminError(422, "invalid", texts.problems, { errors: [{ path: "project", detail: texts.idWrong }] });
      return admin.applyManifest({ project: form.id, body: newProjectManifest(form), etag, ...options });
    },
  });
  const { form, change, problemAt } = edit;
  const idProblem = problemAt("id") ?? problemAt("project") ?? problemAt("");
  const connect = async () => {
    const project = form.id;
    // Without an answer, the next screen offers to create one.
    await admin
      .createReadKey({ project, body: { name: connectTexts.firstKey }, idempotencyKey: crypto.randomUUID() })
      .then(({ id, key }) => rememberKey(id, key))
      .catch(() => undefined);
    await navigate({ to: "/projects/$project/connect", params: { project }, replace: true });
  };
  return (
    <Stack maw="40rem">
      <EditForm edit={edit} fields={fields} onDone={() => void connect()}>
        <TextInput
          {...fieldsOf(edit, texts).text("name")}
          autoFocus
          required
          maxLength={200}
          autoComplete="off"
          onChange={({ currentTarget: { value: name } }) => change({ ...form, name, id: followName(form.id, form.name, name) })}
        />
        <FieldGroup label={texts.platforms} description={texts.platformsHint}>
          <Chip.Group
            multiple
            value={[...form.platforms]}
            onChange={(chosen) => change({ ...form, platforms: platforms.filter((id) => chosen.includes(id)) })}
          >
            <Group gap="xs" role={group} aria-label={texts.platforms}>
              {platforms.map((id) => (
                <Chip key={id} value={id}>
                  {names.platform(id)}
                </Chip>
              ))}
            </Group>
          </Chip.Group>
        </FieldGroup>
        <Advanced hasProblem={idProblem !== undefined}>
          <IdField edit={edit} texts={texts} maxLength={63} problem={problemAt("project")} isFirst={false} />
        </Advanced>
      </EditForm>
    </Stack>
  );
}

/** Chips are checkboxes, whose group has a label. */
const group = "group";
