import { Alert, Drawer } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Project } from "drawbridge-rules/wire/project.ts";
import { maintenanceRoute } from "../routes.ts";
import { ownZone } from "../texts/formats.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { calendarTexts as texts } from "./calendar/calendar-texts.ts";
import type { OccurrenceBar } from "./calendar/occurrence-bar.ts";
import { namedOccurrenceQuery } from "./calendar/occurrence-list.ts";
import { useSetMaintenanceSearch } from "./calendar/use-calendar.ts";
import { OccurrenceDrawer } from "./occurrence/occurrence-drawer.tsx";
import { WindowDrawer } from "./windows/window-drawer.tsx";
import { windowListQuery } from "./windows/window-list.ts";

interface OpenDrawerProps {
  readonly project: string;
  readonly head: Project;
  readonly bars: readonly OccurrenceBar[];
  readonly onClosed?: () => void;
}

const closed = { create: undefined, from: undefined, until: undefined, instances: undefined, platforms: undefined } as const;

export function OpenDrawer({ project, head, bars, onClosed }: OpenDrawerProps) {
  const { edit, create, occurrence, from, until, zone = ownZone, instances, platforms } = maintenanceRoute.useSearch();
  const go = useSetMaintenanceSearch();
  const windows = useQuery(windowListQuery(project));
  const windowOf = (id: string) => windows.data?.find((window) => window.id === id) ?? null;
  const close = () => {
    onClosed?.();
    go({ ...closed, edit: undefined, occurrence: undefined });
  };
  if (create || (edit !== undefined && windows.data))
    return (
      <WindowDrawer
        key={`${edit ?? ""} ${from ?? ""}`}
        project={project}
        head={head}
        id={create ? null : (edit ?? null)}
        window={create ? null : windowOf(edit ?? "")}
        initial={create && from !== undefined ? { start: from, end: until, zone, instances, platforms } : undefined}
        onClose={close}
      />
    );
  if (occurrence === undefined || edit !== undefined) return null;
  return <OpenOccurrence {...{ project, head, bars, windowOf }} name={occurrence} onClose={close} />;
}

interface OpenOccurrenceProps extends Omit<OpenDrawerProps, "onClosed"> {
  readonly name: string;
  readonly windowOf: (id: string) => Parameters<typeof OccurrenceDrawer>[0]["window"];
  readonly onClose: () => void;
}

/** A link may lead to an occurrence that is far away or deleted. */
function OpenOccurrence({ project, head, bars, name, windowOf, onClose }: OpenOccurrenceProps) {
  const go = useSetMaintenanceSearch();
  const shown = bars.find((bar) => bar.name === name)?.listed;
  const named = useQuery({ ...namedOccurrenceQuery(project, name), enabled: !shown });
  const found = shown ?? named.data;
  if (found === undefined) return null;
  if (found === null)
    return (
      <Drawer opened onClose={onClose} title={windowOf(name.split("/")[0] ?? "")?.title || sharedTexts.screens.maintenance}>
        <Alert color="gray">{texts.notThere}</Alert>
      </Drawer>
    );
  return (
    <OccurrenceDrawer
      key={name}
      project={project}
      head={head}
      occurrence={found}
      window={windowOf(found.window)}
      onClose={onClose}
      onEditRule={() => go({ occurrence: undefined, edit: found.window })}
    />
  );
}
