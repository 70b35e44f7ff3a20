/** State of a project as a colored dot, with a word for screen readers. */
import { useQuery } from "@tanstack/react-query";
import { useNow } from "../elements/use-now.ts";
import { useRole, useSession } from "../session/session.ts";
import { findFacts, type Tone, toneOf } from "../status/project-facts.ts";
import { projectOverviewQuery } from "../status/project-overview.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import classes from "./shell.module.css";

export function StateDot({ project }: { readonly project: string }) {
  const tone = useTone(project);
  return (
    <span className={classes.dot} data-tone={tone} title={sharedTexts.shell.toneOf[tone]}>
      <span className="visually-hidden">{sharedTexts.shell.toneOf[tone]}</span>
    </span>
  );
}

function useTone(project: string): Tone {
  const me = useSession();
  const role = useRole(project);
  const now = useNow();
  const seen = useQuery(projectOverviewQuery(project)).data;
  return seen ? toneOf(findFacts(seen, me, role, now), seen) : "unknown";
}
