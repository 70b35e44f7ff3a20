import "./component-styles.css";
import "./base.css";
import { Box, Button, Group, localStorageColorSchemeManager, MantineProvider, Text } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  createRouter,
  type ErrorComponentProps,
  parseSearchWith,
  RouterProvider,
  stringifySearchWith,
} from "@tanstack/react-router";
import { isAdminError } from "drawbridge-client/admin";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { ButtonLink, LoadingState, Screen } from "./elements/screen.tsx";
import { routeTree } from "./routes.ts";
import { parseValue } from "./search-values.ts";
import { connection } from "./server-connection.ts";
import { RequireSession } from "./session/require-session.tsx";
import { takeReturnAddress } from "./session/return-address.ts";
import { openCommands } from "./shell/command-field.tsx";
import { useScreenLocation } from "./shell/navigation.ts";
import { sharedTexts } from "./texts/shared-texts.ts";
import { cssVariables, theme } from "./theme.ts";

routeTree.update({ errorComponent: BrokenFrame });

const router = createRouter({
  routeTree,
  basepath: "/console",
  // The pointer over a link preloads its screen.
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
}

const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // A local server answers without a network.
      networkMode: "always",
      staleTime: 60_000,
      retry: (failures, error) => failures < 2 && (!isAdminError(error) || error.status >= 500 || error.status === 429),
      retryDelay: (failures) => Math.min(500 * 2 ** failures, 5000),
    },
    // A change is sent once: people see whether it arrived.
    mutations: { networkMode: "always", retry: false },
  },
});

connection.onReturn(() => void queryClient.invalidateQueries());

// Safari and older browsers have no Temporal, which the rules need.
if (!("Temporal" in globalThis)) await import("temporal-polyfill/global");

const colorSchemes = localStorageColorSchemeManager({ key: "drawbridge-colours" });

const address = takeReturnAddress();
if (address !== null && location.pathname === "/console/") history.replaceState(null, "", address);

/** For style elements of the components, and of the dialogs' scroll lock. */
const nonce = document.querySelector<HTMLMetaElement>("meta[property=csp-nonce]")?.nonce ?? "";
(globalThis as { __webpack_nonce__?: string }).__webpack_nonce__ = nonce;

/** Libraries insert style sheets as "HTML": without a `<`, text cannot become an element. */
(globalThis as { trustedTypes?: { createPolicy(name: string, rules: object): void } }).trustedTypes?.createPolicy("default", {
  createHTML: (text: string) => (text.includes("<") ? null : text),
});

const place = document.getElementById("console");
if (!place) throw new Error("There is no place for the console in this page");
createRoot(place).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorSchemes}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queryClient}>
        <RequireSession>
          <RouterProvider router={router} />
        </RequireSession>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);

/** The frame and everything that was typed are still there. */
function BrokenScreen({ error }: ErrorComponentProps) {
  const { states, screens: names, actions } = sharedTexts;
  const { screen } = useScreenLocation();
  const { copied, copy } = useClipboard();
  const details = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return (
    <Screen title={states.broken(screen === null ? states.brokenPage : names[screen])}>
      <Text size="md" data-broken-screen>
        {states.brokenMeaning}
      </Text>
      <Group>
        <Button variant="filled" onClick={() => location.reload()}>
          {states.reload}
        </Button>
        <Button onClick={() => copy(`${location.href}\n${details}`)}>{copied ? actions.copied : states.copyDetails}</Button>
      </Group>
    </Screen>
  );
}

/** For a defect of the frame, or of a dialog above the screens. */
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
      <Text size="md">{states.notFoundMeaning}</Text>
      <Group>
        <ButtonLink variant="filled" to="/">
          {states.toOverview}
        </ButtonLink>
        <Button onClick={openCommands}>{states.search}</Button>
      </Group>
    </Screen>
  );
}
