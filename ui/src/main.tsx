import "./component-styles.css";
import "./base.css";
import { localStorageColorSchemeManager, MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { isAdminError } from "drawbridge-client/admin";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { router } from "./router.tsx";
import { connection } from "./server-connection.ts";
import { RequireSession } from "./session/require-session.tsx";
import { takeReturnAddress } from "./session/return-address.ts";
import { cssVariables, theme } from "./theme.ts";

const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // A server on this machine answers also where there is no network.
      networkMode: "always",
      staleTime: 60_000,
      retry: (failures, error) => failures < 2 && (!isAdminError(error) || error.status >= 500 || error.status === 429),
      retryDelay: (failures) => Math.min(500 * 2 ** failures, 5000),
    },
    // A change is sent once: people see whether it arrived, and no loop repeats it.
    mutations: { networkMode: "always", retry: false },
  },
});

connection.onReturn(() => void queryClient.invalidateQueries());

// Safari and older browsers have no Temporal, which the clock of the rules needs.
if (!("Temporal" in globalThis)) await import("temporal-polyfill/global");

const colorSchemes = localStorageColorSchemeManager({ key: "drawbridge-colours" });

// Returns to the page from which the user had to sign in.
const address = takeReturnAddress();
if (address !== null && location.pathname === "/console/") history.replaceState(null, "", address);

/** Nonce of style elements, for the components and for what holds a page still behind a dialog. */
const nonce = document.querySelector<HTMLMetaElement>("meta[property=csp-nonce]")?.nonce ?? "";
(globalThis as { __webpack_nonce__?: string }).__webpack_nonce__ = nonce;

interface TrustedTypes {
  createPolicy(name: string, rules: { createHTML(text: string): string | null }): unknown;
}

/** Libraries insert style sheets as "HTML". Text without a `<` cannot become an element; anything else is refused. */
(globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy("default", {
  createHTML: (text) => (text.includes("<") ? null : text),
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
