import { counted, defineTexts } from "../texts/texts.ts";

export const attentionTexts = defineTexts(
  {
    held: (window: string, past: string, until: string) =>
      `${window} should have ended ${past}. Apps are told ${until}, and a later time again and again until somebody completes it`,
    extended: (window: string, past: string, until: string) => `${window} should have ended ${past}. It ends at ${until}`,
    noLink: (platform: string) =>
      `Versions of ${platform} are blocked, and there is no store link: whoever has one of them is stuck`,
    noKey: "No key opens this project: no app gets an answer",
    keyEnds: (key: string, when: string) => `The key ${key} expires ${when}. Apps that carry it are not answered from then on`,
    oldKeyEnds: (key: string, when: string) =>
      `The old key ${key} expires ${when}. Apps that still carry it need an update before`,
    keyEnded: (key: string, when: string) => `The key ${key} expired ${when}. Apps that carry it are not answered any more`,
    toApprove: (count: number, locale: string) =>
      counted(count, "# proposal waits for you to look at it", "# proposals wait for you to look at them", locale),
    toPublish: (count: number, locale: string) =>
      counted(count, "# approved proposal waits to be published", "# approved proposals wait to be published", locale),
    noInstances: "No instances yet: apps that ask about their own are told that there is none",
  },
  {
    held: (window, past, until) =>
      `${window} sollte ${past} enden. Apps hören ${until}, und immer wieder eine spätere Zeit, bis jemand sie beendet`,
    extended: (window, past, until) => `${window} sollte ${past} enden. Sie endet am ${until}`,
    noLink: (platform) =>
      `Versionen von ${platform} sind gesperrt, und es gibt keinen Link zum Store: wer eine davon hat, kommt nicht weiter`,
    noKey: "Kein Schlüssel öffnet dieses Projekt: keine App bekommt eine Antwort",
    keyEnds: (key, when) => `Der Schlüssel ${key} läuft ${when} ab. Apps mit ihm bekommen dann keine Antwort mehr`,
    oldKeyEnds: (key, when) => `Der alte Schlüssel ${key} läuft ${when} ab. Apps, die ihn noch haben, brauchen vorher ein Update`,
    keyEnded: (key, when) => `Der Schlüssel ${key} ist ${when} abgelaufen. Apps mit ihm bekommen keine Antwort mehr`,
    toApprove: (count, locale) =>
      counted(
        count,
        "# Vorschlag wartet darauf, dass Sie ihn ansehen",
        "# Vorschläge warten darauf, dass Sie sie ansehen",
        locale,
      ),
    toPublish: (count, locale) =>
      counted(
        count,
        "# freigegebener Vorschlag wartet auf die Veröffentlichung",
        "# freigegebene Vorschläge warten auf die Veröffentlichung",
        locale,
      ),
    noInstances: "Noch keine Instanzen: Apps, die nach ihrer eigenen fragen, hören, dass es sie nicht gibt",
  },
);
