import { counted } from "../texts/formats.ts";

export const overviewTexts = {
  emptyTitle: "No projects yet",
  empty:
    "A project is one app product: its platforms and the versions that may run, its messages, and its maintenance. Create the first one; it takes a minute and ends with a command that shows the answer an app gets.",
  noneTitle: "No projects for you yet",
  none: "A project owner or a server administrator can give you a role. The project then appears here automatically.",
  notRead: "Couldn't load",
  find: "Find by name or ID",
  noneFound: "No matches",
  serverNeeds: "Server needs attention",
  lost: (revisions: string, when: string) =>
    `The database was rolled back and lost changes (${revisions}); detected ${when}. The activity of each project lists them`,
  revisionsAfter: (last: number) => `after revision ${last}`,
  revisionsUpTo: (last: number) => `up to revision ${last}`,
  revisions: (first: number, last: number) => (first === last ? `revision ${last}` : `revisions ${first} to ${last}`),
  edges: {
    problem: (edge: string) => `Edge ${edge} can't apply updates and answers apps from an old copy`,
    problems: (count: number) => counted(count, "", "# edges can't apply updates and answer apps from an old copy"),
    away: (edge: string, when: string) =>
      `Edge ${edge} was last seen ${when}. If it is running, it answers apps from an old copy`,
    aways: (count: number) => counted(count, "", "# edges are offline. Any that are running answer apps from an old copy"),
    nothing: (edge: string) => `Edge ${edge} is connected but has no data to answer from yet`,
    nothings: (count: number) => counted(count, "", "# edges are connected but have no data to answer from yet"),
    behind: (edge: string, revisions: string) => `Edge ${edge} is ${revisions} behind`,
    behinds: (count: number) => counted(count, "", "# edges have been behind for a while"),
    revisions: (count: number) => counted(count, "# change", "# changes"),
  },
  webhook: (name: string, since: string, problem: string) => `Webhook ${name} has been failing since ${since}: ${problem}`,
};
