import type { settings } from "./settings.ts";

export const settingGroups: readonly { readonly title: string; readonly names: readonly (keyof typeof settings)[] }[] = [
  {
    title: "Listeners",
    names: ["listen", "adminListen", "metricsListen", "edgeListen", "publicUrl", "trustedProxies", "sharedPort", "webhookAllow"],
  },
  { title: "Store", names: ["data", "databaseUrl"] },
  { title: "Object store", names: ["objects", "objectsKey"] },
  { title: "Access", names: ["adminToken", "metricsToken", "oidcIssuer", "oidcClientId", "oidcClientSecret", "oidcPeople"] },
  { title: "Edges", names: ["edgeOrigin", "edgeToken"] },
  { title: "Limits and stopping", names: ["keyLimit", "stopDelay"] },
  { title: "Log and time zones", names: ["logLevel", "logAddresses", "tzdata"] },
  { title: "Command line", names: ["url", "token", "project"] },
];
