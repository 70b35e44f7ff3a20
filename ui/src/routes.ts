/** Every screen: its address, with the search parameters, and its code, which is loaded on use. */

import { createRootRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { credentialStates } from "drawbridge-rules/credentials/credential.ts";
import { historyKinds } from "drawbridge-rules/project/kind.ts";
import { type Period, periods } from "./adoption/adoption-list.ts";
import { edgeStates } from "./edges/edge-state.ts";
import { kinds } from "./messages/message-kinds.ts";
import { dateIn, flagIn, instantIn, oneOf, readSearch, type Search, textIn, zoneIn } from "./search-values.ts";
import { connection } from "./server-connection.ts";
import { Shell } from "./shell/shell.tsx";
import { webhookStates } from "./webhooks/webhook-list.ts";

/** The parent of every screen: the frame around them. */
const rootRoute = createRootRoute({ component: Shell });
const getParentRoute = () => rootRoute;

export const accountRoute = createRoute({
  getParentRoute,
  path: "/account",
  component: lazyScreen(() => import("./account/account-screen.tsx"), "AccountScreen"),
});

const kindIn = oneOf(historyKinds);

const search = {
  /** Only requests for approval. */
  show: oneOf(["approvals"]),
  /** The open item. */
  revision: revisionIn,
  proposal: textIn,
  kind: kindIn,
  /** Id of a resource. */
  id: (given: Search, name: string) => (kindIn(given, "kind") === undefined ? undefined : textIn(given, name)),
  /** Id of a person or a token. */
  actor: textIn,
  query: textIn,
};
const readActivitySearch = readSearch(search);
/** The server's log can show a project's. */
const readLogSearch = readSearch({ ...search, project: textIn });
export type ActivitySearch = ReturnType<typeof readLogSearch>;

export type Go = (changed: ActivitySearch) => void;

/** An item in the address. */
export type OpenItem = Pick<ActivitySearch, "revision" | "proposal">;
export const noItem = { revision: undefined, proposal: undefined };

export const activityRoute = createRoute({
  getParentRoute,
  path: "/projects/$project/activity",
  validateSearch: readActivitySearch,
  component: lazyScreen(() => import("./activity/activity-screen.tsx"), "ActivityScreen"),
});

export const logRoute = createRoute({
  getParentRoute,
  path: "/log",
  validateSearch: readLogSearch,
  component: lazyScreen(() => import("./activity/activity-screen.tsx"), "LogScreen"),
});

function revisionIn(given: Search, name: string): number | undefined {
  const revision = Number(textIn(given, name));
  return Number.isSafeInteger(revision) && revision > 0 ? revision : undefined;
}

export const connectRoute = createRoute({
  getParentRoute,
  path: "/projects/$project/connect",
  validateSearch: readSearch({
    /** Default: the first. */
    tab: oneOf(["steps", "keys", "instances"]),
    query: textIn,
    state: oneOf(credentialStates),
    /** Id of the open key or instance. */
    edit: textIn,
    /** A new key or instance. */
    create: flagIn,
  }),
  component: lazyScreen(() => import("./connect/connect-screen.tsx"), "ConnectScreen"),
});

export const edgesRoute = createRoute({
  getParentRoute,
  path: "/edges",
  validateSearch: readSearch({
    query: textIn,
    state: oneOf(edgeStates),
    /** Open edge: the id of its token, a slash and its own id. */
    edge: textIn,
    /** The id of the token that is open. */
    token: textIn,
    createToken: flagIn,
  }),
  component: lazyScreen(() => import("./edges/edges-screen.tsx"), "EdgesScreen"),
});

export const views = ["day", "week", "month", "list"] as const;
export type MaintenanceView = (typeof views)[number];

const readMaintenanceSearch = readSearch({
  /** The form that starts maintenance now. */
  start: flagIn,
  /** Default: a view that fits the width of the screen. */
  view: oneOf(views),
  /** Visible date, `2026-12-06`; default: today. */
  at: shownDateIn,
  /** IANA; default: the browser's. */
  zone: zoneIn,
  query: textIn,
  /** Only lanes with maintenance. */
  lanes: oneOf(["busy"]),
  /** Open occurrence, `db-upgrade/2026-12-06T02:00`. */
  occurrence: textIn,
  /** Id of the open window. */
  edit: textIn,
  /** New window: `from` and `until` on the clock of `zone`, with this scope. */
  create: flagIn,
  from: wallIn,
  until: wallIn,
  instances: textsIn,
  platforms: textsIn,
});
export type MaintenanceSearch = ReturnType<typeof readMaintenanceSearch>;

export const maintenanceRoute = createRoute({
  getParentRoute,
  path: "/projects/$project/maintenance",
  validateSearch: readMaintenanceSearch,
  component: lazyScreen(() => import("./maintenance/maintenance-screen.tsx"), "MaintenanceScreen"),
});

/** One, or several. */
function textsIn(search: Search, name: string): readonly string[] | undefined {
  const value = search[name];
  const texts = (Array.isArray(value) ? value : [value]).filter((text) => typeof text === "string" && text !== "");
  return texts.length > 0 ? [...new Set<string>(texts)] : undefined;
}

/** Four-digit years, far enough from both ends that all dates shown beside it have four digits too. */
function shownDateIn(search: Search, name: string): string | undefined {
  const date = dateIn(search, name);
  return date !== undefined && date > "1970-01-01" && date < "9990-01-01" ? date : undefined;
}

function wallIn(search: Search, name: string): string | undefined {
  const text = textIn(search, name) ?? "";
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;
}

const readMessageSearch = readSearch({
  /** Default: the first. */
  kind: oneOf(kinds),
  /** Language of the text and of the phone; default: the project's first. */
  language: textIn,
  /** App of the phone; links from Test name it. */
  platform: textIn,
  version: textIn,
});
export const messagesRoute = createRoute({
  getParentRoute,
  path: "/projects/$project/messages",
  validateSearch: readMessageSearch,
  component: lazyScreen(() => import("./messages/messages-screen.tsx"), "MessagesScreen"),
});

/** Changes a part of the address in place. */
export function useMessageSearch(): (search: ReturnType<typeof readMessageSearch>) => void {
  const navigate = messagesRoute.useNavigate();
  return (changed) => void navigate({ search: (search) => ({ ...search, ...changed }), replace: true, resetScroll: false });
}

export const overviewRoute = createRoute({
  getParentRoute,
  path: "/",
  validateSearch: readSearch({
    /** A part of the name or id of a project. */
    query: textIn,
  }),
  component: lazyScreen(() => import("./overview/overview-screen.tsx"), "OverviewScreen"),
});

export const personStates = ["active", "invited", "disabled"] as const;
export type PersonState = (typeof personStates)[number];

export const peopleRoute = createRoute({
  getParentRoute,
  path: "/people",
  validateSearch: readSearch({
    query: textIn,
    state: oneOf(personStates),
    /** The id of the one who is open. */
    open: textIn,
    create: flagIn,
  }),
  component: lazyScreen(() => import("./people/people-screen.tsx"), "PeopleScreen"),
});

export const newProjectRoute = createRoute({
  getParentRoute,
  path: "/new-project",
  component: lazyScreen(() => import("./projects/new-project-screen.tsx"), "NewProjectScreen"),
});

export const settingsTabs = ["general", "platforms", "approval", "members", "tokens", "manifest"] as const;

export const settingsRoute = createRoute({
  getParentRoute,
  path: "/projects/$project/settings",
  validateSearch: readSearch({
    /** Default: the first. */
    tab: oneOf(settingsTabs),
    /** Id of the open platform, member or calendar. */
    edit: textIn,
    create: flagIn,
    /** These are parameters of the tokens. */
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
  /** Default: none, for an app that asks about no instance. */
  instance: textIn,
  /** BCP 47; default: the project's first language. */
  lang: textIn,
  /** Version of the operating system; default: unknown. */
  os: textIn,
  /** RFC 3339, in a link also a duration from now; default: the present. */
  at: instantIn,
});
export type SimulatorSearch = ReturnType<typeof readSimulatorSearch>;

export const simulatorRoute = createRoute({
  getParentRoute,
  path: "/projects/$project/test",
  validateSearch: readSimulatorSearch,
  component: lazyScreen(() => import("./simulator/simulator-screen.tsx"), "SimulatorScreen"),
});

/** Home of a project. */
export const statusRoute = createRoute({
  getParentRoute,
  path: "/projects/$project",
  component: lazyScreen(() => import("./status/status-screen.tsx"), "StatusScreen"),
});

export const tokensRoute = createRoute({
  getParentRoute,
  path: "/tokens",
  validateSearch: readSearch({
    query: textIn,
    state: oneOf(credentialStates),
    /** The id of the one that is open. */
    token: textIn,
    createToken: flagIn,
  }),
  component: lazyScreen(() => import("./tokens/access-tokens.tsx"), "TokensScreen"),
});

export const versionPoliciesRoute = createRoute({
  getParentRoute,
  path: "/projects/$project/versions",
  validateSearch: readSearch({
    /** The version that is looked up. */
    version: textIn,
    /** The platform to scroll to, with its rules open. */
    edit: textIn,
    /** Moves the platform's dated step to a later time, as an unpublished change. */
    step: oneOf(["move"]),
    /** Period of the adoption charts. */
    period: oneOf(periods),
  }),
  component: lazyScreen(() => import("./version-policies/version-policies-screen.tsx"), "VersionPoliciesScreen"),
});

/** The version that is looked up, and how to look up another. No step to go back by. */
export function useLookedUp(): readonly [string, (version: string) => void] {
  const { version = "" } = versionPoliciesRoute.useSearch();
  const navigate = versionPoliciesRoute.useNavigate();
  const lookUp = (text: string) =>
    void navigate({ search: (search) => ({ ...search, version: text === "" ? undefined : text }), replace: true });
  return [version, lookUp];
}

/** The period of the adoption shown, and how to choose another. */
export function usePeriod(): readonly [Period, (period: Period) => void] {
  const { period = periods[0] } = versionPoliciesRoute.useSearch();
  const navigate = versionPoliciesRoute.useNavigate();
  return [period, (chosen) => void navigate({ search: (search) => ({ ...search, period: chosen }), replace: true })];
}

export const webhooksRoute = createRoute({
  getParentRoute,
  path: "/webhooks",
  validateSearch: readSearch({
    query: textIn,
    state: oneOf(webhookStates),
    /** The id of the one that is open. */
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

/** `lazyScreen(() => import("./instances/instances-screen.tsx"), "InstancesScreen")` */
function lazyScreen<Module extends Record<string, unknown>, Name extends keyof Module>(load: () => Promise<Module>, name: Name) {
  return lazyRouteComponent(() => load().catch(() => loadAgain(load)), name);
}

/** The router reloads a page whose files are gone, as after an update; while the server is unreachable, a reload would fail. */
async function loadAgain<Module>(load: () => Promise<Module>): Promise<Module> {
  await connection.answering();
  return load();
}
