/** Button with the current project and its state; the list of the others is loaded when it opens. */
import { Button } from "@mantine/core";
import { lazy, Suspense, useEffect } from "react";
import { Icon } from "../elements/icon.tsx";
import { useProjectName } from "../projects/project-list.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { useScreenLocation } from "./navigation.ts";
import { rememberProject } from "./recent-projects.ts";
import classes from "./shell.module.css";
import { useShortcut } from "./shortcuts.tsx";
import { StateDot } from "./state-dot.tsx";
import { usePanel } from "./use-panel.ts";

const load = () => import("./project-menu.tsx").then(({ ProjectMenu }) => ({ default: ProjectMenu }));
const ProjectMenu = lazy(load);

export function ProjectSwitcher() {
  const { shell } = sharedTexts;
  const { project } = useScreenLocation();
  const name = useProjectName(project ?? "");
  const { isOpen, open, leave, frame, button } = usePanel(load);
  useShortcut("p", shell.shortcutOf.project, open);
  useEffect(() => {
    if (project !== null) rememberProject(project);
  }, [project]);
  return (
    <div className={classes.switcher} {...frame}>
      <Button
        {...button}
        variant="subtle"
        color="gray"
        aria-label={project === null ? shell.findProject : `${shell.project}: ${name}`}
        leftSection={project !== null && <StateDot project={project} />}
        rightSection={<Icon name="updown" size={0.875} />}
      >
        {project === null ? shell.findProject : name}
      </Button>
      {isOpen && (
        <Suspense>
          <ProjectMenu onClose={leave} />
        </Suspense>
      )}
    </div>
  );
}
