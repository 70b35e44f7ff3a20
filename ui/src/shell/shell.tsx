import "./keyboard-focus.ts";
import { ActionIcon, Alert, Box, Burger, Button, Group, Indicator, NavLink, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { useQueries, useQuery } from "@tanstack/react-query";
import { Link, Outlet, useRouter, useRouterState } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useState } from "react";
import { Icon } from "../elements/icon.tsx";
import { useLiveUpdates } from "../live/live-updates.ts";
import { VerbPlace } from "../maintenance/occurrence/verb-place.tsx";
import { projectListQuery, useProjectName } from "../projects/project-list.ts";
import { ReviewProvider } from "../review/use-review.tsx";
import { connection, useServerState } from "../server-connection.ts";
import { roleIn, useSession } from "../session/session.ts";
import { findFacts } from "../status/project-facts.ts";
import { projectOverviewQuery } from "../status/project-overview.ts";
import { formatTime } from "../texts/formats.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { CommandField } from "./command-field.tsx";
import { type Place, useScreenLocation } from "./navigation.ts";
import { rememberProject } from "./recent-projects.ts";
import classes from "./shell.module.css";
import { StateDot } from "./state-dot.tsx";
import { usePanel } from "./use-panel.ts";

const loadMenu = () => import("./project-menu.tsx").then(({ ProjectMenu }) => ({ default: ProjectMenu }));
const ProjectMenu = lazy(loadMenu);
const Toasts = lazy(() => import("../review/toasts.tsx").then(({ Toasts }) => ({ default: Toasts })));

export function Shell() {
  const { shell } = sharedTexts;
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const isLive = useLiveUpdates(useScreenLocation().project);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page behind a followed link must be visible
  useEffect(close, [pathname]);
  return (
    <ReviewProvider>
      <button type="button" className={classes.skip} onClick={() => document.getElementById("content")?.focus()}>
        {shell.skip}
      </button>
      <header className={classes.bar}>
        <Burger
          hiddenFrom="sm"
          size="sm"
          opened={isOpen}
          onClick={toggle}
          aria-label={isOpen ? shell.closeNavigation : shell.openNavigation}
          aria-expanded={isOpen}
        />
        <Link to="/" className={classes.brand} aria-label={sharedTexts.product}>
          <img src={`${import.meta.env.BASE_URL}icon.svg`} alt="" width={24} height={24} />
        </Link>
        <ProjectSwitcher />
        <CommandField />
        <ApprovalsLink />
        <AccountMenu />
      </header>
      <nav className={classes.rail} data-open={isOpen || undefined} aria-label={shell.navigation}>
        <Navigation isLive={isLive} />
      </nav>
      <main id="content" className={classes.content} tabIndex={-1}>
        <UnreachableBanner />
        <div className={classes.outlet}>
          <Outlet />
        </div>
      </main>
      <VerbPlace />
      <LateToasts />
    </ReviewProvider>
  );
}

/** Earlier toasts wait until the first screen is drawn. */
function LateToasts() {
  const router = useRouter();
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => router.subscribe("onRendered", () => setDrawn(true)), [router]);
  return <Suspense>{isDrawn && <Toasts />}</Suspense>;
}

function UnreachableBanner() {
  const { shell } = sharedTexts;
  const { awaySince } = useServerState();
  useEffect(() => {
    return connection.onReturn(() => notifications.show({ color: "accent", message: shell.back }));
  }, []);
  return (
    <div role="status">
      {awaySince !== null && (
        <Alert color="caution" mb="md" pos="sticky" top="var(--console-bar)" style={{ zIndex: 90 }}>
          <Group justify="space-between">
            {shell.away(formatTime(awaySince))}
            <Button size="xs" onClick={() => void connection.tryNow()}>
              {shell.tryNow}
            </Button>
          </Group>
        </Alert>
      )}
    </div>
  );
}

function ApprovalsLink() {
  const { project } = useScreenLocation();
  const me = useSession();
  const all = useQuery(projectListQuery).data ?? [];
  const ids = project === null ? all.map(({ id }) => id) : [project];
  const counts = useQueries({ queries: ids.map((id) => projectOverviewQuery(id)) }).map(({ data }, index) =>
    data ? findFacts(data, me, roleIn(me, ids[index] ?? ""), Date.now()).filter(({ kind }) => kind === "proposal").length : 0,
  );
  const count = counts.reduce((sum, each) => sum + each, 0);
  const first = ids[counts.findIndex((each) => each > 0)];
  if (first === undefined) return null;
  const text = sharedTexts.shell.approvals(count);
  return (
    <Indicator label={count} size={18} offset={8} color="accent" zIndex={1}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={text}
        title={text}
        renderRoot={(props) => (
          <Link
            {...props}
            to="/projects/$project/activity"
            params={{ project: first }}
            search={{ show: "approvals" } as object}
          />
        )}
      >
        <Icon name="proposals" />
      </ActionIcon>
    </Indicator>
  );
}

const load = () => import("./account-panel.tsx").then(({ AccountPanel }) => ({ default: AccountPanel }));
const AccountPanel = lazy(load);

function AccountMenu() {
  const { person } = useSession();
  const { isOpen, leave, frame, button } = usePanel(load);
  return (
    <div className={classes.opener} {...frame}>
      <ActionIcon {...button} aria-label={sharedTexts.shell.account} variant="light" color="gray" radius="xl">
        <span className={classes.initials} data-initials={initialsOf(person?.name ?? sharedTexts.shell.byToken)} />
      </ActionIcon>
      {isOpen && (
        <Suspense>
          <AccountPanel onClose={leave} />
        </Suspense>
      )}
    </div>
  );
}

/** "Ada Keller" → "AK" */
function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== "");
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => [...(word ?? "")][0] ?? "")
    .join("")
    .toUpperCase();
}

function ProjectSwitcher() {
  const { shell } = sharedTexts;
  const { project } = useScreenLocation();
  const name = useProjectName(project ?? "");
  const { isOpen, leave, frame, button } = usePanel(loadMenu);
  useEffect(() => {
    if (project !== null) rememberProject(project);
  }, [project]);
  return (
    <div className={classes.switcher} {...frame}>
      <Button
        {...button}
        variant="subtle"
        color="gray"
        aria-label={project === null ? shell.findProject : `${shell.project}: ${name}`}
        leftSection={project !== null && <StateDot project={project} />}
        rightSection={<Icon name="updown" size={0.875} />}
      >
        {project === null ? shell.findProject : name}
      </Button>
      {isOpen && (
        <Suspense>
          <ProjectMenu onClose={leave} />
        </Suspense>
      )}
    </div>
  );
}

function Navigation({ isLive }: { readonly isLive: boolean | null }) {
  const { shell } = sharedTexts;
  const { project, placesIn } = useScreenLocation();
  const { administrator } = useSession();
  const name = useProjectName(project ?? "");
  return (
    <>
      <Box flex={1} style={{ overflowY: "auto" }}>
        <NavigationPart places={placesIn("all")} />
        {project !== null && <NavigationPart title={name} places={placesIn("project")} />}
        {project !== null && <NavigationPart title={shell.setup} places={placesIn("setup")} />}
        {administrator && <NavigationPart title={shell.server} places={placesIn("server")} />}
      </Box>
      {isLive === false && (
        <Text size="xs" c="dimmed" p="xs">
          {shell.notLive}
        </Text>
      )}
    </>
  );
}

function NavigationPart({ title, places }: { readonly title?: string; readonly places: readonly Place[] }) {
  return (
    <>
      {title !== undefined && (
        <Text size="xs" c="dimmed" fw={500} px="sm" pt="md" pb={4} truncate>
          {title}
        </Text>
      )}
      {places.map((place) => (
        <NavigationEntry key={place.screen} {...place} />
      ))}
    </>
  );
}

function NavigationEntry({ screen, path }: Place) {
  const { project, screen: current } = useScreenLocation();
  const isActive = current === screen;
  return (
    <NavLink
      className={classes.link}
      label={sharedTexts.screens[screen]}
      leftSection={<Icon name={screen} />}
      active={isActive}
      aria-current={isActive ? "page" : undefined}
      renderRoot={(props) => (
        // `placesIn` has checked the path at run time.
        // The path of Status begins those of its project's screens.
        <Link
          {...props}
          to={path as "/projects/$project/connect"}
          params={{ project: project ?? "" }}
          activeOptions={{ exact: true }}
        />
      )}
    />
  );
}
