import { useQuery } from "@tanstack/react-query";
import { durationText } from "drawbridge-rules/describe/member-words.ts";
import type { Instance } from "drawbridge-rules/wire/instance.ts";
import { useMemo } from "react";
import { Quiet, StateBadge, TwoLines } from "../elements/cells.tsx";
import { CollectionSection } from "../elements/collection-screen.tsx";
import type { Column } from "../elements/data-table.tsx";
import { InstantText } from "../elements/instant-text.tsx";
import { useNow } from "../elements/use-now.ts";
import { maintenanceNowQuery } from "../maintenance/maintenance-list.ts";
import { projectHeadQuery } from "../projects/project-list.ts";
import { formatInstant } from "../texts/formats.ts";
import { InstanceForm } from "./instance-form.tsx";
import { type InstanceMaintenance, instanceDisplayName, instanceListQuery, maintenanceByInstance } from "./instance-list.ts";
import { instanceTexts as texts } from "./instance-texts.ts";

const { columns: titles } = texts;

/** Instances of a project: a tab of its Connect screen. */
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
