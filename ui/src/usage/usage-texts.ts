import { counted, defineTexts } from "../texts/texts.ts";

export const usageTexts = defineTexts(
  {
    title: "Use in the last 24 hours",
    requests: (count: number, locale: string) => counted(count, "# request", "# requests", locale),
    refused: (count: number, locale: string) => counted(count, "# refused", "# refused", locale),
    none: "Nobody has sent it in this time.",
    answered: (count: number, locale: string) => counted(count, "# request was answered.", "# requests were answered.", locale),
    thisHour: (count: string) => `In this hour so far: ${count}.`,
    byHour: "By the hour",
    hour: (from: string, count: string) => `${from}: ${count}`,
    versions: "Versions that send it",
    version: "Version",
    count: "Requests",
    share: "Share",
    others: "Other versions, and questions about maintenance",
    refusedOf: {
      expired: (count: number, locale: string) =>
        counted(
          count,
          "# request was answered 401: the key has expired.",
          "# requests were answered 401: the key has expired.",
          locale,
        ),
      revoked: (count: number, locale: string) =>
        counted(
          count,
          "# request was answered 401: the key was revoked.",
          "# requests were answered 401: the key was revoked.",
          locale,
        ),
      not_allowed: (count: number, locale: string) =>
        counted(
          count,
          "# request was answered 403: the key does not open what was asked.",
          "# requests were answered 403: the key does not open what was asked.",
          locale,
        ),
    },
    counted: "Counted by the hour, to the last minute. An app that keeps its answer, or a gateway in between, asks less often.",
    advice: {
      unused: "Nobody has ever sent this key. It can end without harm.",
      inUse: (count: number, locale: string) =>
        counted(
          count,
          "Not yet safe to end: # request came with it in the last 24 hours. Apps that carry it get no answer when it ends, and are then neither forced to update nor told of maintenance.",
          "Not yet safe to end: # requests came with it in the last 24 hours. Apps that carry it get no answer when it ends, and are then neither forced to update nor told of maintenance.",
          locale,
        ),
      justQuiet: (last: string) =>
        `Wait some days more: it was last sent ${last}. Many apps are started once a week, and send it only then.`,
      quiet: (last: string) => `It can end: it was last sent ${last}. An app that is started very rarely may still carry it.`,
      refused: (count: number, locale: string) =>
        counted(
          count,
          "Apps still send it: # request was refused in the last 24 hours. They are neither forced to update nor told of maintenance, and nobody who uses them sees that. A new version of the app needs another key.",
          "Apps still send it: # requests were refused in the last 24 hours. They are neither forced to update nor told of maintenance, and nobody who uses them sees that. A new version of the app needs another key.",
          locale,
        ),
      over: "Nobody has sent it in the last 24 hours.",
    },
    noticeTitle: "Apps are refused",
    notice: "They go on as if all were well: they are not forced to update, and know of no maintenance.",
    refusedWith: {
      expired: (count: number, key: string, locale: string) =>
        counted(
          count,
          `# request with the expired key ${key} was answered 401 in the last 24 hours`,
          `# requests with the expired key ${key} were answered 401 in the last 24 hours`,
          locale,
        ),
      revoked: (count: number, key: string, locale: string) =>
        counted(
          count,
          `# request with the revoked key ${key} was answered 401 in the last 24 hours`,
          `# requests with the revoked key ${key} were answered 401 in the last 24 hours`,
          locale,
        ),
      not_allowed: (count: number, key: string, locale: string) =>
        counted(
          count,
          `# request with the key ${key} was answered 403 in the last 24 hours: it does not open what was asked`,
          `# requests with the key ${key} were answered 403 in the last 24 hours: it does not open what was asked`,
          locale,
        ),
    },
    anonymousTitle: "Requests to this server that belong to no project",
    anonymous:
      "Of the last 24 hours, seen by administrators alone. A few are the noise of the internet; many are an app with a key that is missing here, and can be imported.",
    refusedWithout: {
      missing: (count: number, locale: string) =>
        counted(count, "# request without a key was answered 401", "# requests without a key were answered 401", locale),
      malformed: (count: number, locale: string) =>
        counted(
          count,
          "# request with what can be no key was answered 401: cut off, in quotes, sent twice or mistyped",
          "# requests with what can be no key were answered 401: cut off, in quotes, sent twice or mistyped",
          locale,
        ),
      unknown: (count: number, locale: string) =>
        counted(
          count,
          "# request with a key that this server does not have was answered 401",
          "# requests with keys that this server does not have were answered 401",
          locale,
        ),
    },
  },
  {
    title: "Nutzung in den letzten 24 Stunden",
    requests: (count, locale) => counted(count, "# Anfrage", "# Anfragen", locale),
    refused: (count, locale) => counted(count, "# abgewiesen", "# abgewiesen", locale),
    none: "In dieser Zeit hat ihn niemand gesendet.",
    answered: (count, locale) => counted(count, "# Anfrage wurde beantwortet.", "# Anfragen wurden beantwortet.", locale),
    thisHour: (count) => `In dieser Stunde bisher: ${count}.`,
    byHour: "Nach Stunden",
    hour: (from, count) => `${from}: ${count}`,
    versions: "Versionen, die ihn senden",
    version: "Version",
    count: "Anfragen",
    share: "Anteil",
    others: "Andere Versionen und Fragen nach Wartung",
    refusedOf: {
      expired: (count, locale) =>
        counted(
          count,
          "# Anfrage bekam 401: der Schlüssel ist abgelaufen.",
          "# Anfragen bekamen 401: der Schlüssel ist abgelaufen.",
          locale,
        ),
      revoked: (count, locale) =>
        counted(
          count,
          "# Anfrage bekam 401: der Schlüssel wurde widerrufen.",
          "# Anfragen bekamen 401: der Schlüssel wurde widerrufen.",
          locale,
        ),
      not_allowed: (count, locale) =>
        counted(
          count,
          "# Anfrage bekam 403: der Schlüssel öffnet nicht, was gefragt wurde.",
          "# Anfragen bekamen 403: der Schlüssel öffnet nicht, was gefragt wurde.",
          locale,
        ),
    },
    counted:
      "Nach Stunden gezählt, auf die Minute. Eine App, die ihre Antwort aufhebt, oder ein Gateway dazwischen fragt seltener.",
    advice: {
      unused: "Diesen Schlüssel hat nie jemand gesendet. Er kann ohne Schaden enden.",
      inUse: (count, locale) =>
        counted(
          count,
          "Noch nicht ohne Folgen zu beenden: mit ihm kam in den letzten 24 Stunden # Anfrage. Apps, die ihn haben, bekommen keine Antwort mehr, wenn er endet; sie werden dann weder zum Update gezwungen noch hören sie von Wartung.",
          "Noch nicht ohne Folgen zu beenden: mit ihm kamen in den letzten 24 Stunden # Anfragen. Apps, die ihn haben, bekommen keine Antwort mehr, wenn er endet; sie werden dann weder zum Update gezwungen noch hören sie von Wartung.",
          locale,
        ),
      justQuiet: (last) =>
        `Warten Sie noch einige Tage: zuletzt wurde er ${last} gesendet. Viele Apps werden einmal in der Woche gestartet und senden ihn erst dann.`,
      quiet: (last) =>
        `Er kann enden: zuletzt wurde er ${last} gesendet. Eine App, die sehr selten gestartet wird, kann ihn noch haben.`,
      refused: (count, locale) =>
        counted(
          count,
          "Apps senden ihn noch: # Anfrage wurde in den letzten 24 Stunden abgewiesen. Sie werden weder zum Update gezwungen noch hören sie von Wartung, und wer sie benutzt, merkt es nicht. Eine neue Version der App braucht einen anderen Schlüssel.",
          "Apps senden ihn noch: # Anfragen wurden in den letzten 24 Stunden abgewiesen. Sie werden weder zum Update gezwungen noch hören sie von Wartung, und wer sie benutzt, merkt es nicht. Eine neue Version der App braucht einen anderen Schlüssel.",
          locale,
        ),
      over: "In den letzten 24 Stunden hat ihn niemand gesendet.",
    },
    noticeTitle: "Apps werden abgewiesen",
    notice: "Sie laufen weiter, als wäre alles gut: sie werden nicht zum Update gezwungen und wissen von keiner Wartung.",
    refusedWith: {
      expired: (count, key, locale) =>
        counted(
          count,
          `# Anfrage mit dem abgelaufenen Schlüssel ${key} bekam in den letzten 24 Stunden 401`,
          `# Anfragen mit dem abgelaufenen Schlüssel ${key} bekamen in den letzten 24 Stunden 401`,
          locale,
        ),
      revoked: (count, key, locale) =>
        counted(
          count,
          `# Anfrage mit dem widerrufenen Schlüssel ${key} bekam in den letzten 24 Stunden 401`,
          `# Anfragen mit dem widerrufenen Schlüssel ${key} bekamen in den letzten 24 Stunden 401`,
          locale,
        ),
      not_allowed: (count, key, locale) =>
        counted(
          count,
          `# Anfrage mit dem Schlüssel ${key} bekam in den letzten 24 Stunden 403: er öffnet nicht, was gefragt wurde`,
          `# Anfragen mit dem Schlüssel ${key} bekamen in den letzten 24 Stunden 403: er öffnet nicht, was gefragt wurde`,
          locale,
        ),
    },
    anonymousTitle: "Anfragen an diesen Server, die zu keinem Projekt gehören",
    anonymous:
      "Aus den letzten 24 Stunden, nur für die Administration. Wenige sind das Rauschen des Internets; viele sind eine App mit einem Schlüssel, der hier fehlt und übernommen werden kann.",
    refusedWithout: {
      missing: (count, locale) =>
        counted(count, "# Anfrage ohne Schlüssel bekam 401", "# Anfragen ohne Schlüssel bekamen 401", locale),
      malformed: (count, locale) =>
        counted(
          count,
          "# Anfrage mit etwas, das kein Schlüssel sein kann, bekam 401: abgeschnitten, in Anführungszeichen, doppelt gesendet oder vertippt",
          "# Anfragen mit etwas, das kein Schlüssel sein kann, bekamen 401: abgeschnitten, in Anführungszeichen, doppelt gesendet oder vertippt",
          locale,
        ),
      unknown: (count, locale) =>
        counted(
          count,
          "# Anfrage mit einem Schlüssel, den dieser Server nicht hat, bekam 401",
          "# Anfragen mit Schlüsseln, die dieser Server nicht hat, bekamen 401",
          locale,
        ),
    },
  },
);
