import { Code } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Instance } from "drawbridge-rules/wire/instance.ts";
import { useMemo } from "react";
import { Quiet, StateBadge, TwoLines } from "../elements/cells.tsx";
import { CollectionScreen } from "../elements/collection-screen.tsx";
import type { Column } from "../elements/data-table.tsx";
import { InstantText } from "../elements/instant-text.tsx";
import { durationText } from "../elements/typed-times.ts";
import { useNow } from "../elements/use-now.ts";
import { maintenanceNowQuery } from "../maintenance/maintenance-list.ts";
import { projectHeadQuery } from "../projects/project-list.ts";
import { formatInstant } from "../texts/formats.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { InstanceForm } from "./instance-form.tsx";
import { type InstanceMaintenance, instanceDisplayName, instanceListQuery, maintenanceByInstance } from "./instance-list.ts";
import { instanceTexts as texts } from "./instance-texts.ts";
import { instancesRoute } from "./instances-route.ts";

const { columns: titles } = texts;

export function InstancesScreen() {
  const { project } = instancesRoute.useParams();
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
    { key: "reminder", title: titles.reminder, render: (instance) => <Reminder own={instance.reminder} ofProject={reminder} /> },
    { key: "id", title: titles.id, render: ({ id }) => <Code>{id}</Code> },
  ];
  return (
    <CollectionScreen
      project={project}
      title={sharedTexts.screens.instances}
      texts={texts}
      items={useQuery(instanceListQuery(project))}
      needs={[head, maintenance]}
      idOf={({ id }) => id}
      nameOf={nameOf}
      columns={columns}
      wordsOf={(instance) => [instance.id, nameOf(instance)]}
      drafts={`${project}/instances`}
      details={(instance, id, close) =>
        head.data && <InstanceForm project={project} head={head.data.value} id={id} instance={instance} onClose={close} />
      }
      form={(close) =>
        head.data && <InstanceForm project={project} head={head.data.value} id={null} instance={null} onClose={close} />
      }
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
  return next ? <InstantText at={next.start} /> : <Quiet>{texts.nonePlanned}</Quiet>;
}

function Reminder({ own, ofProject }: { readonly own: string | undefined; readonly ofProject: string }) {
  return own === undefined ? <Quiet>{texts.reminderOfProject(durationText(ofProject))}</Quiet> : durationText(own);
}
