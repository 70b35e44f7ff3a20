/** Admission of a request: authentication, the permission of its route, and whether the store may be used. */

import { DrawbridgeError, storeError, storeProblemOf } from "drawbridge-rules/values/errors.ts";
import { refuseForeignWrite } from "../../accounts/request-origin.ts";
import { anonymousRequester, metricsReader, type Requester } from "../../accounts/requester.ts";
import type { Catalog } from "../../reads/catalog/catalog.ts";
import type { Store } from "../../store/store.ts";
import type { AdminRoute } from "./admin-route.ts";
import { type AuthenticationServices, authenticate, readBearerToken } from "./authentication.ts";
import { permit } from "./permission.ts";
import { refuseOrphanedToken } from "./token-maker.ts";

export interface AdmissionServices extends AuthenticationServices {
  readonly store: Store;
  readonly catalog: Catalog;
  /** Where people reach this API, without a path. */
  readonly publicUrl: () => string;
  /** Returns whether it is the token for metrics. */
  readonly isMetricsToken: (text: string) => boolean;
  /** Resolves when the store was read, or will not be. Absent: requests before that are refused immediately. */
  readonly started?: Promise<unknown>;
  /** Why the store must not be used; null: it may be. */
  readonly unusable?: () => DrawbridgeError | null;
}

/** For requests without a credential, which get no names of machines. */
const unread = "The server has not read its store yet. Its status has the reason.";

/** Milliseconds that a request waits for the start: less than clients wait for an answer. */
const LONGEST_START = 10_000;

/** Authenticates the requester and checks the permission of the route. @throws unauthorized, forbidden, not_found, unavailable */
export async function admit(
  services: AdmissionServices,
  { permission, isForMetricsToken, givesAccess, isQuiet }: AdminRoute,
  request: Request,
  project: string | undefined,
): Promise<Requester> {
  if (isForMetricsToken && showsMetricsToken(services, request)) return metricsReader;
  const requester = permission === "public" ? await passBy(services, request) : await enter(services, request);
  permit(requester, permission, project);
  const problem = services.unusable?.() ?? null;
  // Accounts are beside the log, so that nothing else refuses to write them to a store that is not the right one.
  if (problem !== null && !isQuiet) throw permission === "public" ? storeError(storeProblemOf(problem), unread) : problem;
  if (givesAccess) await refuseOrphanedToken(services, requester);
  return requester;
}

function showsMetricsToken({ isMetricsToken }: AdmissionServices, { headers }: Request): boolean {
  const text = readBearerToken(headers.get("authorization") ?? "");
  return text !== null && isMetricsToken(text);
}

/** Authenticates with a token or a session. @throws unauthorized, forbidden, unavailable */
export async function enter(services: AdmissionServices, request: Request): Promise<Requester> {
  await mustBeStarted(services);
  return authenticate(services, request);
}

/**
 * Public routes still refuse writes from other sites: a foreign page could sign the user in to another account.
 * @throws forbidden
 */
async function passBy(services: AdmissionServices, { method, headers }: Request): Promise<Requester> {
  if (method === "GET" || method === "HEAD") return anonymousRequester;
  await mustBeStarted(services);
  refuseForeignWrite(headers, services.publicUrl());
  return anonymousRequester;
}

/**
 * Waits for the start: `/healthz` is 200 as soon as the process accepts connections, and a script that waited for it can apply.
 * @throws unavailable
 */
async function mustBeStarted({ catalog, started }: AdmissionServices): Promise<void> {
  if (!catalog.head && started !== undefined) {
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(late.resolve, LONGEST_START);
    await Promise.race([started, late.promise]);
    clearTimeout(timer);
  }
  if (!catalog.head) throw new DrawbridgeError("unavailable", "The service is starting. Try again in a moment.");
}
