import { Alert, Anchor, Button, List } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { edgeListQuery } from "../edges/edge-list.ts";
import { edgeAttention } from "../edges/edge-state.ts";
import { Icon } from "../elements/icon.tsx";
import { EmptyState, QueryState } from "../elements/query-state.tsx";
import { Screen } from "../elements/screen.tsx";
import { useNow } from "../elements/use-now.ts";
import { newProjectTexts } from "../projects/new-project-texts.ts";
import { projectListQuery } from "../projects/project-list.ts";
import { useSession } from "../session/session.ts";
import { useShortcut } from "../shell/shortcuts.tsx";
import { sharedTexts } from "../texts/shared-texts.ts";
import { lossAttention } from "./loss-attention.ts";
import { lossQuery } from "./loss-query.ts";
import { overviewTexts as texts } from "./overview-texts.ts";
import { ProjectCards } from "./project-cards.tsx";

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

const maxShown = 6;

/** Needs of the server, for administrators; nothing if there are none. */
function ServerNeeds() {
  const now = useNow();
  const edges = useQuery(edgeListQuery).data;
  const sources = useQuery(lossQuery).data;
  const needs = [...(sources ? lossAttention(sources, now) : []), ...(edges ? edgeAttention(edges, now) : [])];
  if (needs.length === 0) return null;
  const shown = needs.toSorted((a, b) => Number(b.urgency === "now") - Number(a.urgency === "now")).slice(0, maxShown);
  return (
    <Alert component="section" role="region" color="caution" title={texts.serverNeeds} aria-label={texts.serverNeeds}>
      <List size="sm" listStyleType="none">
        {shown.map(({ key, text, to, search }) => (
          <List.Item key={key}>
            {/* Each need knows the address of its own screen. */}
            <Anchor fz="sm" renderRoot={(props) => <Link {...props} to={to as "/edges"} search={(search ?? {}) as object} />}>
              {text}
            </Anchor>
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
