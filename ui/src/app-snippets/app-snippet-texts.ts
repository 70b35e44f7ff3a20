import { counted } from "../texts/formats.ts";

export const appSnippetTexts = {
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
  requests: (count: number) => counted(count, "# request in the last 24 hours", "# requests in the last 24 hours"),
  received: "The first request has arrived.",
};
