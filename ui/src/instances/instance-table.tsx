import { Anchor, Badge, Code, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { Instance } from "drawbridge-rules/wire/instance.ts";
import type { Project } from "drawbridge-rules/wire/project.ts";
import { draftKey, readDraft } from "../drafts/draft.ts";
import { type Column, DataTable } from "../elements/data-table.tsx";
import { durationText } from "../elements/duration.ts";
import { useDayNames } from "../elements/duration-field.tsx";
import { useSession } from "../session/session.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { instanceDisplayName } from "./instance-list.ts";
import { instanceTexts as texts } from "./instance-texts.ts";
import { instancesRoute } from "./instances-route.ts";

export function InstanceTable({ head, instances }: { readonly head: Project; readonly instances: readonly Instance[] }) {
  const { screens } = sharedTexts;
  const { languages = [] } = head;
  const columns: readonly Column<Instance>[] = [
    {
      key: "name",
      title: texts.columns.name,
      render: (instance) => <Name instance={instance} name={instanceDisplayName(instance, languages)} project={head.id} />,
    },
    { key: "id", title: texts.columns.id, render: ({ id }) => <Code>{id}</Code> },
    {
      key: "reminder",
      title: texts.columns.reminder,
      render: ({ reminder }) => <Reminder own={reminder} ofProject={head.reminder} />,
    },
  ];
  return <DataTable label={screens.instances} columns={columns} rows={instances} rowKey={({ id }) => id} />;
}

function Name({ instance, name, project }: { readonly instance: Instance; readonly name: string; readonly project: string }) {
  const { drafts } = sharedTexts;
  const { actor } = useSession();
  const isTyped = readDraft(draftKey(actor, `${project}/instances/${instance.id}`)) !== null;
  return (
    <>
      <Anchor
        fz="sm"
        fw={600}
        renderRoot={(props) => (
          <Link {...props} from={instancesRoute.fullPath} search={({ query }) => ({ query, edit: instance.id })}>
            {name}
          </Link>
        )}
      />
      {isTyped && (
        <Badge ml="xs" size="sm" variant="light" color="blue">
          {drafts.kept}
        </Badge>
      )}
    </>
  );
}

function Reminder({ own, ofProject }: { readonly own: string | undefined; readonly ofProject: string | undefined }) {
  const days = useDayNames();
  if (own !== undefined) return durationText(own, days);
  return (
    <Text span size="sm" c="dimmed">
      {texts.reminderOfProject(durationText(ofProject ?? "", days))}
    </Text>
  );
}
