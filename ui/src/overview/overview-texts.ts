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
};
