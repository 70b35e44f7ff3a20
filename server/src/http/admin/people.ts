/** People with an account: made with a link by which they set a password, disabled, erased. Nobody sets a password for somebody else. */

import { fillPath } from "drawbridge-rules/api/paths.ts";
import { loginKey, type Person, readLogin, readPersonName } from "drawbridge-rules/people/person.ts";
import { DrawbridgeError, type Problem } from "drawbridge-rules/values/errors.ts";
import { usualPage } from "drawbridge-rules/wire/page.ts";
import {
  type DisabledPerson,
  departureSchema,
  type ErasedPerson,
  type InvitedPerson,
  type PersonList,
  type PersonListQuery,
  personRequest,
  type RevokedTokens,
} from "drawbridge-rules/wire/person.ts";
import type { EndedSessions } from "drawbridge-rules/wire/session.ts";
import { noFields } from "drawbridge-rules/wire/values.ts";
import { invitationLife, makeAccountLink, resetLife } from "../../accounts/account-link.ts";
import { type Departure, type DepartureWorkings, endAdministration, endRoles, endTokens } from "../../accounts/departure.ts";
import { shortId } from "../../base/short-id.ts";
import type { Store } from "../../store/store.ts";
import { type AdminAnswer, type AdminRequest, type AdminRoute, route } from "./admin-route.ts";
import { printCursor, readCursor } from "./page.ts";
import { type PersonServices, printDetail, printLink, printPeople, printPerson } from "./people-wire.ts";
import { readBodyFields, refuseIfAny } from "./request-fields.ts";

interface PeopleServices extends DepartureWorkings, PersonServices {
  readonly store: Store;
  /** Epoch ms. */
  readonly now: () => number;
  readonly randomBytes: (size: number) => Uint8Array;
  /** Where people reach this API, without a path. */
  readonly publicUrl: () => string;
}

const shared = { permission: "administrator", tag: "People" } as const;
const verb = {
  ...shared,
  problems: ["conflict"],
} as const;
const departureBody = { example: { revoke_tokens: true } } as const;
const tokensStay = `Access tokens that they created keep working unless \`revoke_tokens\` is true, and no longer create credentials or
accounts, grant roles or approve proposals. Revoking is one commit for each project; sent again, the request goes on where it was cut off.`;

export function peopleRoutes(workings: PeopleServices): AdminRoute[] {
  return [...readingRoutes(workings), makingRoute(workings), ...verbRoutes(workings)];
}

function readingRoutes(workings: PeopleServices): AdminRoute[] {
  return [
    route("listPeople", {
      ...shared,
      summary: "List people in order of login",
      answers: { 200: { description: "One page" } },
      handle: (request) => list(workings, request),
    }),
    route("getPerson", {
      ...shared,
      summary: "Get a person with roles and sign-in methods",
      answers: { 200: { description: "The person" } },
      handle: async (request) => ({ status: 200, body: await printDetail(workings, await personIn(workings, request)) }),
    }),
  ];
}

function makingRoute(workings: PeopleServices): AdminRoute {
  return route("createPerson", {
    ...shared,
    givesAccess: true,
    summary: "Create an account with an invitation link",
    body: {
      example: { login: "ada@acme.example", name: "Ada" },
    },
    answers: { 201: { description: "The person, and the link to give them", headers: ["location"] } },
    problems: ["conflict"],
    handle: (request) => create(workings, request),
  });
}

function verbRoutes(workings: PeopleServices): AdminRoute[] {
  return [
    route("linkPerson", {
      ...verb,
      givesAccess: true,
      summary: "Create a one-time link to set a password",
      description:
        "The link is valid for an hour, or for 7 days if the person has never signed in. Earlier links expire. Using it ends the person's sessions.",
      answers: { 201: { description: "The link to give them" } },
      handle: (request) => link(workings, request),
    }),
    route("disablePerson", {
      ...verb,
      summary: "Disable a person immediately",
      description: tokensStay,
      body: departureBody,
      answers: { 200: { description: "The person as they are now" } },
      handle: (request) => disable(workings, request),
    }),
    route("enablePerson", {
      ...verb,
      givesAccess: true,
      summary: "Enable a person",
      answers: { 200: { description: "The person as they are now" } },
      handle: (request) => enable(workings, request),
    }),
    route("signOutPerson", {
      ...verb,
      summary: "Sign a person out everywhere",
      answers: { 200: { description: "How many sessions there were" } },
      handle: (request) => signOut(workings, request),
    }),
    route("erasePerson", {
      ...verb,
      summary: "Erase a person permanently",
      description: `Deletes name, login, password, identities, sessions, links and roles. The history keeps only the id. ${tokensStay}`,
      body: departureBody,
      answers: { 200: { description: "Who is no more" } },
      handle: (request) => erase(workings, request),
    }),
  ];
}

async function list(workings: PeopleServices, { query }: AdminRequest<PersonListQuery>): Promise<AdminAnswer> {
  const limit = query.limit ?? usualPage;
  const after = query.after === undefined ? undefined : String(readCursor(query.after)[0]);
  const found = await workings.store.accounts.people({
    limit: limit + 1,
    ...(after === undefined ? {} : { after }),
    ...(query.query === undefined ? {} : { query: query.query }),
  });
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const next = found.length > limit && last ? printCursor([loginKey(last.login)]) : null;
  const body: PersonList = { people: await printPeople(workings, page), next };
  return { status: 200, body };
}

async function create(workings: PeopleServices, request: AdminRequest): Promise<AdminAnswer> {
  const { fields, problems } = readBodyFields(personRequest, request.body);
  const found: Problem[] = [...problems];
  const login = fields.login === undefined ? null : readLogin(fields.login, "login", found);
  const name = fields.name === undefined ? null : readPersonName(fields.name, "name", found);
  refuseIfAny(found, request.body, "the person");
  const id = shortId("u_", workings.randomBytes);
  const person: Person = { id, login: login ?? "", name: name ?? "", createdAt: workings.now(), disabledAt: null };
  const made = makeAccountLink(workings, { person: id, isAdministrator: false, life: invitationLife });
  await workings.store.accounts.addPerson(person, { link: made.link });
  const body: InvitedPerson = { ...printPerson(workings, person), link: printLink(made) };
  return { status: 201, body, headers: { location: fillPath("getPerson", { person: id }) } };
}

async function link(workings: PeopleServices, request: AdminRequest): Promise<AdminAnswer> {
  const { id, disabledAt } = await verbPersonIn(workings, request);
  if (disabledAt !== null) throw new DrawbridgeError("conflict", "This account is disabled. Enable it first.");
  const { accounts } = workings.store;
  const hasComeIn = (await accounts.password(id)) !== null || (await accounts.identities(id)).length > 0;
  const life = hasComeIn ? resetLife : invitationLife;
  const made = makeAccountLink(workings, { person: id, isAdministrator: false, life });
  await accounts.addLink(made.link);
  return { status: 201, body: printLink(made) };
}

async function disable(workings: PeopleServices, request: AdminRequest): Promise<AdminAnswer> {
  const person = await personIn(workings, request);
  const asked = departureIn(request);
  const departure = { person: person.id, actor: request.requester.actor, reason: "The account was disabled" };
  // First what may be refused; then the way in; last what is of no use without one.
  await endAdministration(workings, departure);
  if (person.disabledAt === null) await workings.store.accounts.setDisabled(person.id, workings.now());
  await endRoles(workings, departure);
  const tokens = await revokedTokens(workings, departure, asked);
  const body: DisabledPerson = { ...printPerson(workings, await personIn(workings, request)), ...tokens };
  return { status: 200, body };
}

async function enable(workings: PeopleServices, request: AdminRequest): Promise<AdminAnswer> {
  const { id } = await verbPersonIn(workings, request);
  await workings.store.accounts.setDisabled(id, null);
  return { status: 200, body: printPerson(workings, await personIn(workings, request)) };
}

async function signOut(workings: PeopleServices, request: AdminRequest): Promise<AdminAnswer> {
  const { id } = await verbPersonIn(workings, request);
  const body: EndedSessions = { ended: await workings.store.accounts.endSessions(id) };
  return { status: 200, body };
}

async function erase(workings: PeopleServices, request: AdminRequest): Promise<AdminAnswer> {
  const { id } = await personIn(workings, request);
  const asked = departureIn(request);
  const departure = { person: id, actor: request.requester.actor, reason: "The account was erased" };
  await endAdministration(workings, departure);
  // Nothing is left to ask again with once they are gone, so their roles go first; nobody comes in meanwhile.
  await workings.store.accounts.setDisabled(id, workings.now());
  await endRoles(workings, departure);
  const tokens = await revokedTokens(workings, departure, asked);
  await workings.store.accounts.erase(id);
  const body: ErasedPerson = { id, ...tokens };
  return { status: 200, body };
}

/** @throws invalid */
function departureIn({ body }: AdminRequest): boolean {
  const { fields, problems } = readBodyFields(departureSchema, body);
  refuseIfAny(problems, body, "the request");
  return fields.revoke_tokens ?? false;
}

async function revokedTokens(
  workings: PeopleServices,
  departure: Departure,
  isAsked: boolean,
): Promise<{ readonly revoked_tokens?: readonly RevokedTokens[] }> {
  if (!isAsked) return {};
  const revoked = await endTokens(workings, departure);
  return { revoked_tokens: revoked.map(({ project, count }) => ({ project: project || null, count })) };
}

async function verbPersonIn(workings: PeopleServices, request: AdminRequest): Promise<Person> {
  const person = await personIn(workings, request);
  refuseIfAny(readBodyFields(noFields, request.body).problems, request.body, "the request");
  return person;
}

/** @throws not_found */
async function personIn({ store }: PeopleServices, { params }: AdminRequest): Promise<Person> {
  const id = params.person ?? "";
  const person = /^[\x21-\x7e]{1,100}$/.test(id) ? await store.accounts.person(id) : null;
  if (!person) throw new DrawbridgeError("not_found", "There is nobody with this id.");
  return person;
}
