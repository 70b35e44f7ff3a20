import "@mantine/spotlight/styles.layer.css";
import { useMantineColorScheme } from "@mantine/core";
import { Spotlight, spotlight } from "@mantine/spotlight";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { Role } from "drawbridge-rules/people/role.ts";
import { parseVersion } from "drawbridge-rules/versions/app-version.ts";
import { useEffect, useState } from "react";
import { Icon, type IconName } from "../elements/icon.tsx";
import { projectListQuery } from "../projects/project-list.ts";
import { isAtLeast, roleIn, signOut, useSession } from "../session/session.ts";
import { projectOverviewQuery } from "../status/project-overview.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { commandTexts as texts } from "./command-texts.ts";
import { type Place, useScreenLocation } from "./navigation.ts";
import { recentProjects } from "./recent-projects.ts";
import classes from "./shell.module.css";

/** The others are found by typing. */
const most = 40;

/** @param opened changes with each opening */
export function CommandPalette({ opened }: { readonly opened: number }) {
  const [query, setQuery] = useState("");
  const groups = useCommands(query);
  // biome-ignore lint/correctness/useExhaustiveDependencies: opens again at each number
  useEffect(() => {
    // While it closes, it still has the old text.
    setQuery("");
    spotlight.open();
  }, [opened]);
  return (
    <Spotlight
      shortcut={null}
      attributes={{ content: { "aria-label": sharedTexts.shell.commands } }}
      query={query}
      onQueryChange={setQuery}
      scrollable
      maxHeight="60vh"
      limit={most}
      nothingFound={texts.none}
      highlightQuery
      centered={false}
      overlayProps={{ backgroundOpacity: 0.35 }}
      classNames={{
        action: classes.action,
        actionLabel: classes.actionLabel,
        actionsGroup: classes.actions,
      }}
      searchProps={{ size: "md", placeholder: sharedTexts.shell.commands, "aria-label": sharedTexts.shell.commands }}
      actions={groups.map(({ group, commands }) => ({
        group,
        actions: commands.map(({ icon, ...command }) => ({ ...command, leftSection: <Icon name={icon} /> })),
      }))}
    />
  );
}

interface Command {
  readonly id: string;
  readonly label: string;
  readonly icon: IconName;
  readonly keywords?: string;
  readonly onClick: () => void;
}

type Search = Readonly<Record<string, unknown>>;

/** @param query a version is looked up */
function useCommands(query: string): readonly { readonly group: string; readonly commands: readonly Command[] }[] {
  const { project, placesIn } = useScreenLocation();
  const { administrator } = useSession();
  const projects = useQuery(projectListQuery).data ?? [];
  const go = useGo();
  const target = project ?? recentProjects().find((id) => projects.some((each) => each.id === id)) ?? projects[0]?.id ?? null;
  const place = ({ screen, path }: Place): Command => ({
    id: path,
    label: sharedTexts.screens[screen],
    icon: screen,
    onClick: go(path, target),
  });
  const name = projects.find(({ id }) => id === target)?.name ?? "";
  const inProject = target === null ? placesIn("all") : placesIn("project", "setup", "all");
  return [
    { group: texts.actionsIn(name), commands: useVerbs(target, query) },
    { group: texts.placesIn(name), commands: inProject.map(place) },
    {
      group: texts.groups.projects,
      commands: projects.map(({ id, name }) => ({
        id: `project ${id}`,
        label: name,
        icon: "overview",
        keywords: id,
        onClick: go("/projects/$project", id),
      })),
    },
    { group: texts.groups.server, commands: administrator ? placesIn("server").map(place) : [] },
    { group: texts.groups.own, commands: useOwnCommands() },
  ];
}

/** Any screen, which is known only at run time. */
function useGo(): (to: string, project: string | null, search?: Search) => () => void {
  const navigate = useNavigate();
  return (to, project, search = {}) =>
    () =>
      void navigate({ to: to as "/projects/$project/versions", params: { project: project ?? "" }, search: search as object });
}

function verbsIn(query: string, platforms: readonly { readonly platform: string; readonly name: string }[]) {
  const { words } = texts;
  const version = query.trim();
  const isVersion = /\d/.test(version) && parseVersion(version) !== null;
  const verb = (label: string, icon: IconName, role: Role, to: string, search: Search = {}, keywords = "") => {
    return { label, icon, role, to, search, keywords };
  };
  return [
    isVersion
      ? verb(texts.lookUp(version), "search", "viewer", "/versions", { version }, words.lookUp)
      : verb(texts.lookUpAny, "search", "viewer", "/versions", {}, words.lookUp),
    verb(texts.start, "maintenance", "operator", "/maintenance", { start: true }, words.start),
    verb(texts.plan, "calendar", "operator", "/maintenance", { create: true }, words.plan),
    ...platforms.map(({ platform, name }) =>
      verb(texts.editVersions(name), "versions", "editor", "/versions", { edit: platform }, words.editVersions),
    ),
    verb(texts.editMessages, "messages", "editor", "/messages", {}, words.editMessages),
    verb(texts.undo, "activity", "editor", "/activity", {}, words.undo),
    verb(texts.review, "proposals", "editor", "/activity", { show: "approvals" }),
    verb(texts.addPlatform, "plus", "editor", "/settings", { tab: "platforms", create: true }),
    verb(texts.addInstance, "plus", "editor", "/connect", { tab: "instances", create: true }),
    verb(texts.createKey, "keys", "owner", "/connect", { tab: "keys", create: true }, words.createKey),
    verb(texts.addMember, "people", "owner", "/settings", { tab: "members", create: true }, words.addMember),
  ];
}

function useVerbs(project: string | null, query: string): readonly Command[] {
  const session = useSession();
  const go = useGo();
  const platforms = useQuery({ ...projectOverviewQuery(project ?? ""), enabled: project !== null }).data?.platforms ?? [];
  if (project === null) return [];
  return verbsIn(query, platforms)
    .filter(({ role }) => isAtLeast(roleIn(session, project), role))
    .map(({ role: _, to, search, ...verb }) => ({
      ...verb,
      id: verb.label,
      onClick: go(`/projects/$project${to}`, project, search),
    }));
}

function useOwnCommands(): readonly Command[] {
  const { administrator } = useSession();
  const go = useGo();
  const queries = useQueryClient();
  const { setColorScheme } = useMantineColorScheme();
  const invite = go("/people", null, { create: true });
  const ofServer: readonly Command[] = [
    { id: "invite", label: texts.invite, icon: "people", keywords: texts.words.invite, onClick: invite },
    { id: "project", label: texts.newProject, icon: "plus", onClick: go("/new-project", null) },
  ];
  return [
    ...(administrator ? ofServer : []),
    { id: "account", label: sharedTexts.shell.openAccount, icon: "account", onClick: go("/account", null) },
    { id: "light", label: texts.light, icon: "sun", onClick: () => setColorScheme("light") },
    { id: "dark", label: texts.dark, icon: "moon", onClick: () => setColorScheme("dark") },
    { id: "sign out", label: sharedTexts.shell.signOut, icon: "right", onClick: () => void signOut(queries, false) },
  ];
}
