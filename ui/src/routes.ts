import { createRootRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { credentialStates } from "drawbridge-rules/credentials/credential.ts";
import { historyKinds } from "drawbridge-rules/project/kind.ts";
import { type Period, periods } from "./adoption/adoption-list.ts";
import { edgeStates } from "./edges/edge-state.ts";
import type { MaintenanceView } from "./maintenance/calendar/zone-time.ts";
import { kinds } from "./messages/message-kinds.ts";
import { dateIn, flagIn, instantIn, oneOf, readSearch, type Search, textIn, zoneIn } from "./search-values.ts";
import { connection } from "./server-connection.ts";
import { Shell } from "./shell/shell.tsx";
import { webhookStates } from "./webhooks/webhook-list.ts";

const rootRoute = createRootRoute({ component: Shell });
const at = <const Path extends string>(path: Path) => ({ path, getParentRoute: () => rootRoute });

export const accountRoute = createRoute({
  ...at("/account"),
  component: lazyScreen(() => import("./account/account-screen.tsx"), "AccountScreen"),
});

const kindIn = oneOf(historyKinds);

const search = {
  show: oneOf(["approvals"]),
  revision: revisionIn,
  proposal: textIn,
  kind: kindIn,
  id: (given: Search, name: string) => (kindIn(given, "kind") === undefined ? undefined : textIn(given, name)),
  /** A person or a token. */
  actor: textIn,
  query: textIn,
};
const readActivitySearch = readSearch(search);
const readLogSearch = readSearch({ ...search, project: textIn });
export type ActivitySearch = ReturnType<typeof readLogSearch>;

export type Go = (changed: ActivitySearch) => void;

export type OpenItem = Pick<ActivitySearch, "revision" | "proposal">;
export const noItem = { revision: undefined, proposal: undefined };

export const activityRoute = createRoute({
  ...at("/projects/$project/activity"),
  validateSearch: readActivitySearch,
  component: lazyScreen(() => import("./activity/activity-screen.tsx"), "ActivityScreen"),
});

export const logRoute = createRoute({
  ...at("/log"),
  validateSearch: readLogSearch,
  component: lazyScreen(() => import("./activity/activity-screen.tsx"), "LogScreen"),
});

function revisionIn(given: Search, name: string): number | undefined {
  const revision = Number(textIn(given, name));
  return Number.isSafeInteger(revision) && revision > 0 ? revision : undefined;
}

export const connectRoute = createRoute({
  ...at("/projects/$project/connect"),
  validateSearch: readSearch({
    tab: oneOf(["steps", "keys", "instances"]),
    query: textIn,
    state: oneOf(credentialStates),
    /** A key or an instance. */
    edit: textIn,
    create: flagIn,
  }),
  component: lazyScreen(() => import("./connect/connect-screen.tsx"), "ConnectScreen"),
});

export const edgesRoute = createRoute({
  ...at("/edges"),
  validateSearch: readSearch({
    query: textIn,
    state: oneOf(edgeStates),
    /** The token's id, a slash, and the edge's own id. */
    edge: textIn,
    token: textIn,
    createToken: flagIn,
  }),
  component: lazyScreen(() => import("./edges/edges-screen.tsx"), "EdgesScreen"),
});

export const views = ["day", "week", "month", "list"] as const satisfies readonly MaintenanceView[];

const readMaintenanceSearch = readSearch({
  /** Opens the form that starts maintenance now. */
  start: flagIn,
  /** Default: fits the width of the screen. */
  view: oneOf(views),
  /** `2026-12-06`; default: today. */
  at: shownDateIn,
  /** IANA; default: the browser's. */
  zone: zoneIn,
  query: textIn,
  /** Only lanes with maintenance. */
  lanes: oneOf(["busy"]),
  /** `db-upgrade/2026-12-06T02:00` */
  occurrence: textIn,
  /** A window. */
  edit: textIn,
  /** A new window, on the clock of `zone`. */
  create: flagIn,
  from: wallIn,
  until: wallIn,
  instances: textsIn,
  platforms: textsIn,
});
export type MaintenanceSearch = ReturnType<typeof readMaintenanceSearch>;

export const maintenanceRoute = createRoute({
  ...at("/projects/$project/maintenance"),
  validateSearch: readMaintenanceSearch,
  component: lazyScreen(() => import("./maintenance/maintenance-screen.tsx"), "MaintenanceScreen"),
});

function textsIn(search: Search, name: string): readonly string[] | undefined {
  const value = search[name];
  const texts = (Array.isArray(value) ? value : [value]).filter((text) => typeof text === "string" && text !== "");
  return texts.length > 0 ? [...new Set<string>(texts)] : undefined;
}

/** All dates shown beside it have four-digit years too. */
function shownDateIn(search: Search, name: string): string | undefined {
  const date = dateIn(search, name);
  return date !== undefined && date > "1970-01-01" && date < "9990-01-01" ? date : undefined;
}

function wallIn(search: Search, name: string): string | undefined {
  const text = textIn(search, name) ?? "";
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;
}

const readMessageSearch = readSearch({
  kind: oneOf(kinds),
  /** Default: the project's first. */
  language: textIn,
  /** Links from Test name the app. */
  platform: textIn,
  version: textIn,
});
export const messagesRoute = createRoute({
  ...at("/projects/$project/messages"),
  validateSearch: readMessageSearch,
  component: lazyScreen(() => import("./messages/messages-screen.tsx"), "MessagesScreen"),
});

export function useMessageSearch(): (search: ReturnType<typeof readMessageSearch>) => void {
  const navigate = messagesRoute.useNavigate();
  return (changed) => void navigate({ search: (search) => ({ ...search, ...changed }), replace: true, resetScroll: false });
}

export const overviewRoute = createRoute({
  ...at("/"),
  validateSearch: readSearch({
    query: textIn,
  }),
  component: lazyScreen(() => import("./overview/overview-screen.tsx"), "OverviewScreen"),
});

export const peopleRoute = createRoute({
  ...at("/people"),
  validateSearch: readSearch({
    query: textIn,
    state: oneOf(["active", "invited", "disabled"]),
    open: textIn,
    create: flagIn,
  }),
  component: lazyScreen(() => import("./people/people-screen.tsx"), "PeopleScreen"),
});

export const newProjectRoute = createRoute({
  ...at("/new-project"),
  component: lazyScreen(() => import("./projects/new-project-screen.tsx"), "NewProjectScreen"),
});

export const settingsRoute = createRoute({
  ...at("/projects/$project/settings"),
  validateSearch: readSearch({
    tab: oneOf(["general", "platforms", "approval", "members", "tokens", "manifest"]),
    /** A platform, a member or a calendar. */
    edit: textIn,
    create: flagIn,
    /** The rest are parameters of the tokens. */
    query: textIn,
    state: oneOf(credentialStates),
    token: textIn,
    createToken: flagIn,
  }),
  component: lazyScreen(() => import("./settings/settings-screen.tsx"), "SettingsScreen"),
});

const readSimulatorSearch = readSearch({
  platform: textIn,
  version: textIn,
  instance: textIn,
  /** BCP 47; default: the project's first language. */
  lang: textIn,
  /** Default: unknown. */
  os: textIn,
  /** RFC 3339, or a duration from now; default: the present. */
  at: instantIn,
});
export type SimulatorSearch = ReturnType<typeof readSimulatorSearch>;

export const simulatorRoute = createRoute({
  ...at("/projects/$project/test"),
  validateSearch: readSimulatorSearch,
  component: lazyScreen(() => import("./simulator/simulator-screen.tsx"), "SimulatorScreen"),
});

export const statusRoute = createRoute({
  ...at("/projects/$project"),
  component: lazyScreen(() => import("./status/status-screen.tsx"), "StatusScreen"),
});

export const tokensRoute = createRoute({
  ...at("/tokens"),
  validateSearch: readSearch({
    query: textIn,
    state: oneOf(credentialStates),
    token: textIn,
    createToken: flagIn,
  }),
  component: lazyScreen(() => import("./tokens/access-tokens.tsx"), "TokensScreen"),
});

export const versionPoliciesRoute = createRoute({
  ...at("/projects/$project/versions"),
  validateSearch: readSearch({
    version: textIn,
    /** Scrolls to the platform and opens its rules. */
    edit: textIn,
    /** Moves the platform's dated step to a later time, as an unpublished change. */
    step: oneOf(["move"]),
    period: oneOf(periods),
  }),
  component: lazyScreen(() => import("./version-policies/version-policies-screen.tsx"), "VersionPoliciesScreen"),
});

/** A look-up is no step to go back by. */
export function useLookedUp(): readonly [string, (version: string) => void] {
  const { version = "" } = versionPoliciesRoute.useSearch();
  const navigate = versionPoliciesRoute.useNavigate();
  const lookUp = (text: string) =>
    void navigate({ search: (search) => ({ ...search, version: text === "" ? undefined : text }), replace: true });
  return [version, lookUp];
}

export function usePeriod(): readonly [Period, (period: Period) => void] {
  const { period = periods[0] } = versionPoliciesRoute.useSearch();
  const navigate = versionPoliciesRoute.useNavigate();
  return [period, (chosen) => void navigate({ search: (search) => ({ ...search, period: chosen }), replace: true })];
}

export const webhooksRoute = createRoute({
  ...at("/webhooks"),
  validateSearch: readSearch({
    query: textIn,
    state: oneOf(webhookStates),
    edit: textIn,
    create: flagIn,
  }),
  component: lazyScreen(() => import("./webhooks/webhooks-screen.tsx"), "WebhooksScreen"),
});

const screens = {
  accountRoute,
  activityRoute,
  logRoute,
  connectRoute,
  edgesRoute,
  maintenanceRoute,
  messagesRoute,
  overviewRoute,
  peopleRoute,
  newProjectRoute,
  settingsRoute,
  simulatorRoute,
  statusRoute,
  tokensRoute,
  versionPoliciesRoute,
  webhooksRoute,
};
export type ScreenRoute = keyof typeof screens;

export const routeTree = rootRoute.addChildren(screens);

/** The router reloads a page whose files are gone after an update; without the server, a reload would fail. */
function lazyScreen<Module extends Record<string, unknown>, Name extends keyof Module>(load: () => Promise<Module>, name: Name) {
  return lazyRouteComponent(() => load().catch(() => connection.answering().then(load)), name);
}
