import type { ProjectOverview } from "drawbridge-rules/wire/overview.ts";
import { untilNextTransition } from "../maintenance/occurrence/occurrence-phase.ts";
import { admin, projectQuery } from "../server-connection.ts";

/** Milliseconds: no commit announces updated apps or counted requests. */
const atMost = 300_000;

export const projectOverviewQuery = projectQuery("overview", readOverview, {
  refetchInterval: ({ state: { data } }) =>
    untilNextTransition(data && { occurrences: data.next ? [...data.active, data.next] : data.active }, Date.now(), atMost),
});

/** The server accepts no more. */
const maxProjects = 50;

type Answer = Promise<ReadonlyMap<string, ProjectOverview>>;
/** Others can still join this request. */
let next: { readonly projects: string[]; readonly answer: Answer } | null = null;

/** Queries of the same moment share a request. @throws Error: the user has no role, or the project was deleted */
async function readOverview(project: string): Promise<ProjectOverview> {
  if (!next || next.projects.length === maxProjects) {
    const projects: string[] = [];
    const before: Promise<unknown> = next?.answer.catch(() => undefined) ?? Promise.resolve();
    next = { projects, answer: before.then(() => send(projects)) };
  }
  const { projects, answer } = next;
  projects.push(project);
  const found = (await answer).get(project);
  if (!found) throw new Error(`no project ${project}`);
  return found;
}

async function send(projects: readonly string[]): Answer {
  if (next?.projects === projects) next = null;
  const answer = await admin.getOverview({ projects });
  return new Map(answer.projects.map((each) => [each.id, each]));
}
