import { Box, Button, Group, Text } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { createRouter, type ErrorComponentProps, Link, parseSearchWith, stringifySearchWith } from "@tanstack/react-router";
import { LoadingState } from "./elements/query-state.tsx";
import { Screen } from "./elements/screen.tsx";
import * as screens from "./screens.ts";
import { parseValue } from "./search-values.ts";
import { openCommands } from "./shell/command-field.tsx";
import { useScreenLocation } from "./shell/navigation.ts";
import { rootRoute } from "./shell/root-route.ts";
import { sharedTexts } from "./texts/shared-texts.ts";

rootRoute.update({ errorComponent: BrokenFrame });

export const router = createRouter({
  routeTree: rootRoute.addChildren({ ...screens }),
  basepath: "/console",
  // A screen is preloaded when the pointer is over its link.
  defaultPreload: "intent",
  defaultPendingComponent: LoadingState,
  defaultErrorComponent: BrokenScreen,
  defaultNotFoundComponent: MissingScreen,
  scrollRestoration: true,
  parseSearch: parseSearchWith(parseValue),
  stringifySearch: stringifySearchWith(JSON.stringify, parseValue),
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
  interface StaticDataRouteOption {
    /** Entry of the navigation that leads to the route. */
    readonly screen?: import("./shell/navigation.ts").ScreenName;
  }
}

/** A defect of the console, on one screen: the frame and everything that was typed are still there. */
function BrokenScreen({ error }: ErrorComponentProps) {
  const { states, screens: names, actions } = sharedTexts;
  const { screen } = useScreenLocation();
  const { copied, copy } = useClipboard();
  const details = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return (
    <Screen title={states.broken(screen === null ? states.brokenPage : names[screen])}>
      <Text data-broken-screen>{states.brokenMeaning}</Text>
      <Group>
        <Button onClick={() => location.reload()}>{states.reload}</Button>
        <Button variant="default" onClick={() => copy(`${location.href}\n${details}`)}>
          {copied ? actions.copied : states.copyDetails}
        </Button>
      </Group>
    </Screen>
  );
}

/** The same for a defect of the frame, or of a dialog above the screens. */
function BrokenFrame(props: ErrorComponentProps) {
  return (
    <Box component="main" p="lg" maw="75rem" mx="auto">
      <BrokenScreen {...props} />
    </Box>
  );
}

function MissingScreen() {
  const { states } = sharedTexts;
  return (
    <Screen title={states.notFound}>
      <Text>{states.notFoundMeaning}</Text>
      <Group>
        <Button renderRoot={(props) => <Link {...props} to="/" />}>{states.toOverview}</Button>
        <Button variant="default" onClick={openCommands}>
          {states.search}
        </Button>
      </Group>
    </Screen>
  );
}
