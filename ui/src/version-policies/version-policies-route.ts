import { createRoute } from "@tanstack/react-router";
import { flagIn, textIn } from "../search-values.ts";
import { lazyScreen } from "../shell/lazy-screen.ts";
import { rootRoute } from "../shell/root-route.ts";

interface VersionPolicySearch {
  /** The platform that is open. */
  readonly edit?: string | undefined;
  readonly create?: true | undefined;
  /** The version that is asked about. */
  readonly version?: string | undefined;
}

export const versionPoliciesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/projects/$project/versions",
  validateSearch: (search: Record<string, unknown>): VersionPolicySearch => ({
    edit: textIn(search, "edit"),
    create: flagIn(search, "create"),
    version: textIn(search, "version"),
  }),
  staticData: { screen: "versions" },
  component: lazyScreen(() => import("./version-policies-screen.tsx"), "VersionPoliciesScreen"),
});

/** Keeps the checked version during navigation on the screen. */
export function useSetPolicySearch(): (search: Omit<VersionPolicySearch, "version">) => void {
  const navigate = versionPoliciesRoute.useNavigate();
  return (search) => void navigate({ search: ({ version }) => ({ version, ...search }) });
}

/** The version that is asked about, and how to ask about another: none of them is a step to go back by. */
export function useCheckedVersion(): readonly [string, (version: string) => void] {
  const { version = "" } = versionPoliciesRoute.useSearch();
  const navigate = versionPoliciesRoute.useNavigate();
  const ask = (text: string) =>
    void navigate({ search: (search) => ({ ...search, version: text === "" ? undefined : text }), replace: true });
  return [version, ask];
}
