import { createRoute } from "@tanstack/react-router";
import { type Period, periods } from "../adoption/adoption-list.ts";
import { oneOf, readSearch, textIn } from "../search-values.ts";
import { lazyScreen, rootRoute } from "../shell/root-route.ts";

export const versionPoliciesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/projects/$project/versions",
  validateSearch: readSearch({
    /** The version that is looked up. */
    version: textIn,
    /** The platform to scroll to, with its rules open. */
    edit: textIn,
    /** Moves the platform's dated step to a later time, as an unpublished change. */
    step: oneOf(["move"]),
    /** Period of the adoption charts. */
    period: oneOf(periods),
  }),
  staticData: { screen: "versions" },
  component: lazyScreen(() => import("./version-policies-screen.tsx"), "VersionPoliciesScreen"),
});

/** The version that is looked up, and how to look up another. No step to go back by. */
export function useLookedUp(): readonly [string, (version: string) => void] {
  const { version = "" } = versionPoliciesRoute.useSearch();
  const navigate = versionPoliciesRoute.useNavigate();
  const lookUp = (text: string) =>
    void navigate({ search: (search) => ({ ...search, version: text === "" ? undefined : text }), replace: true });
  return [version, lookUp];
}

/** The period of the adoption shown, and how to choose another. */
export function usePeriod(): readonly [Period, (period: Period) => void] {
  const { period = periods[0] } = versionPoliciesRoute.useSearch();
  const navigate = versionPoliciesRoute.useNavigate();
  return [period, (chosen) => void navigate({ search: (search) => ({ ...search, period: chosen }), replace: true })];
}
