import { counted } from "../texts/formats.ts";

export const overviewTexts = {
  times: (zone: string) => `Times in ${zone}`,
  columns: { name: "Project", now: "Active", next: "Next", attention: "Needs attention", start: "Action" },
  emptyTitle: "No projects yet",
  empty:
    "A project is one app product: its platforms and the versions that may run, its messages, its back-end instances, and their maintenance. Create the first one; it takes a minute and ends with a command that shows the answer an app gets.",
  noneTitle: "No projects for you yet",
  none: "A project owner or a server administrator can give you a role. The project then appears here automatically.",
  nothingOn: "Apps are open",
  shareOf: (share: string, platform: string) => `${share} of ${platform} requests`,
  openExcept: (shares: string) => `Apps are open · ${shares} forced to update`,
  told: (shares: string) => `${shares} forced to update`,
  until: "until",
  heldUntil: "until completed · announced for",
  nothingNext: "Nothing planned",
  nothingToDo: "Nothing",
  notRead: "Couldn't load",
  urgent: "Urgent:",
  start: "Start maintenance…",
  startIn: (project: string) => `Start maintenance of ${project}…`,
  find: "Find by name or ID",
  show: "Show projects",
  shows: { all: "All", attention: "Need attention", on: "In maintenance" },
  projects: (count: number) => counted(count, "# project", "# projects"),
  inMaintenance: (count: number) => counted(count, "# in maintenance", "# in maintenance"),
  needing: (count: number) => counted(count, "# needs attention", "# need attention"),
  noneShown: "no matches",
  serverNeeds: "Server needs attention",
};

export const attentionTexts = {
  held: (window: string, past: string, until: string) =>
    `${window} was due to end ${past}. Users see ${until}, and later times until it is completed`,
  extended: (window: string, past: string, until: string) => `${window} was due to end ${past}. It now ends at ${until}`,
  forced: (share: string, platform: string) => `${share} of ${platform} requests forced to update`,
  forcedSince: (share: string, platform: string, since: string, name: string) =>
    `${share} of ${platform} requests forced to update since ${since}, by ${name}`,
  noLink: (platform: string) => `${platform} has blocked versions but no store link: users on them can't update`,
  noKey: "No read key opens this project: apps get no answer",
  keyEnds: (key: string, when: string) => `Key ${key} expires ${when}. Apps that use it then get no answer`,
  oldKeyEnds: (key: string, when: string) => `Old key ${key} expires ${when}. Apps that still use it need an update before then`,
  keyEnded: (key: string, when: string) => `Key ${key} expired ${when}. Apps that use it get no answer`,
  toApprove: (count: number) => counted(count, "# change awaiting your review", "# changes awaiting your review"),
  toPublish: (count: number) => counted(count, "# approved proposal ready to publish", "# approved proposals ready to publish"),
  noInstances: "No instances yet: apps that ask about an instance get an error",
};
