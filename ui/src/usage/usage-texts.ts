import { counted, defineTexts } from "../texts/texts.ts";

export const usageTexts = defineTexts(
  {
    title: "Usage in the last 24 hours",
    requests: (count: number, locale: string) => counted(count, "# request", "# requests", locale),
    refused: (count: number, locale: string) => counted(count, "# refused", "# refused", locale),
    none: "No requests in this period.",
    answered: (count: number, locale: string) => counted(count, "# request was answered.", "# requests were answered.", locale),
    thisHour: (count: string) => `This hour so far: ${count}.`,
    byHour: "By hour",
    hour: (from: string, count: string) => `${from}: ${count}`,
    versions: "Versions that use it",
    version: "Version",
    count: "Requests",
    share: "Share",
    others: "Other versions and maintenance requests",
    refusedOf: {
      expired: (count: number, _: string, locale: string) =>
        counted(count, "# request got 401: the key has expired.", "# requests got 401: the key has expired.", locale),
      revoked: (count: number, _: string, locale: string) =>
        counted(count, "# request got 401: the key was revoked.", "# requests got 401: the key was revoked.", locale),
      not_allowed: (count: number, _: string, locale: string) =>
        counted(count, "# request got 403: outside the key's scope.", "# requests got 403: outside the key's scope.", locale),
      missing_parameter: (count: number, names: string, locale: string) =>
        counted(count, `# request got 400: it sent no ${names}.`, `# requests got 400: they sent no ${names}.`, locale),
      repeated_parameter: (count: number, names: string, locale: string) =>
        counted(
          count,
          `# request got 400: it sent ${names} more than once.`,
          `# requests got 400: they sent ${names} more than once.`,
          locale,
        ),
      unknown_platform: (count: number, platform: string, locale: string) =>
        counted(
          count,
          `# request got 400: the project has no platform “${platform}”.`,
          `# requests got 400: the project does not have their platform, such as “${platform}”.`,
          locale,
        ),
      invalid_version: (count: number, version: string, locale: string) =>
        counted(
          count,
          `# request got 400: “${version}” cannot be read as a version.`,
          `# requests got 400: their versions, such as “${version}”, cannot be read.`,
          locale,
        ),
    },
    counted: "Counted hourly, updated every minute. Apps and gateways that cache answers send fewer requests.",
    advice: {
      unused: "This key has never been used. Safe to revoke.",
      inUse: (count: number, locale: string) =>
        counted(
          count,
          "Not yet safe to revoke: # request used it in the last 24 hours. Without it, apps get no answer: they neither require updates nor show maintenance.",
          "Not yet safe to revoke: # requests used it in the last 24 hours. Without it, apps get no answer: they neither require updates nor show maintenance.",
          locale,
        ),
      justQuiet: (last: string) => `Wait a few more days: last used ${last}. Many apps are started only once a week.`,
      quiet: (last: string) => `Safe to revoke: last used ${last}. Rarely started apps may still have this key.`,
      refused: (count: number, locale: string) =>
        counted(
          count,
          "Apps still send this key: # request was refused in the last 24 hours. They neither require updates nor show maintenance, and their users don't notice. Ship an app version with another key.",
          "Apps still send this key: # requests were refused in the last 24 hours. They neither require updates nor show maintenance, and their users don't notice. Ship an app version with another key.",
          locale,
        ),
      over: "Not used in the last 24 hours.",
    },
    noticeTitle: "Apps are being refused",
    notice: "These apps keep running: they don't require updates and don't show maintenance.",
    refusedWith: {
      expired: (count: number, key: string, _: string, locale: string) =>
        counted(
          count,
          `# request with expired key ${key} got 401 in the last 24 hours`,
          `# requests with expired key ${key} got 401 in the last 24 hours`,
          locale,
        ),
      revoked: (count: number, key: string, _: string, locale: string) =>
        counted(
          count,
          `# request with revoked key ${key} got 401 in the last 24 hours`,
          `# requests with revoked key ${key} got 401 in the last 24 hours`,
          locale,
        ),
      not_allowed: (count: number, key: string, _: string, locale: string) =>
        counted(
          count,
          `# request with key ${key} got 403 in the last 24 hours: outside the key's scope`,
          `# requests with key ${key} got 403 in the last 24 hours: outside the key's scope`,
          locale,
        ),
      missing_parameter: (count: number, key: string, names: string, locale: string) =>
        counted(
          count,
          `# request with key ${key} got 400 in the last 24 hours: no ${names}`,
          `# requests with key ${key} got 400 in the last 24 hours: no ${names}`,
          locale,
        ),
      repeated_parameter: (count: number, key: string, names: string, locale: string) =>
        counted(
          count,
          `# request with key ${key} got 400 in the last 24 hours: ${names} sent more than once`,
          `# requests with key ${key} got 400 in the last 24 hours: ${names} sent more than once`,
          locale,
        ),
      unknown_platform: (count: number, key: string, platform: string, locale: string) =>
        counted(
          count,
          `# request with key ${key} got 400 in the last 24 hours: unknown platform “${platform}”`,
          `# requests with key ${key} got 400 in the last 24 hours: unknown platforms, such as “${platform}”`,
          locale,
        ),
      invalid_version: (count: number, key: string, version: string, locale: string) =>
        counted(
          count,
          `# request with key ${key} got 400 in the last 24 hours: “${version}” cannot be read as a version`,
          `# requests with key ${key} got 400 in the last 24 hours: versions that cannot be read, such as “${version}”`,
          locale,
        ),
    },
    anonymousTitle: "Requests without a known project",
    anonymous:
      "Last 24 hours, visible to administrators only. A few are internet noise; many mean that an app uses a key that is missing here. Import that key.",
    refusedWithout: {
      missing: (count: number, locale: string) =>
        counted(count, "# request without a key got 401", "# requests without a key got 401", locale),
      malformed: (count: number, locale: string) =>
        counted(
          count,
          "# request with a malformed key got 401: truncated, quoted, sent twice, or mistyped",
          "# requests with a malformed key got 401: truncated, quoted, sent twice, or mistyped",
          locale,
        ),
      unknown: (count: number, locale: string) =>
        counted(count, "# request with an unknown key got 401", "# requests with unknown keys got 401", locale),
    },
  },
  {
    title: "Nutzung in den letzten 24 Stunden",
    requests: (count, locale) => counted(count, "# Anfrage", "# Anfragen", locale),
    refused: (count, locale) => counted(count, "# abgelehnt", "# abgelehnt", locale),
    none: "Keine Anfragen in diesem Zeitraum.",
    answered: (count, locale) => counted(count, "# Anfrage wurde beantwortet.", "# Anfragen wurden beantwortet.", locale),
    thisHour: (count) => `Diese Stunde bisher: ${count}.`,
    byHour: "Nach Stunden",
    hour: (from, count) => `${from}: ${count}`,
    versions: "Versionen, die ihn verwenden",
    version: "Version",
    count: "Anfragen",
    share: "Anteil",
    others: "Andere Versionen und Wartungsanfragen",
    refusedOf: {
      expired: (count, _, locale) =>
        counted(
          count,
          "# Anfrage erhielt 401: Der Schlüssel ist abgelaufen.",
          "# Anfragen erhielten 401: Der Schlüssel ist abgelaufen.",
          locale,
        ),
      revoked: (count, _, locale) =>
        counted(
          count,
          "# Anfrage erhielt 401: Der Schlüssel wurde widerrufen.",
          "# Anfragen erhielten 401: Der Schlüssel wurde widerrufen.",
          locale,
        ),
      not_allowed: (count, _, locale) =>
        counted(
          count,
          "# Anfrage erhielt 403: außerhalb des Schlüsselumfangs.",
          "# Anfragen erhielten 403: außerhalb des Schlüsselumfangs.",
          locale,
        ),
      missing_parameter: (count, names, locale) =>
        counted(count, `# Anfrage erhielt 400: ${names} fehlt.`, `# Anfragen erhielten 400: ${names} fehlt.`, locale),
      repeated_parameter: (count, names, locale) =>
        counted(
          count,
          `# Anfrage erhielt 400: ${names} wurde mehrfach gesendet.`,
          `# Anfragen erhielten 400: ${names} wurde mehrfach gesendet.`,
          locale,
        ),
      unknown_platform: (count, platform, locale) =>
        counted(
          count,
          `# Anfrage erhielt 400: Das Projekt hat keine Plattform „${platform}“.`,
          `# Anfragen erhielten 400: Das Projekt hat ihre Plattform nicht, zum Beispiel „${platform}“.`,
          locale,
        ),
      invalid_version: (count, version, locale) =>
        counted(
          count,
          `# Anfrage erhielt 400: „${version}“ ist nicht als Version lesbar.`,
          `# Anfragen erhielten 400: Ihre Versionen sind nicht lesbar, zum Beispiel „${version}“.`,
          locale,
        ),
    },
    counted:
      "Stündlich gezählt, minütlich aktualisiert. Apps und Gateways, die Antworten zwischenspeichern, senden weniger Anfragen.",
    advice: {
      unused: "Dieser Schlüssel wurde nie verwendet. Er kann widerrufen werden.",
      inUse: (count, locale) =>
        counted(
          count,
          "Noch nicht widerrufen: # Anfrage hat ihn in den letzten 24 Stunden verwendet. Ohne ihn erhalten Apps keine Antwort: Sie verlangen keine Updates und zeigen keine Wartung.",
          "Noch nicht widerrufen: # Anfragen haben ihn in den letzten 24 Stunden verwendet. Ohne ihn erhalten Apps keine Antwort: Sie verlangen keine Updates und zeigen keine Wartung.",
          locale,
        ),
      justQuiet: (last) =>
        `Warten Sie noch einige Tage: zuletzt verwendet ${last}. Viele Apps werden nur einmal in der Woche gestartet.`,
      quiet: (last) => `Kann widerrufen werden: zuletzt verwendet ${last}. Selten gestartete Apps können ihn noch haben.`,
      refused: (count, locale) =>
        counted(
          count,
          "Apps senden diesen Schlüssel noch: # Anfrage wurde in den letzten 24 Stunden abgelehnt. Diese Apps verlangen keine Updates und zeigen keine Wartung, und ihre Nutzer merken es nicht. Veröffentlichen Sie eine App-Version mit einem anderen Schlüssel.",
          "Apps senden diesen Schlüssel noch: # Anfragen wurden in den letzten 24 Stunden abgelehnt. Diese Apps verlangen keine Updates und zeigen keine Wartung, und ihre Nutzer merken es nicht. Veröffentlichen Sie eine App-Version mit einem anderen Schlüssel.",
          locale,
        ),
      over: "In den letzten 24 Stunden nicht verwendet.",
    },
    noticeTitle: "Apps werden abgelehnt",
    notice: "Diese Apps laufen weiter: Sie verlangen keine Updates und zeigen keine Wartung.",
    refusedWith: {
      expired: (count, key, _, locale) =>
        counted(
          count,
          `# Anfrage mit dem abgelaufenen Schlüssel ${key} erhielt in den letzten 24 Stunden 401`,
          `# Anfragen mit dem abgelaufenen Schlüssel ${key} erhielten in den letzten 24 Stunden 401`,
          locale,
        ),
      revoked: (count, key, _, locale) =>
        counted(
          count,
          `# Anfrage mit dem widerrufenen Schlüssel ${key} erhielt in den letzten 24 Stunden 401`,
          `# Anfragen mit dem widerrufenen Schlüssel ${key} erhielten in den letzten 24 Stunden 401`,
          locale,
        ),
      not_allowed: (count, key, _, locale) =>
        counted(
          count,
          `# Anfrage mit dem Schlüssel ${key} erhielt in den letzten 24 Stunden 403: außerhalb seines Umfangs`,
          `# Anfragen mit dem Schlüssel ${key} erhielten in den letzten 24 Stunden 403: außerhalb seines Umfangs`,
          locale,
        ),
      missing_parameter: (count, key, names, locale) =>
        counted(
          count,
          `# Anfrage mit dem Schlüssel ${key} erhielt in den letzten 24 Stunden 400: ${names} fehlt`,
          `# Anfragen mit dem Schlüssel ${key} erhielten in den letzten 24 Stunden 400: ${names} fehlt`,
          locale,
        ),
      repeated_parameter: (count, key, names, locale) =>
        counted(
          count,
          `# Anfrage mit dem Schlüssel ${key} erhielt in den letzten 24 Stunden 400: ${names} mehrfach gesendet`,
          `# Anfragen mit dem Schlüssel ${key} erhielten in den letzten 24 Stunden 400: ${names} mehrfach gesendet`,
          locale,
        ),
      unknown_platform: (count, key, platform, locale) =>
        counted(
          count,
          `# Anfrage mit dem Schlüssel ${key} erhielt in den letzten 24 Stunden 400: unbekannte Plattform „${platform}“`,
          `# Anfragen mit dem Schlüssel ${key} erhielten in den letzten 24 Stunden 400: unbekannte Plattformen, zum Beispiel „${platform}“`,
          locale,
        ),
      invalid_version: (count, key, version, locale) =>
        counted(
          count,
          `# Anfrage mit dem Schlüssel ${key} erhielt in den letzten 24 Stunden 400: „${version}“ ist nicht als Version lesbar`,
          `# Anfragen mit dem Schlüssel ${key} erhielten in den letzten 24 Stunden 400: nicht lesbare Versionen, zum Beispiel „${version}“`,
          locale,
        ),
    },
    anonymousTitle: "Anfragen ohne bekanntes Projekt",
    anonymous:
      "Letzte 24 Stunden, nur für die Administration sichtbar. Wenige sind Rauschen aus dem Internet; viele bedeuten, dass eine App einen Schlüssel verwendet, der hier fehlt. Importieren Sie ihn.",
    refusedWithout: {
      missing: (count, locale) =>
        counted(count, "# Anfrage ohne Schlüssel erhielt 401", "# Anfragen ohne Schlüssel erhielten 401", locale),
      malformed: (count, locale) =>
        counted(
          count,
          "# Anfrage mit ungültigem Schlüssel erhielt 401: abgeschnitten, in Anführungszeichen, doppelt gesendet oder vertippt",
          "# Anfragen mit ungültigem Schlüssel erhielten 401: abgeschnitten, in Anführungszeichen, doppelt gesendet oder vertippt",
          locale,
        ),
      unknown: (count, locale) =>
        counted(
          count,
          "# Anfrage mit unbekanntem Schlüssel erhielt 401",
          "# Anfragen mit unbekannten Schlüsseln erhielten 401",
          locale,
        ),
    },
  },
);
