import { Button, Group } from "@mantine/core";
import type { ListedOccurrence } from "drawbridge-rules/wire/maintenance.ts";
import { Suspense, useState } from "react";
import { lazyPart } from "../elements/lazy-part.ts";
import { requiredRole } from "../maintenance/maintenance-list.ts";
import { MayEdit } from "../session/may-edit.tsx";
import { useMaintenanceVerb } from "../verbs/use-verb.ts";
import { VerbFailure } from "../verbs/verb-failure.tsx";
import { statusTexts as texts } from "./status-texts.ts";
import { WhoMay } from "./who-may.tsx";

const loadDialog = async () => (await import("../maintenance/occurrence/verb-dialog.tsx")).VerbDialog;
/** Loaded later: the first screen has many projects, and most are open. */
const VerbDialog = lazyPart(loadDialog);

interface MaintenanceVerbsProps {
  readonly project: string;
  readonly occurrence: ListedOccurrence;
  readonly isMain: boolean;
}

/** Completes or extends active maintenance. An extension is one step: it closes nothing that is open. */
export function MaintenanceVerbs({ project, occurrence, isMain }: MaintenanceVerbsProps) {
  return (
    <MayEdit
      project={project}
      role={requiredRole}
      otherwise={<WhoMay project={project} least={requiredRole} some={texts.mayEnd} none={texts.mayEndRole} />}
    >
      <Verbs project={project} occurrence={occurrence} isMain={isMain} />
    </MayEdit>
  );
}

function Verbs({ project, occurrence, isMain }: MaintenanceVerbsProps) {
  // Without a notification, which would cover the buttons on a phone: the new end is above them.
  const run = useMaintenanceVerb(project, null);
  const [open, setOpen] = useState<"complete" | "extend" | null>(null);
  const close = () => setOpen(null);
  const { name } = occurrence;
  // The server may be unreachable when the button is pressed.
  const load = () => void loadDialog().catch(() => undefined);
  return (
    <>
      <Group gap="xs" onPointerEnter={load} onFocus={load}>
        <Button
          px="md"
          variant={isMain ? "filled" : "default"}
          aria-label={texts.completeOf(name)}
          onClick={() => setOpen("complete")}
        >
          {texts.complete}
        </Button>
        <Button
          px="md"
          variant="default"
          loading={run.isBusy}
          aria-label={texts.extendOf(name)}
          onClick={() => void run.run({ verb: "extend", request: { occurrence: occurrence.occurrence, by: "PT15M" } })}
        >
          {texts.extend}
        </Button>
        <Button px="md" variant="default" aria-label={texts.extendUntilOf(name)} onClick={() => setOpen("extend")}>
          {texts.extendUntil}
        </Button>
      </Group>
      <VerbFailure run={run} />
      {open && (
        <Suspense fallback={null}>
          <VerbDialog project={project} verb={{ kind: open, occurrence }} onClose={close} onDone={close} />
        </Suspense>
      )}
    </>
  );
}
