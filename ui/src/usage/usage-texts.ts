import { counted } from "../texts/formats.ts";

export const usageTexts = {
  title: "Usage in the last 24 hours",
  refused: (count: number) => counted(count, "# refused", "# refused"),
  none: "No requests in this period.",
  answered: (count: number) => counted(count, "# request was answered.", "# requests were answered."),
  thisHour: (count: string) => `This hour so far: ${count}.`,
  byHour: "By hour",
  hour: (from: string, count: string) => `${from}: ${count}`,
  versions: "Versions that use it",
  version: "Version",
  count: "Requests",
  share: "Share",
  others: "Other versions and maintenance requests",
  refusedOf: {
    expired: (count: number, _: string) =>
      counted(count, "# request got 401: the key has expired.", "# requests got 401: the key has expired."),
    revoked: (count: number, _: string) =>
      counted(count, "# request got 401: the key was revoked.", "# requests got 401: the key was revoked."),
    not_allowed: (count: number, _: string) =>
      counted(count, "# request got 403: outside the key's scope.", "# requests got 403: outside the key's scope."),
    missing_parameter: (count: number, names: string) =>
      counted(count, `# request got 400: it sent no ${names}.`, `# requests got 400: they sent no ${names}.`),
    repeated_parameter: (count: number, names: string) =>
      counted(
        count,
        `# request got 400: it sent ${names} more than once.`,
        `# requests got 400: they sent ${names} more than once.`,
      ),
    unknown_platform: (count: number, platform: string) =>
      counted(
        count,
        `# request got 400: the project has no platform “${platform}”.`,
        `# requests got 400: the project does not have their platform, such as “${platform}”.`,
      ),
    invalid_version: (count: number, version: string) =>
      counted(
        count,
        `# request got 400: “${version}” cannot be read as a version.`,
        `# requests got 400: their versions, such as “${version}”, cannot be read.`,
      ),
  },
  counted: "Counted hourly, updated every minute. Apps and gateways that cache answers send fewer requests.",
  advice: {
    unused: "No requests yet.",
    inUse: (count: number) =>
      counted(
        count,
        "Not yet safe to revoke: # request used it in the last 24 hours. Without it, apps get no answer: they neither require updates nor show maintenance.",
        "Not yet safe to revoke: # requests used it in the last 24 hours. Without it, apps get no answer: they neither require updates nor show maintenance.",
      ),
    justQuiet: (last: string) => `Wait a few more days: last used ${last}. Many apps are started only once a week.`,
    quiet: (last: string) => `Safe to revoke: last used ${last}. Rarely started apps may still have this key.`,
    refused: (count: number) =>
      counted(
        count,
        "Apps still send this key: # request was refused in the last 24 hours. They neither require updates nor show maintenance, and their users don't notice. Ship an app version with another key.",
        "Apps still send this key: # requests were refused in the last 24 hours. They neither require updates nor show maintenance, and their users don't notice. Ship an app version with another key.",
      ),
    over: "Not used in the last 24 hours.",
  },
  noticeTitle: "Apps are being refused",
  notice: "These apps keep running: they don't require updates and don't show maintenance.",
  refusedWith: (key: string, text: string) => `${key}: ${text}`,
  anonymousTitle: "Requests without a known project",
  anonymous:
    "Last 24 hours, visible to administrators only. A few are internet noise; many mean that an app uses a key that is missing here. Import that key.",
  refusedWithout: {
    missing: (count: number) => counted(count, "# request without a key got 401", "# requests without a key got 401"),
    malformed: (count: number) =>
      counted(
        count,
        "# request with a malformed key got 401: truncated, quoted, sent twice, or mistyped",
        "# requests with a malformed key got 401: truncated, quoted, sent twice, or mistyped",
      ),
    unknown: (count: number) => counted(count, "# request with an unknown key got 401", "# requests with unknown keys got 401"),
  },
};
