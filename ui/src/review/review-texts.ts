import { counted } from "../texts/formats.ts";

export const figureTexts = {
  effects: { forced: "locked out", freed: "let back in", recommended: "asked to update" },
  unaffected: "affected",
  unknown: "Effect unknown",
  noRequests: (platform: string) => `${platform} sent no requests in the last 24 hours.`,
  closed: "closed",
  closedNow: "closed now",
  ofRequests: (platform: string) => `of the ${platform} requests of the last 24 hours`,
  ofCounted: (requests: string, platform: string) => `of ${requests} ${platform} requests in 24 hours`,
  fromStep: (platform: string, instant: string) => `of ${platform} requests, from ${instant}`,
  tooOld: (share: string) => `· where the system is known, ${share} can install no update`,
  closedAt: (scope: string, times: string) => `${scope}, ${times}`,
};

export const changeTexts = {
  dates: "Next dates",
  phones: "On phones",
  phone: { before: "Now", after: "After" },
  runsOn: (phone: string) => `${phone}: the app runs`,
  languageOf: (kind: string, language: string) => `${kind}, ${language}`,
  kinds: {
    upgrade: "Update",
    unsupported: "System too old",
    maintenance: "Maintenance",
    recommended: "Recommended",
    announced: "Announcement",
    default: "Notice",
    window: "Maintenance",
  } as Readonly<Record<string, string>>,
  versions: "Answer for each version",
  maintenance: "Announced maintenance",
  moreRanges: (count: number) => counted(count, "# more range changes too.", "# more ranges change too."),
  column: { versions: "Versions", scope: "Apps of", before: "Now", after: "After" },
  withShare: (answer: string, share: number) => `${answer} · ${share}% of requests`,
  raw: "Raw difference",
};

export const resolveTexts = {
  title: "Resolve",
  fix: {
    store_link: "Add the store link",
    every_version_blocked: "Change the versions",
    long_maintenance: "Change the times",
    past_end: "Change the start",
    first_language: "Write the text",
    locks_out: "Change the versions",
    unseen_version: "Change the versions",
  },
  approval: "Needs another person's approval",
  approvers: (names: string) => `${names} can approve it.`,
  noApprovers: "No other person can approve it yet: give another person the Editor or Owner role.",
};

export const unaffectedTexts = {
  title: "Not affected",
  meaning: "Restoring changes only the configuration. These stay as they are:",
  kinds: {
    read_key: "App keys",
    token: "Tokens",
    grant: "People and roles",
    override: "Occurrences started, extended, completed, canceled or moved",
    window: "Maintenance started by hand",
    protection: "Approval rules",
    proposal: "Open requests for approval",
  },
  of: (kind: string, count: string, names: string) => `${kind} (${count})${names && `: ${names}`}`,
  andMore: (names: string) => `${names}, …`,
};

export const undoTexts = {
  undo: "Undo",
  undone: "Undone",
  title: (revision: number) => `Undo revision ${revision}`,
  more: (sentence: string, count: number) => counted(count, `${sentence}, and # more change`, `${sentence}, and # more changes`),
};
