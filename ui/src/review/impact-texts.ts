import { counted, defineTexts } from "../texts/texts.ts";

export const impactTexts = defineTexts(
  {
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
    unaffected: (platform: string, count: number, locale: string) =>
      counted(
        count,
        `No effect on the # request from ${platform} in the last 7 days.`,
        `No effect on the # requests from ${platform} in the last 7 days.`,
        locale,
      ),
    behind: (effect: string) => `${effect}, by version:`,
    version: (version: string, share: string) => `${version} (${share})`,
    more: (count: number, locale: string) => counted(count, "# more version", "# more versions", locale),
    moreAffected: (count: number, locale: string) =>
      counted(count, "# rarer version is affected too.", "# rarer versions are affected too.", locale),
    target: (version: string, share: string) => `Users are sent to ${version}: ${share} of the last day's requests.`,
    unseenTarget: (version: string) =>
      `Users are sent to ${version}, which sent no request in the last 7 days: the store may not have it.`,
    tooFew: (least: string) => `Fewer than ${least} requests in 24 hours: too few to block a change.`,
  },
  {
    title: "Wirkung auf Anfragen",
    honest: "Anfragen, nicht Nutzer. Leseschlüssel sind öffentlich, die Zahlen lassen sich also fälschen.",
    day: "Letzte 24 Stunden",
    week: "Letzte 7 Tage",
    requests: "Anfragen",
    effects: {
      forced: "Update neu erforderlich",
      freed: "Update nicht mehr erforderlich",
      recommended: "Update neu empfohlen",
    },
    other: "Seltene Versionen, nicht vorhersehbar",
    fromStep: (platform, instant) => `${platform} ab ${instant}`,
    none: (platform) => `Keine Anfragen von ${platform} in den letzten 7 Tagen, daher ist die Wirkung nicht bekannt.`,
    unaffected: (platform, count, locale) =>
      counted(
        count,
        `Keine Wirkung auf die # Anfrage von ${platform} in den letzten 7 Tagen.`,
        `Keine Wirkung auf die # Anfragen von ${platform} in den letzten 7 Tagen.`,
        locale,
      ),
    behind: (effect) => `${effect}, nach Version:`,
    version: (version, share) => `${version} (${share})`,
    more: (count, locale) => counted(count, "# weitere Version", "# weitere Versionen", locale),
    moreAffected: (count, locale) =>
      counted(count, "Auch # seltenere Version ist betroffen.", "Auch # seltenere Versionen sind betroffen.", locale),
    target: (version, share) => `Nutzer werden auf ${version} verwiesen: ${share} der Anfragen des letzten Tages.`,
    unseenTarget: (version) =>
      `Nutzer werden auf ${version} verwiesen, von der in den letzten 7 Tagen keine Anfrage kam: Vielleicht ist sie noch nicht im Store.`,
    tooFew: (least) => `Weniger als ${least} Anfragen in 24 Stunden: zu wenige, um eine Änderung zu blockieren.`,
  },
);
