import { counted } from "../texts/formats.ts";

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
