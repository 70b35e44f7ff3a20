import { List, Text } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import type { Role } from "drawbridge-rules/people/role.ts";
import { ConfirmByTyping } from "../elements/form-fields.tsx";
import { useProjectName } from "../projects/project-list.ts";
import { lookAgain } from "../review/changes-since.tsx";
import { useReview } from "../review/use-review.tsx";
import { admin } from "../server-connection.ts";
import { MayEdit } from "../session/may-edit.tsx";
import { deleteProjectTexts as texts } from "./delete-project-texts.ts";
import { SettingsRow } from "./settings-rows.tsx";

const deleter: Role = "owner";

/** The end of a project: what is lost, and what an administrator could bring back. */
export function DeleteProject({ project }: { readonly project: string }) {
  return (
    <SettingsRow title={texts.heading} meaning={texts.apps}>
      <List size="sm" spacing={4}>
        {texts.lost.map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
      <MayEdit project={project} role={deleter} otherwise={<Text size="sm">{texts.readOnly}</Text>}>
        <Confirm project={project} />
      </MayEdit>
    </SettingsRow>
  );
}

function Confirm({ project }: { readonly project: string }) {
  const review = useReview();
  const navigate = useNavigate();
  const name = useProjectName(project);
  const remove = async () => {
    let etag: string | null = null;
    const outcome = await review({
      project,
      title: texts.title(name),
      request: async (options) => {
        etag ??= (await admin.getProject({ project })).etag;
        return admin.deleteProject({ project, etag, ...options });
      },
      onStale: lookAgain(async () => {
        etag = (await admin.getProject({ project })).etag;
      }),
    });
    if (outcome.kind === "published") void navigate({ to: "/" });
  };
  return <ConfirmByTyping text={name} button={texts.button} onConfirm={() => void remove()} />;
}
