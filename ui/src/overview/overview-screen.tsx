import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { Icon } from "../elements/icon.tsx";
import { EmptyState, QueryState } from "../elements/query-state.tsx";
import { Screen } from "../elements/screen.tsx";
import { newProjectTexts } from "../projects/new-project-texts.ts";
import { projectListQuery } from "../projects/project-list.ts";
import { useSession } from "../session/session.ts";
import { useShortcut } from "../shell/shortcuts.tsx";
import { sharedTexts } from "../texts/shared-texts.ts";
import { overviewTexts as texts } from "./overview-texts.ts";
import { ProjectCards } from "./project-cards.tsx";
import { ServerNeeds } from "./server-needs.tsx";

export function OverviewScreen() {
  const { screens } = sharedTexts;
  const projects = useQuery(projectListQuery);
  const { administrator } = useSession();
  return (
    <Screen
      title={screens.overview}
      actions={administrator && projects.data && projects.data.length > 0 && <NewProjectButton variant="default" />}
    >
      {administrator && projects.data && <ServerNeeds />}
      <QueryState query={projects}>
        {(list) => (list.length === 0 ? <NoProjects /> : <ProjectCards projects={list} />)}
      </QueryState>
    </Screen>
  );
}

/** Shown on an empty server, and to users without a role in any project. */
function NoProjects() {
  const { administrator } = useSession();
  return (
    <EmptyState
      title={administrator ? texts.emptyTitle : texts.noneTitle}
      action={administrator && <NewProjectButton variant="filled" />}
    >
      {administrator ? texts.empty : texts.none}
    </EmptyState>
  );
}

function NewProjectButton({ variant }: { readonly variant: "default" | "filled" }) {
  const { create } = newProjectTexts;
  const navigate = useNavigate();
  useShortcut("c", create, () => void navigate({ to: "/new-project" }));
  return (
    <Button
      variant={variant}
      leftSection={<Icon name="plus" size={1} />}
      renderRoot={(props) => <Link {...props} to="/new-project" />}
    >
      {create}
    </Button>
  );
}
