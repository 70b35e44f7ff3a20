/** The frame around every screen. */
import "./keyboard-focus.ts";
import { Alert, AppShell, Burger, Button, Group, VisuallyHidden } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { type AnyRoute, Link, Outlet, useRouter, useRouterState } from "@tanstack/react-router";
import { useEffect } from "react";
import { useLiveUpdates } from "../live/live-updates.ts";
import { connection, useServerState } from "../server-connection.ts";
import { formatTime } from "../texts/formats.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { AccountMenu } from "./account-menu.tsx";
import { useScreenLocation } from "./navigation.ts";
import { Navigation, ProjectSwitcher } from "./navigation-list.tsx";
import classes from "./shell.module.css";
import { ShortcutHelp } from "./shortcuts.tsx";

export function Shell() {
  const { shell } = sharedTexts;
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  usePreloadedScreens();
  const isLive = useLiveUpdates(useScreenLocation().project);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page behind a followed link must be visible
  useEffect(close, [pathname]);
  return (
    <>
      <button type="button" className={classes.skip} onClick={() => document.getElementById("content")?.focus()}>
        {shell.skip}
      </button>
      <AppShell header={{ height: 52 }} navbar={{ width: 216, breakpoint: "sm", collapsed: { mobile: !isOpen } }} padding="md">
        {/* The navigation has 101, and would cover the list of projects. */}
        <AppShell.Header px="sm" zIndex={102}>
          <Group h="100%" gap="sm" wrap="nowrap">
            <Burger
              hiddenFrom="sm"
              size="sm"
              opened={isOpen}
              onClick={toggle}
              aria-label={isOpen ? shell.closeNavigation : shell.openNavigation}
              aria-expanded={isOpen}
            />
            <Brand />
            <ProjectSwitcher />
            <Group gap="xs" ml="auto" wrap="nowrap">
              <ShortcutHelp />
              <AccountMenu />
            </Group>
          </Group>
        </AppShell.Header>
        <AppShell.Navbar p="xs" aria-label={shell.navigation}>
          <Navigation isLive={isLive} />
        </AppShell.Navbar>
        <AppShell.Main id="content" tabIndex={-1}>
          <UnreachableBanner />
          <Outlet />
        </AppShell.Main>
      </AppShell>
    </>
  );
}

function Brand() {
  const { product } = sharedTexts;
  return (
    <Link to="/" className={classes.brand}>
      <img src={`${import.meta.env.BASE_URL}icon.svg`} alt="" width={26} height={26} />
      <Group component="span" visibleFrom="sm">
        {product}
      </Group>
      <VisuallyHidden hiddenFrom="sm">{product}</VisuallyHidden>
    </Link>
  );
}

/** Banner while the server does not respond, with the time since. */
function UnreachableBanner() {
  const { shell } = sharedTexts;
  const { awaySince } = useServerState();
  useEffect(() => {
    return connection.onReturn(() => notifications.show({ color: "accent", message: shell.back }));
  }, []);
  return (
    <div role="status">
      {awaySince !== null && (
        <Alert color="caution" className={classes.away}>
          <Group justify="space-between">
            {shell.away(formatTime(awaySince))}
            <Button variant="default" size="xs" onClick={() => connection.tryNow()}>
              {shell.tryNow}
            </Button>
          </Group>
        </Alert>
      )}
    </div>
  );
}

/** Milliseconds after the first screen. */
const later = 3000;

/**
 * Preloads all screens when the browser is idle, so that navigation works during an outage. (A browser that failed to load a
 * module does not retry; only a reload helps.)
 */
function usePreloadedScreens(): void {
  const router = useRouter();
  useEffect(() => {
    const routes = Object.values(router.routesById) as AnyRoute[];
    const timer = setTimeout(() => {
      for (const route of routes) void router.loadRouteChunk(route)?.catch(() => undefined);
    }, later);
    return () => clearTimeout(timer);
  }, [router]);
}
