import { createRoute } from "@tanstack/react-router";
import { type Period, periods } from "../adoption/adoption-list.ts";
import { dateIn, flagIn, oneOf, readSearch, textIn } from "../search-values.ts";
import { lazyScreen, rootRoute } from "../shell/root-route.ts";

/** Decisions about a step: its versions become the rules, or it takes place later. */
const stepDecisions = ["apply", "move"] as const;
export type StepDecision = (typeof stepDecisions)[number];

const readPolicySearch = readSearch({
  /** The platform that is open. */
  edit: textIn,
  create: flagIn,
  /** Entered in the form when it opens: a decision about the step. */
  step: oneOf(stepDecisions),
  /** Entered in the form when it opens: a release and its date. */
  declare: textIn,
  date: dateIn,
  /** The version that is asked about. */
  version: textIn,
  /** Period of the adoption charts. */
  period: oneOf(periods),
});
type VersionPolicySearch = ReturnType<typeof readPolicySearch>;

export const versionPoliciesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/projects/$project/versions",
  validateSearch: readPolicySearch,
  staticData: { screen: "versions" },
  component: lazyScreen(() => import("./version-policies-screen.tsx"), "VersionPoliciesScreen"),
});

/** Keeps the checked version and the period during navigation on the screen. */
export function useSetPolicySearch(): (search: Omit<VersionPolicySearch, "version" | "period">) => void {
  const navigate = versionPoliciesRoute.useNavigate();
  return (search) => void navigate({ search: ({ version, period }) => ({ version, period, ...search }) });
}

/** The version that is asked about, and how to ask about another: none of them is a step to go back by. */
export function useCheckedVersion(): readonly [string, (version: string) => void] {
  const { version = "" } = versionPoliciesRoute.useSearch();
  const navigate = versionPoliciesRoute.useNavigate();
  const ask = (text: string) =>
    void navigate({ search: (search) => ({ ...search, version: text === "" ? undefined : text }), replace: true });
  return [version, ask];
}

/** The period of the adoption shown, and how to choose another. */
export function usePeriod(): readonly [Period, (period: Period) => void] {
  const { period = periods[0] } = versionPoliciesRoute.useSearch();
  const navigate = versionPoliciesRoute.useNavigate();
  return [period, (chosen) => void navigate({ search: (search) => ({ ...search, period: chosen }), replace: true })];
}
