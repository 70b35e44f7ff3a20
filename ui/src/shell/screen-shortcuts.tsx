/** Shortcuts of the places, and the help that lists all shortcuts. */
import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { sharedTexts } from "../texts/shared-texts.ts";
import { type Place, useScreenLocation } from "./navigation.ts";
import { showShortcuts, useShortcut, useShortcutHelp } from "./shortcuts.tsx";

const ShortcutHelp = lazy(() => import("./shortcut-help.tsx").then(({ ShortcutHelp }) => ({ default: ShortcutHelp })));

export function ScreenShortcuts() {
  const { shell } = sharedTexts;
  const isHelpOpen = useShortcutHelp();
  const { placesIn, project } = useScreenLocation();
  const places = project === null ? placesIn("all", "server") : placesIn("all", "project", "setup", "server");
  useShortcut("?", shell.shortcutOf.help, showShortcuts);
  return (
    <>
      {places.map((place) => (
        <ScreenShortcut key={place.screen} place={place} project={project} />
      ))}
      {isHelpOpen && (
        <Suspense>
          <ShortcutHelp />
        </Suspense>
      )}
    </>
  );
}

function ScreenShortcut({ place, project }: { readonly place: Place; readonly project: string | null }) {
  const { shell, screens } = sharedTexts;
  const navigate = useNavigate();
  useShortcut(`g ${place.shortcut}`, shell.goTo(screens[place.screen]), () => {
    void navigate({ to: place.path as "/projects/$project/versions", params: { project: project ?? "" } });
  });
  return null;
}
