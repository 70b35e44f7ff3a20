/** Administrators create links for passwords, and never set another person's. */

import { fillPath } from "drawbridge-rules/api/paths.ts";
import { loginKey, type Person } from "drawbridge-rules/people/person.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { type InvitedPerson, personRequest, type RevokedTokens, revocationSchema } from "drawbridge-rules/wire/person.ts";
import { defaultPageSize } from "drawbridge-rules/wire/values.ts";
import { createAccountLink, invitationLife, resetLife } from "../../accounts/account-link.ts";
import { type Revocation, revokeAdministration, revokeRoles, revokeTokens } from "../../accounts/revoke-access.ts";
import type { AdminServices } from "../admin-services.ts";
import { printDetail, printLink, printPeople, printPerson } from "../answer/people-wire.ts";
import { readNewPerson } from "../change/invitation.ts";
import { type AdminRequest, type AdminRoute, ok, route } from "../request/admin-route.ts";
import { printCursor, readCursor } from "../request/page.ts";
import { readBodyFields, refuseIfAny, requireBodyFields } from "../request/request-fields.ts";

const shared = { permission: "administrator", tag: "People" } as const;
const verb = { ...shared, problems: ["conflict"] } as const;
const departureBody = { example: { revoke_tokens: true } } as const;
const tokensStay = `Access tokens that the person created keep working unless \`revoke_tokens\` is true, but can no longer create credentials or
accounts, grant roles or approve changes. Revoking is one commit for each project; if it is interrupted, send the request again.`;

export function peopleRoutes(services: AdminServices): AdminRoute[] {
  return [
    route("listPeople", {
      ...shared,
      summary: "List people in order of login",
      answers: { 200: { description: "One page" } },
      handle: async ({ query }) => {
        const limit = query.limit ?? defaultPageSize;
        const after = query.after === undefined ? undefined : String(readCursor(query.after)[0]);
        const found = await services.store.accounts.people({
          limit: limit + 1,
          ...(after === undefined ? {} : { after }),
          ...(query.query === undefined ? {} : { query: query.query }),
        });
        const page = found.slice(0, limit);
        const last = page.at(-1);
        const next = found.length > limit && last ? printCursor([loginKey(last.login)]) : null;
        return ok<"listPeople">({ people: await printPeople(services, page), next });
      },
    }),
    route("getPerson", {
      ...shared,
      summary: "Get a person with roles and sign-in methods",
      answers: { 200: { description: "The person" } },
      handle: async (request) => ({ status: 200, body: await printDetail(services, await personIn(services, request)) }),
    }),
    route("createPerson", {
      ...shared,
      givesAccess: true,
      summary: "Create an account with an invitation link",
      body: { example: { login: "ada@acme.example", name: "Ada" } },
      answers: { 201: { description: "The person, and the link to send to them", headers: ["location"] } },
      problems: ["conflict"],
      handle: async (request) => {
        const { fields, problems: found } = readBodyFields(personRequest, request.body);
        const person = readNewPerson(services, fields, found);
        refuseIfAny(found, request.body, "the person");
        const { id } = person;
        const made = createAccountLink(services, { person: id, isAdministrator: false, life: invitationLife });
        await services.store.accounts.addPerson(person, { link: made.link });
        const body: InvitedPerson = { ...printPerson(services, person), link: printLink(made) };
        return { status: 201, body, headers: { location: fillPath("getPerson", { person: id }) } };
      },
    }),
    route("linkPerson", {
      ...verb,
      givesAccess: true,
      summary: "Create a one-time link to set a password",
      description:
        "The link is valid for an hour, or for 7 days if the person has never signed in. Earlier links expire. Using it ends the person's sessions.",
      answers: { 201: { description: "The link to send to the person" } },
      handle: async (request) => {
        const { id, disabledAt } = await personIn(services, request);
        if (disabledAt !== null) throw new DrawbridgeError("conflict", "This account is disabled. Enable it first.");
        const { accounts } = services.store;
        const hasComeIn = (await accounts.password(id)) !== null || (await accounts.identities(id)).length > 0;
        const life = hasComeIn ? resetLife : invitationLife;
        const made = createAccountLink(services, { person: id, isAdministrator: false, life });
        await accounts.addLink(made.link);
        return { status: 201, body: printLink(made) };
      },
    }),
    route("disablePerson", {
      ...verb,
      summary: "Disable a person immediately",
      description: tokensStay,
      body: departureBody,
      answers: { 200: { description: "The person after the change" } },
      handle: async (request) => {
        const person = await personIn(services, request);
        const asked = departureIn(request);
        const revocation = { person: person.id, actor: request.requester.actor, reason: "The account was disabled" };
        // First the step that can be refused, then the sign-in, then the roles, which are useless without a sign-in.
        await revokeAdministration(services, revocation);
        if (person.disabledAt === null) await services.store.accounts.setDisabled(person.id, services.now());
        await revokeRoles(services, revocation);
        const tokens = await revokedTokens(services, revocation, asked);
        return ok<"disablePerson">({ ...printPerson(services, await personIn(services, request)), ...tokens });
      },
    }),
    route("enablePerson", {
      ...verb,
      givesAccess: true,
      summary: "Enable a person",
      answers: { 200: { description: "The person after the change" } },
      handle: async (request) => {
        const { id } = await personIn(services, request);
        await services.store.accounts.setDisabled(id, null);
        return { status: 200, body: printPerson(services, await personIn(services, request)) };
      },
    }),
    route("signOutPerson", {
      ...verb,
      summary: "Sign a person out everywhere",
      answers: { 200: { description: "Number of ended sessions" } },
      handle: async (request) => {
        const { id } = await personIn(services, request);
        return ok<"signOutPerson">({ ended: await services.store.accounts.endSessions(id) });
      },
    }),
    route("erasePerson", {
      ...verb,
      summary: "Erase a person permanently",
      description: `Deletes name, login, password, identities, sessions, links and roles. The history keeps only the id. Access tokens are treated as when the person is disabled.`,
      body: departureBody,
      answers: { 200: { description: "The id of the erased person" } },
      handle: async (request) => {
        const { id } = await personIn(services, request);
        const asked = departureIn(request);
        const revocation = { person: id, actor: request.requester.actor, reason: "The account was erased" };
        await revokeAdministration(services, revocation);
        // After the erasure there is no id to retry with, so roles are revoked first; the account is disabled in the meantime.
        await services.store.accounts.setDisabled(id, services.now());
        await revokeRoles(services, revocation);
        const tokens = await revokedTokens(services, revocation, asked);
        await services.store.accounts.erase(id);
        return ok<"erasePerson">({ id, ...tokens });
      },
    }),
  ];
}

/** @throws invalid */
function departureIn({ body }: AdminRequest): boolean {
  return requireBodyFields(revocationSchema, body).revoke_tokens ?? false;
}

async function revokedTokens(
  services: AdminServices,
  revocation: Revocation,
  isAsked: boolean,
): Promise<{ readonly revoked_tokens?: readonly RevokedTokens[] }> {
  if (!isAsked) return {};
  const revoked = await revokeTokens(services, revocation);
  return { revoked_tokens: revoked.map(({ project, count }) => ({ project: project || null, count })) };
}

/** @throws not_found */
async function personIn({ store }: AdminServices, { params }: AdminRequest): Promise<Person> {
  const id = params.person ?? "";
  const person = /^[\x21-\x7e]{1,100}$/.test(id) ? await store.accounts.person(id) : null;
  if (!person) throw new DrawbridgeError("not_found", "No person has this id.");
  return person;
}
