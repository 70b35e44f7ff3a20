import { Alert, List, Paper, Stack, Text, Title } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import type { Role } from "drawbridge-rules/people/role.ts";
import { ConfirmByTyping } from "../elements/form-fields.tsx";
import { lookAgain } from "../review/changes-since.tsx";
import { useReview } from "../review/use-review.tsx";
import { admin } from "../server-connection.ts";
import { MayEdit } from "../session/may-edit.tsx";
import { deleteProjectTexts as texts } from "./delete-project-texts.ts";

const deleter: Role = "owner";

/** The end of a project: what is lost, and what an administrator could bring back. */
export function DeleteProject({ project }: { readonly project: string }) {
  return (
    <Paper withBorder p="md" maw="46rem">
      <Stack gap="md">
        <Title order={2} size="h4">
          {texts.title(project)}
        </Title>
        <Alert color="caution" title={texts.atOnce}>
          <Text size="sm">{texts.apps}</Text>
        </Alert>
        <Losses title={texts.lost} lines={[texts.lostKeys, texts.lostTokens, texts.lostMembers]} />
        <Losses title={texts.kept} lines={[texts.keptHistory, texts.keptConfiguration]} />
        <MayEdit project={project} role={deleter} otherwise={<Text size="sm">{texts.readOnly}</Text>}>
          <Confirm project={project} />
        </MayEdit>
      </Stack>
    </Paper>
  );
}

function Losses({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) {
  return (
    <section>
      <Title order={3} size="h5" mb={4}>
        {title}
      </Title>
      <List size="sm" spacing={4}>
        {lines.map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
    </section>
  );
}

function Confirm({ project }: { readonly project: string }) {
  const review = useReview();
  const navigate = useNavigate();
  const remove = async () => {
    let etag: string | null = null;
    const outcome = await review({
      project,
      title: texts.title(project),
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
  return <ConfirmByTyping text={project} button={texts.button} onConfirm={() => void remove()} />;
}
