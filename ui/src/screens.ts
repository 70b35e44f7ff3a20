/** Every screen, one line each; only these have an address and a place in the navigation. */
export { accountRoute } from "./account/account-route.ts";
export { activityRoute, logRoute } from "./activity/activity-route.ts";
export { connectRoute } from "./connect/connect-route.ts";
export { edgesRoute } from "./edges/edges-route.ts";
export { maintenanceRoute } from "./maintenance/maintenance-route.ts";
export { messagesRoute } from "./messages/messages-route.ts";
export { overviewRoute } from "./overview/overview-route.ts";
export { peopleRoute } from "./people/people-route.ts";
export { newProjectRoute } from "./projects/new-project-route.ts";
export { settingsRoute } from "./settings/settings-route.ts";
export { simulatorRoute } from "./simulator/simulator-route.ts";
export { statusRoute } from "./status/status-route.ts";
export { tokensRoute } from "./tokens/tokens-route.ts";
export { versionPoliciesRoute } from "./version-policies/version-policies-route.ts";
export { webhooksRoute } from "./webhooks/webhooks-route.ts";
