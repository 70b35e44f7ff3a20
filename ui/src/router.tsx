import { Anchor, Button, Code, Text } from "@mantine/core";
import { createRouter, type ErrorComponentProps, Link, parseSearchWith, stringifySearchWith } from "@tanstack/react-router";
import { LoadingState } from "./elements/query-state.tsx";
import { Screen } from "./elements/screen.tsx";
import * as screens from "./screens.ts";
import { parseValue } from "./search-values.ts";
import { rootRoute } from "./shell/root-route.ts";
import { sharedTexts } from "./texts/shared-texts.ts";

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
  const { states } = sharedTexts;
  return (
    <Screen title={states.broken}>
      <Text data-broken-screen>{states.brokenMeaning}</Text>
      <Code block>{error instanceof Error ? (error.stack ?? error.message) : String(error)}</Code>
      <Button onClick={() => location.reload()} style={{ alignSelf: "flex-start" }}>
        {states.reload}
      </Button>
    </Screen>
  );
}

function MissingScreen() {
  const { states } = sharedTexts;
  return (
    <Screen title={states.notFound}>
      <Text>{states.notFoundMeaning}</Text>
      <Anchor component={Link} to="/">
        {states.toOverview}
      </Anchor>
    </Screen>
  );
}
