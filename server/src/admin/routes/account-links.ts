/** Public: unknown, used and expired links get the same answer, and guesses are slowed down. */

import { type Person, readLogin, readNewPassword, readPersonName } from "drawbridge-rules/people/person.ts";
import type { Problem } from "drawbridge-rules/values/errors.ts";
import type * as wire from "drawbridge-rules/wire/session.ts";
import { accountLinkInspection, accountLinkRedemption } from "drawbridge-rules/wire/session.ts";
import type { Wire } from "drawbridge-rules/wire/values.ts";
import { hashLink, redeemLink } from "../../accounts/account-link.ts";
import { openSession, requireSessionCookie } from "../../accounts/session.ts";
import { shortId } from "../../base/short-id.ts";
import { type AccountLink, invalidLink } from "../../store/sql/sql-accounts.ts";
import type { AdminServices } from "../admin-services.ts";
import { tooManyAttempts } from "../answer/error-answer.ts";
import { whoAmI } from "../answer/people-wire.ts";
import { type AdminAnswer, type AdminRequest, type AdminRoute, ok, route } from "../request/admin-route.ts";
import { readBodyFields, refuseIfAny, requireBodyFields } from "../request/request-fields.ts";

const shared = { permission: "public", limitsAttempts: true, tag: "Sessions" } as const;
const example = "dbl_0a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s";

export function accountLinkRoutes(services: AdminServices): AdminRoute[] {
  return [
    route("inspectAccountLink", {
      ...shared,
      summary: "Inspect a one-time link without using it",
      body: { example: { link: example } },
      answers: { 200: { description: "Purpose of the link" } },
      problems: ["not_found"],
      handle: (request) => inspect(services, request),
    }),
    route("redeemAccountLink", {
      ...shared,
      summary: "Redeem a one-time link and sign in",
      description:
        "Creates the first account, or sets the password of the account of the link and ends its sessions. The first account is an administrator of the server.",
      body: {
        example: { link: example, login: "ada@acme.example", name: "Ada", password: "as long as you like" },
      },
      answers: { 200: { description: "The person who signed in", headers: ["set-cookie"] } },
      problems: ["not_found", "conflict"],
      handle: (request) => redeem(services, request),
    }),
  ];
}

/** @throws forbidden (sign-in is not available), not_found, invalid, unavailable */
async function inspect(services: AdminServices, request: AdminRequest): Promise<AdminAnswer> {
  requireSessionCookie(services);
  const { link } = requireBodyFields(accountLinkInspection, request.body);
  const found = await findLink(services, request, link);
  if ("wait" in found) return tooManyAttempts(found.wait);
  return ok<"inspectAccountLink">({
    kind: await kindOf(services, found.person),
    login: found.person?.login ?? null,
  });
}

/** @throws forbidden, not_found, conflict (the login is taken; there is a first account), invalid, unavailable */
async function redeem(services: AdminServices, request: AdminRequest): Promise<AdminAnswer> {
  requireSessionCookie(services);
  const { fields, problems } = readBodyFields(accountLinkRedemption, request.body);
  if (fields.link === undefined) refuseIfAny(problems, request.body, "the request");
  const found = await findLink(services, request, fields.link ?? "");
  if ("wait" in found) return tooManyAttempts(found.wait);
  const { now, randomBytes, passwords } = services;
  const chosen = readChosen(fields, found.person, problems);
  refuseIfAny(chosen.problems, request.body, "the account");
  const { login, name } = chosen;
  const person = await redeemLink(services, {
    hash: found.link.hash,
    now: now(),
    person: { id: shortId("u_", randomBytes), login, name, createdAt: now(), disabledAt: null },
    password: await passwords.hash(chosen.password),
    identity: null,
  });
  const { session, setCookie } = await openSession(services, person.id, request);
  services.throttle.signedIn(request.address, person.login);
  const requester = services.grants.requester(person.id, person.id, session.hash);
  return { status: 200, body: await whoAmI(services, requester, session), headers: { "set-cookie": setCookie } };
}

type FoundLink = { readonly link: AccountLink; readonly person: Person | null } | { readonly wait: number };

/** People with a valid link never wait for others' attempts. @throws not_found, unavailable */
async function findLink({ store, throttle, now }: AdminServices, request: AdminRequest, text: string): Promise<FoundLink> {
  request.guesses(text);
  const hash = hashLink(text);
  const link = hash === null ? null : await store.accounts.link(hash, now());
  const person = link?.person ? await store.accounts.person(link.person) : null;
  const isGood = link !== null && (link.person === null || (person !== null && person.disabledAt === null));
  if (isGood) return { link, person };
  const { wait } = throttle.attempt(request.address, text, now());
  if (wait !== null) return { wait };
  throw invalidLink();
}

async function kindOf({ store }: AdminServices, person: Person | null): Promise<wire.InspectedAccountLink["kind"]> {
  if (!person) return "first";
  const { accounts } = store;
  const hasComeIn = (await accounts.password(person.id)) !== null || (await accounts.identities(person.id)).length > 0;
  return hasComeIn ? "password" : "invitation";
}

function readChosen(
  { login, name, password }: Partial<Wire<typeof accountLinkRedemption>>,
  person: Person | null,
  problems: readonly Problem[],
) {
  const found = [...problems];
  const isOf = (path: string) => problems.some((problem) => problem.path === path);
  const own = person ?? {
    login: isOf("login") ? null : readLogin(login, "login", found),
    name: isOf("name") ? null : readPersonName(name, "name", found),
  };
  if (person) {
    for (const [path, value] of Object.entries({ login, name })) {
      if (value !== undefined) found.push({ path, message: "not accepted: the account already has one" });
    }
  }
  const owner = { login: own.login ?? "", name: own.name ?? "" };
  const chosen = isOf("password") ? null : readNewPassword(password, "password", found, owner);
  return { ...owner, password: chosen ?? "", problems: found };
}
