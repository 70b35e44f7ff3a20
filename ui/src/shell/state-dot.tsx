import { Box, VisuallyHidden } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNow } from "../elements/use-now.ts";
import { useRole, useSession } from "../session/session.ts";
import { findFacts, toneOf } from "../status/project-facts.ts";
import { projectOverviewQuery } from "../status/project-overview.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import classes from "./shell.module.css";

const colors = { closed: "closed.5", caution: "caution.4", open: "open.5", unknown: "gray.5" };

export function StateDot({ project }: { readonly project: string }) {
  const me = useSession();
  const role = useRole(project);
  const now = useNow();
  const seen = useQuery(projectOverviewQuery(project)).data;
  const tone = seen ? toneOf(findFacts(seen, me, role, now), seen) : "unknown";
  const word = sharedTexts.shell.toneOf[tone];
  return (
    <Box component="span" className={classes.dot} bg={colors[tone]} title={word}>
      <VisuallyHidden>{word}</VisuallyHidden>
    </Box>
  );
}
