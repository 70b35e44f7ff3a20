/** Changes that wait for a decision of the user, in the project or in all of them. */
import { ActionIcon, Indicator } from "@mantine/core";
import { useQueries, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Icon } from "../elements/icon.tsx";
import { projectListQuery } from "../projects/project-list.ts";
import { roleIn, useSession } from "../session/session.ts";
import { findFacts } from "../status/project-facts.ts";
import { projectOverviewQuery } from "../status/project-overview.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { useScreenLocation } from "./navigation.ts";

export function ApprovalsLink() {
  const { project } = useScreenLocation();
  const me = useSession();
  const all = useQuery(projectListQuery).data ?? [];
  const ids = project === null ? all.map(({ id }) => id) : [project];
  const counts = useQueries({ queries: ids.map(projectOverviewQuery) }).map(({ data }, index) =>
    data ? findFacts(data, me, roleIn(me, ids[index] ?? ""), Date.now()).filter(({ kind }) => kind === "proposal").length : 0,
  );
  const count = counts.reduce((sum, each) => sum + each, 0);
  // Where there is none, the place in the rail is enough.
  const first = ids[counts.findIndex((each) => each > 0)];
  if (first === undefined) return null;
  const text = sharedTexts.shell.approvals(count);
  return (
    <Indicator label={count} size={18} offset={8} color="accent" zIndex={1}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={text}
        title={text}
        renderRoot={(props) => (
          <Link
            {...props}
            to="/projects/$project/activity"
            params={{ project: first }}
            search={{ show: "approvals" } as object}
          />
        )}
      >
        <Icon name="proposals" />
      </ActionIcon>
    </Indicator>
  );
}
