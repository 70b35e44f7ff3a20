import { counted, defineTexts } from "../texts/texts.ts";

export const attentionTexts = defineTexts(
  {
    held: (window: string, past: string, until: string) =>
      `${window} was due to end ${past}. Users see ${until}, and later times until it is completed`,
    extended: (window: string, past: string, until: string) => `${window} was due to end ${past}. It now ends at ${until}`,
    forced: (share: string, platform: string) => `${share} of ${platform} requests forced to update`,
    forcedSince: (share: string, platform: string, since: string, name: string) =>
      `${share} of ${platform} requests forced to update since ${since}, by ${name}`,
    noLink: (platform: string) => `${platform} has blocked versions but no store link: users on them can't update`,
    noKey: "No read key opens this project: apps get no answer",
    keyEnds: (key: string, when: string) => `Key ${key} expires ${when}. Apps that use it then get no answer`,
    oldKeyEnds: (key: string, when: string) =>
      `Old key ${key} expires ${when}. Apps that still use it need an update before then`,
    keyEnded: (key: string, when: string) => `Key ${key} expired ${when}. Apps that use it get no answer`,
    toApprove: (count: number, locale: string) =>
      counted(count, "# change awaiting your review", "# changes awaiting your review", locale),
    toPublish: (count: number, locale: string) =>
      counted(count, "# approved proposal ready to publish", "# approved proposals ready to publish", locale),
    noInstances: "No instances yet: apps that ask about an instance get an error",
  },
  {
    held: (window, past, until) =>
      `${window} hätte ${past} enden sollen. Nutzer sehen ${until} und laufend spätere Zeiten, bis die Wartung beendet wird`,
    extended: (window, past, until) => `${window} hätte ${past} enden sollen. Neues Ende: ${until}`,
    forced: (share, platform) => `Bei ${share} der Anfragen von ${platform} ist ein Update erforderlich`,
    forcedSince: (share, platform, since, name) =>
      `Bei ${share} der Anfragen von ${platform} ist ein Update erforderlich, seit ${since}, durch ${name}`,
    noLink: (platform) =>
      `${platform} hat gesperrte Versionen, aber keinen Store-Link: Betroffene Nutzer können nicht aktualisieren`,
    noKey: "Kein Leseschlüssel für dieses Projekt: Apps erhalten keine Antwort",
    keyEnds: (key, when) => `Der Schlüssel ${key} läuft ${when} ab. Apps mit diesem Schlüssel erhalten dann keine Antwort mehr`,
    oldKeyEnds: (key, when) =>
      `Der alte Schlüssel ${key} läuft ${when} ab. Apps, die ihn noch verwenden, brauchen vorher ein Update`,
    keyEnded: (key, when) => `Der Schlüssel ${key} ist ${when} abgelaufen. Apps mit diesem Schlüssel erhalten keine Antwort mehr`,
    toApprove: (count, locale) =>
      counted(count, "# Änderung wartet auf Ihre Prüfung", "# Änderungen warten auf Ihre Prüfung", locale),
    toPublish: (count, locale) =>
      counted(
        count,
        "# freigegebener Vorschlag kann veröffentlicht werden",
        "# freigegebene Vorschläge können veröffentlicht werden",
        locale,
      ),
    noInstances: "Noch keine Instanzen: Apps, die nach einer Instanz fragen, erhalten einen Fehler",
  },
);
