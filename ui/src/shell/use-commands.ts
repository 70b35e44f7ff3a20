/** Commands of the palette: what the user may do, from where they are. */
import { useMantineColorScheme } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useRouter } from "@tanstack/react-router";
import type { Role } from "drawbridge-rules/people/role.ts";
import { parseVersion } from "drawbridge-rules/versions/app-version.ts";
import type { IconName } from "../elements/icon.tsx";
import { projectListQuery } from "../projects/project-list.ts";
import { isAtLeast, roleIn, signOut, useSession } from "../session/session.ts";
import { projectOverviewQuery } from "../status/project-overview.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { commandTexts as texts } from "./command-texts.ts";
import {
  type NavigationEntry,
  overviewEntry,
  projectEntries,
  serverEntries,
  setupEntries,
  useScreenLocation,
} from "./navigation.ts";
import { recentProjects } from "./recent-projects.ts";
import { showShortcuts } from "./shortcuts.tsx";

export interface Command {
  readonly id: string;
  readonly label: string;
  readonly icon: IconName;
  readonly keywords?: string;
  readonly run: () => void;
}

interface CommandGroup {
  readonly group: string;
  readonly commands: readonly Command[];
}

type Search = Readonly<Record<string, unknown>>;

/** @param query what was typed: a version is looked up */
export function useCommands(query: string): readonly CommandGroup[] {
  const { project, has } = useScreenLocation();
  const { administrator } = useSession();
  const projects = useQuery(projectListQuery).data ?? [];
  const go = useGo();
  const target = project ?? recentProjects().find((id) => projects.some((each) => each.id === id)) ?? projects[0]?.id ?? null;
  const place = (entry: NavigationEntry): Command => ({
    id: entry.path,
    label: sharedTexts.screens[entry.screen],
    icon: entry.screen,
    run: go(entry.path, target),
  });
  const name = projects.find(({ id }) => id === target)?.name ?? "";
  const ofProject = target === null ? [] : [...projectEntries, ...setupEntries];
  return [
    { group: texts.actionsIn(name), commands: useVerbs(target, query) },
    { group: texts.placesIn(name), commands: [...ofProject, overviewEntry].filter(has).map(place) },
    {
      group: texts.groups.projects,
      commands: projects.map(({ id, name }) => ({
        id: `project ${id}`,
        label: name,
        icon: "overview",
        keywords: id,
        run: go((projectEntries.find(has) ?? overviewEntry).path, id),
      })),
    },
    { group: texts.groups.server, commands: administrator ? serverEntries.filter(has).map(place) : [] },
    { group: texts.groups.own, commands: useOwnCommands() },
  ];
}

/** Which screens there are is known when the program runs, so the path is any text. */
function useGo(): (to: string, project: string | null, search?: Search) => () => void {
  const navigate = useNavigate();
  return (to, project, search = {}) =>
    () =>
      void navigate({ to: to as "/projects/$project/versions", params: { project: project ?? "" }, search: search as object });
}

interface Verb {
  readonly label: string;
  readonly icon: IconName;
  readonly role: Role;
  /** Below the project. */
  readonly to: string;
  readonly search?: Search;
  readonly keywords?: string;
}

/** Verbs of a project, with the least role of each. */
function verbsIn(query: string, platforms: readonly { readonly platform: string; readonly name: string }[]): readonly Verb[] {
  const { words } = texts;
  const version = query.trim();
  const isVersion = /\d/.test(version) && parseVersion(version) !== null;
  return [
    {
      label: isVersion ? texts.lookUp(version) : texts.lookUpAny,
      icon: "search",
      role: "viewer",
      to: "/versions",
      keywords: words.lookUp,
      ...(isVersion ? { search: { version } } : {}),
    },
    {
      label: texts.start,
      icon: "maintenance",
      role: "operator",
      to: "/maintenance",
      search: { start: true },
      keywords: words.start,
    },
    { label: texts.plan, icon: "calendar", role: "operator", to: "/maintenance", search: { create: true }, keywords: words.plan },
    ...platforms.map(
      ({ platform, name }): Verb => ({
        label: texts.editVersions(name),
        icon: "versions",
        role: "editor",
        to: "/versions",
        search: { edit: platform },
        keywords: words.editVersions,
      }),
    ),
    { label: texts.editMessages, icon: "messages", role: "editor", to: "/messages", keywords: words.editMessages },
    { label: texts.undo, icon: "activity", role: "editor", to: "/activity", keywords: words.undo },
    { label: texts.review, icon: "proposals", role: "editor", to: "/activity", search: { show: "approvals" } },
    { label: texts.addPlatform, icon: "plus", role: "editor", to: "/settings", search: { tab: "platforms", create: true } },
    { label: texts.addInstance, icon: "plus", role: "editor", to: "/connect", search: { tab: "instances", create: true } },
    {
      label: texts.createKey,
      icon: "keys",
      role: "owner",
      to: "/connect",
      search: { tab: "keys", create: true },
      keywords: words.createKey,
    },
    {
      label: texts.addMember,
      icon: "people",
      role: "owner",
      to: "/settings",
      search: { tab: "members", create: true },
      keywords: words.addMember,
    },
  ];
}

function useVerbs(project: string | null, query: string): readonly Command[] {
  const session = useSession();
  const go = useGo();
  const { routesByPath } = useRouter();
  const platforms = useQuery({ ...projectOverviewQuery(project ?? ""), enabled: project !== null }).data?.platforms ?? [];
  if (project === null) return [];
  return verbsIn(query, platforms)
    .filter(({ role }) => isAtLeast(roleIn(session, project), role))
    .filter(({ to }) => Object.hasOwn(routesByPath, `/projects/$project${to}`))
    .map(({ role: _, to, search, ...verb }) => ({
      ...verb,
      id: verb.label,
      run: go(`/projects/$project${to}`, project, search),
    }));
}

function useOwnCommands(): readonly Command[] {
  const { administrator } = useSession();
  const go = useGo();
  const queries = useQueryClient();
  const { setColorScheme } = useMantineColorScheme();
  const ofServer: readonly Command[] = [
    {
      id: "invite",
      label: texts.invite,
      icon: "people",
      keywords: texts.words.invite,
      run: go("/people", null, { create: true }),
    },
    { id: "project", label: texts.newProject, icon: "plus", run: go("/new-project", null) },
  ];
  return [
    ...(administrator ? ofServer : []),
    { id: "account", label: texts.account, icon: "account", run: go("/account", null) },
    { id: "light", label: texts.light, icon: "sun", run: () => setColorScheme("light") },
    { id: "dark", label: texts.dark, icon: "moon", run: () => setColorScheme("dark") },
    { id: "shortcuts", label: texts.shortcuts, icon: "help", run: showShortcuts },
    { id: "sign out", label: texts.signOut, icon: "right", run: () => void signOut(queries, false) },
  ];
}
