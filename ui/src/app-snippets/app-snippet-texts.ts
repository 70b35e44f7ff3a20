import { counted, defineTexts } from "../texts/texts.ts";

export const appSnippetTexts = defineTexts(
  {
    title: "Add it to your app",
    tabs: "Language or framework",
    code: (name: string) => `code for ${name}`,
    configLine: "the version request",
    maintenanceLine: "the maintenance request",
    keyHere: "YOUR-KEY",
    needsWeb: "This project has no platform web yet. Add it under Versions first.",
    address: "This is the address the server listens on. If apps reach it through a proxy, use the proxy's address.",
    waiting: "Waiting for the first request…",
    asked: (app: string, when: string) => `${app} asked ${when}`,
    secondsAgo: (count: string) => `${count} s ago`,
    requests: (count: number, locale: string) =>
      counted(count, "# request in the last 24 hours", "# requests in the last 24 hours", locale),
    received: "The first request has arrived.",
  },
  {
    title: "In Ihre App einbauen",
    tabs: "Sprache oder Framework",
    code: (name) => `den Code für ${name}`,
    configLine: "die Versionsanfrage",
    maintenanceLine: "die Wartungsanfrage",
    keyHere: "IHR-SCHLUESSEL",
    needsWeb: "Dieses Projekt hat noch keine Plattform web. Legen Sie sie zuerst unter Versionen an.",
    address:
      "Unter dieser Adresse ist der Server selbst erreichbar. Erreichen Apps ihn über einen Proxy, verwenden Sie dessen Adresse.",
    waiting: "Warten auf die erste Anfrage…",
    asked: (app, when) => `${app} hat ${when} gefragt`,
    secondsAgo: (count) => `vor ${count} s`,
    requests: (count, locale) =>
      counted(count, "# Anfrage in den letzten 24 Stunden", "# Anfragen in den letzten 24 Stunden", locale),
    received: "Die erste Anfrage ist eingegangen.",
  },
);
