import { DrawbridgeError, storeError, storeProblemOf } from "drawbridge-rules/values/errors.ts";
import { refuseForeignWrite } from "../../accounts/request-origin.ts";
import { anonymousRequester, metricsReader, type Requester } from "../../accounts/requester.ts";
import type { AdminServices } from "../admin-services.ts";
import { type AdminRoute, isPreviewable } from "./admin-route.ts";
import { authenticate, readBearerToken } from "./authentication.ts";
import { permit, refuseOrphanedToken } from "./permission.ts";

/** For requests without a credential, which get no names of machines. */
const unread = "The server has not read its store yet. Its status has the reason.";

/** Milliseconds: less than clients wait for an answer. */
const LONGEST_START = 10_000;

/** @throws unauthorized, forbidden, not_found, unavailable */
export async function admit(
  services: AdminServices,
  route: AdminRoute,
  request: Request,
  project: string | undefined,
): Promise<Requester> {
  const { permission, isForMetricsToken, givesAccess, isQuiet } = route;
  const token = readBearerToken(request.headers.get("authorization") ?? "");
  if (isForMetricsToken && token !== null && services.isMetricsToken(token)) return metricsReader;
  const requester = permission === "public" ? await passBy(services, request) : await enter(services, request);
  permit(requester, isPreview(route, request) ? "viewer" : permission, project);
  const problem = services.unusable?.() ?? null;
  // Accounts are beside the log: nothing else refuses to write them to the wrong store.
  if (problem !== null && !isQuiet) throw permission === "public" ? storeError(storeProblemOf(problem), unread) : problem;
  if (givesAccess) await refuseOrphanedToken(services, requester);
  return requester;
}

/** A plan has nothing that viewers cannot read: CI needs no editor's token. */
function isPreview(route: AdminRoute, { url }: Request): boolean {
  return isPreviewable(route) && String(new URL(url).searchParams.getAll("dry_run")) === "true";
}

/** @throws unauthorized, forbidden, unavailable */
export async function enter(services: AdminServices, request: Request): Promise<Requester> {
  await mustBeStarted(services);
  return authenticate(services, request);
}

/** A write from a foreign page could sign the user in to another account. @throws forbidden */
async function passBy(services: AdminServices, { method, headers }: Request): Promise<Requester> {
  if (method === "GET" || method === "HEAD") return anonymousRequester;
  await mustBeStarted(services);
  refuseForeignWrite(headers, services.publicUrl());
  return anonymousRequester;
}

/** Scripts that waited for `/healthz` can apply. @throws unavailable */
async function mustBeStarted({ catalog, started }: AdminServices): Promise<void> {
  if (!catalog.head && started !== undefined) {
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(late.resolve, LONGEST_START);
    await Promise.race([started, late.promise]);
    clearTimeout(timer);
  }
  if (!catalog.head) throw new DrawbridgeError("unavailable", "The service is starting. Try again in a moment.");
}
