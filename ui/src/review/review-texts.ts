import { counted } from "../texts/formats.ts";

export const impactTexts = {
  title: "Effect on requests",
  honest: "Requests, not users. Read keys are public, so these numbers can be forged.",
  day: "Last 24 hours",
  week: "Last 7 days",
  requests: "Requests",
  effects: {
    forced: "Newly forced to update",
    freed: "No longer forced to update",
    recommended: "Newly recommended to update",
  },
  other: "Rare versions, not foreseen",
  fromStep: (platform: string, instant: string) => `${platform} from ${instant}`,
  none: (platform: string) => `No requests from ${platform} in the last 7 days, so the effect is not known.`,
  unaffected: (platform: string, count: number) =>
    counted(
      count,
      `No effect on the # request from ${platform} in the last 7 days.`,
      `No effect on the # requests from ${platform} in the last 7 days.`,
    ),
  behind: (effect: string) => `${effect}, by version:`,
  version: (version: string, share: string) => `${version} (${share})`,
  more: (count: number) => counted(count, "# more version", "# more versions"),
  moreAffected: (count: number) => counted(count, "# rarer version is affected too.", "# rarer versions are affected too."),
  target: (version: string, share: string) => `Users are sent to ${version}: ${share} of the last day's requests.`,
  unseenTarget: (version: string) =>
    `Users are sent to ${version}, which sent no request in the last 7 days: the store may not have it.`,
  tooFew: (least: string) => `Fewer than ${least} requests in 24 hours: too few to block a change.`,
};

export const unaffectedTexts = {
  title: "Not affected",
  meaning: "Restoring changes only the configuration. These stay as they are:",
  kinds: {
    read_key: "App keys",
    token: "Tokens",
    grant: "People and roles",
    override: "Changes to occurrences: started, extended, completed, canceled, moved",
    window: "Maintenance started by hand",
    protection: "Project protection",
    proposal: "Open proposals",
  },
  of: (kind: string, count: string, names: string) => `${kind} (${count}): ${names}`,
  andMore: (names: string) => `${names}, …`,
};
