/** The frame around every screen. */
import "./keyboard-focus.ts";
import { Alert, Box, Burger, Button, Group } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { Link, Outlet, useRouter, useRouterState } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useState } from "react";
import { useLiveUpdates } from "../live/live-updates.ts";
import { VerbPlace } from "../maintenance/occurrence/verb-place.tsx";
import { ReviewProvider } from "../review/use-review.tsx";
import { connection, useServerState } from "../server-connection.ts";
import { formatTime } from "../texts/formats.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { AccountMenu } from "./account-menu.tsx";
import { ApprovalsLink } from "./approvals-link.tsx";
import { CommandField } from "./command-field.tsx";
import { useScreenLocation } from "./navigation.ts";
import { Navigation } from "./navigation-list.tsx";
import { ProjectSwitcher } from "./project-switcher.tsx";
import { ScreenShortcuts } from "./screen-shortcuts.tsx";
import classes from "./shell.module.css";

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
        <Box maw="75rem" mx="auto">
          <Outlet />
        </Box>
      </main>
      <ScreenShortcuts />
      <VerbPlace />
      <LateToasts />
    </ReviewProvider>
  );
}

/** Loads the place of the toasts after the first screen: a toast from before waits for it. */
function LateToasts() {
  const router = useRouter();
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => router.subscribe("onRendered", () => setDrawn(true)), [router]);
  return <Suspense>{isDrawn && <Toasts />}</Suspense>;
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
        <Alert color="caution" mb="md" pos="sticky" top="var(--console-bar)" style={{ zIndex: 90 }}>
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
