import { useQueries } from "@tanstack/react-query";
import type { ProjectOverview } from "drawbridge-rules/wire/overview.ts";
import type { ProjectListItem } from "drawbridge-rules/wire/project.ts";
import { useNow } from "../elements/use-now.ts";
import { roleIn, useSession } from "../session/session.ts";
import { type Fact, findFacts, type Tone, toneOf } from "../status/project-facts.ts";
import { projectOverviewQuery } from "../status/project-overview.ts";

export interface ShownProject {
  readonly project: ProjectListItem;
  /** Undefined means not read yet, or `isFailed`. */
  readonly seen: ProjectOverview | undefined;
  readonly isFailed: boolean;
  readonly tone: Tone;
  readonly facts: readonly Fact[];
}

/** The projects in the order of their urgency, once all are read. */
export function useShownProjects(projects: readonly ProjectListItem[]): readonly ShownProject[] {
  const me = useSession();
  const now = useNow();
  const read = useQueries({ queries: projects.map(({ id }) => projectOverviewQuery(id)) });
  const shown = projects.map((project, index): ShownProject => {
    const { data: seen, error = null } = read[index] ?? {};
    const facts = seen ? findFacts(seen, me, roleIn(me, project.id), now) : [];
    return { project, seen, isFailed: !seen && error !== null, tone: seen ? toneOf(facts, seen) : "unknown", facts };
  });
  // Cards would move while being read if they were sorted before all are loaded.
  return shown.every(({ seen, isFailed }) => seen || isFailed) ? shown.toSorted(byUrgency) : shown;
}

const tones: readonly Tone[] = ["closed", "caution", "open", "unknown"];

function byUrgency(a: ShownProject, b: ShownProject): number {
  return rank(a) - rank(b) || nextStart(a) - nextStart(b) || displayName(a.project).localeCompare(displayName(b.project));
}

/** Without news first those that wait for a decision; and a project that could not be read is worth a look. */
function rank({ tone, facts: [first], isFailed }: ShownProject): number {
  if (isFailed) return tones.indexOf("open") - 0.5;
  if (first?.kind === "lockout" && first.tone === "closed") return -1;
  return tones.indexOf(tone) - (first?.kind === "proposal" ? 0.25 : 0);
}

/** One that comes some day, and one that never does, are alike. */
function nextStart({ seen }: ShownProject): number {
  return seen?.next ? Date.parse(seen.next.start) : Number.MAX_SAFE_INTEGER;
}

export function displayName({ id, name }: ProjectListItem): string {
  return name === "" ? id : name;
}
