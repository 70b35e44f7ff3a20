/** Shortcuts of the places, and the help that lists all shortcuts. */
import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { sharedTexts } from "../texts/shared-texts.ts";
import {
  type NavigationEntry,
  overviewEntry,
  projectEntries,
  serverEntries,
  setupEntries,
  useScreenLocation,
} from "./navigation.ts";
import { showShortcuts, useShortcut, useShortcutHelp } from "./shortcuts.tsx";

const ShortcutHelp = lazy(() => import("./shortcut-help.tsx").then(({ ShortcutHelp }) => ({ default: ShortcutHelp })));

export function ScreenShortcuts() {
  const { shell } = sharedTexts;
  const isHelpOpen = useShortcutHelp();
  const { has, project } = useScreenLocation();
  const ofProject = project === null ? [] : [...projectEntries, ...setupEntries];
  useShortcut("?", shell.shortcutOf.help, showShortcuts);
  return (
    <>
      {[overviewEntry, ...ofProject, ...serverEntries].filter(has).map((entry) => (
        <ScreenShortcut key={entry.screen} entry={entry} project={project} />
      ))}
      {isHelpOpen && (
        <Suspense>
          <ShortcutHelp />
        </Suspense>
      )}
    </>
  );
}

function ScreenShortcut({ entry, project }: { readonly entry: NavigationEntry; readonly project: string | null }) {
  const { shell, screens } = sharedTexts;
  const navigate = useNavigate();
  useShortcut(`g ${entry.shortcut}`, shell.goTo(screens[entry.screen]), () => {
    void navigate({ to: entry.path as "/projects/$project/versions", params: { project: project ?? "" } });
  });
  return null;
}
