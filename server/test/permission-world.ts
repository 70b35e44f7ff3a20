/** An installation with everything twice, in `ours` and `theirs`, and every kind of requester: always the same, down to ids and revisions. */
import { manifestEdits } from "drawbridge-rules/changes/manifest.ts";
import { installationToken, type Token, tokenKinds } from "drawbridge-rules/credentials/token.ts";
import type { Person } from "drawbridge-rules/people/person.ts";
import { roles } from "drawbridge-rules/people/role.ts";
import type { Edit, ProposedChange } from "drawbridge-rules/project/resource.ts";
import { runSteps } from "drawbridge-rules/values/steps.ts";
import { PasswordHashing } from "../src/accounts/password-hash.ts";
import { proposalHashSteps } from "../src/admin/change/proposing.ts";
import { hashCredential } from "../src/base/hash.ts";
import type { Accounts, Session } from "../src/store/sql/sql-accounts.ts";
import { openSqliteStore } from "../src/store/sqlite/sqlite-store.ts";
import type { CommitInput, Store } from "../src/store/store.ts";
import { type AdminServer, adminServer } from "./admin-server.ts";
import { exampleInstance, exampleWebhook, keyEdit, manifestFrom, windowEdit } from "./example-project.ts";
import { type MemoryStore, openMemoryStore } from "./memory-store.ts";
import {
  credentialNamed,
  hour,
  installationEdgeToken,
  installationWebhook,
  noon,
  ours,
  personOf,
  type Side,
  theirs,
  installationToken as tokenOfInstallation,
} from "./permission-names.ts";
import { type ProgramOptions, startProgram } from "./running-program.ts";

/** The revision after which both projects have been made, and before each was changed once more. */
const madeAt = 3;

/** The revision of that later change. */
export function editedAt({ project }: Side): number {
  return project === ours.project ? madeAt + 1 : madeAt + 2;
}

export function manifestOf({ project, window, platform, instance }: Side) {
  return {
    apiVersion: "drawbridge/v1",
    project,
    name: `What ${project} makes`,
    languages: ["en", "de"],
    stores: { apple: "https://apps.apple.com/app/id1", android: "https://play.google.com/store/apps/details?id=a" },
    platforms: { ios: { minimum: "2.4.0" }, android: { minimum: "2.4" }, [platform]: { store: "none" } },
    instances: { [`${project}-1`]: { name: `The first of ${project}` }, [instance]: { name: `The spare one of ${project}` } },
    windows: {
      [window]: { instances: [`${project}-1`], start: "2026-12-06T02:00", duration: "PT2H" },
      [`${project}-now`]: { instances: [`${project}-1`], start: "2026-11-21T11:00", duration: "PT2H" },
    },
  } as const;
}

function tokenEdit(id: string, own: Partial<Token>): Edit {
  const { kind = "access", ...more } = own;
  const text = credentialNamed(tokenKinds[kind].prefix, id);
  const made = { hash: hashCredential(text), last4: text.slice(-4), createdAt: noon - hour, revokedAt: null };
  const value: Token = { ...installationToken, role: null, name: `${id} of this test`, ...made, kind, ...more };
  return { kind: "token", id, value };
}

function readKeyEdit(id: string, imported = false): Edit {
  const text = credentialNamed("dbr_", id);
  const made = { hash: hashCredential(text), last4: text.slice(-4), imported, createdAt: noon - hour };
  return keyEdit(id, { name: `${id} of this test`, ...made });
}

/** Everything that opens something in one project, and who may what there. */
function heldBy(side: Side): Edit[] {
  const { project } = side;
  return [
    { kind: "instance", id: `${project}-late`, value: exampleInstance({ name: "Made after the manifest" }) },
    readKeyEdit(side.key),
    readKeyEdit(importedKey(side), true),
    tokenEdit(side.feed, { kind: "calendar" }),
    tokenEdit(side.token, { kind: "calendar" }),
    ...roles.map((role) => tokenEdit(`t_${project}_${role}`, { role })),
    tokenEdit(`t_${project}_expired`, { role: "owner", expiresAt: noon - 1 }),
    tokenEdit(`t_${project}_revoked`, { role: "owner", revokedAt: noon - 1 }),
    ...roles.map((role): Edit => ({ kind: "grant", id: personOf(project, role), value: { role } })),
    { kind: "grant", id: "u_disabled", value: { role: "owner" } },
    proposalEdit(side, side.proposal, null),
    proposalEdit(side, approvedProposal(side), personOf(project, "owner")),
  ];
}

export function importedKey({ project }: Side): string {
  return `k_${project}imported`;
}

export function approvedProposal({ project }: Side): string {
  return `p_${project}_approved`;
}

/** The change that a proposal of that id proposes: another window, by an author who is none of the requesters. */
function proposedBy({ project }: Side, id: string): ProposedChange {
  const window = `${project}-${id.length}`;
  return {
    edits: [windowEdit(window, { instances: [`${project}-1`], start: "2026-12-13T02:00" })],
    before: [{ kind: "window", id: window, form: null }],
    override: [],
    reason: "proposed before this test",
    author: { actor: "u_another_administrator", person: "u_another_administrator" },
    role: "operator",
    publishWhenApproved: false,
  };
}

export function hashOfProposal(side: Side, id: string): string {
  return runSteps(proposalHashSteps(side.project, id, proposedBy(side, id)));
}

function proposalEdit(side: Side, id: string, approver: string | null): Edit {
  const hash = hashOfProposal(side, id);
  const approval = approver === null ? null : { actor: approver, person: approver, at: noon - 1, hash };
  const state = approver === null ? "open" : "approved";
  return {
    kind: "proposal",
    id,
    value: { ...proposedBy(side, id), hash, createdAt: noon - hour, updated: null, state, approval, closed: null },
  };
}

const heldByInstallation: readonly Edit[] = [
  tokenEdit("t_administrator", { role: "administrator" }),
  tokenEdit(tokenOfInstallation, { role: "administrator" }),
  tokenEdit(installationEdgeToken, { kind: "edge" }),
  tokenEdit("t_everything_expired", { role: "administrator", expiresAt: noon - 1 }),
  tokenEdit("t_everything_revoked", { role: "administrator", revokedAt: noon - 1 }),
  { kind: "webhook", id: installationWebhook, value: exampleWebhook() },
  { kind: "grant", id: "u_administrator", value: { role: "administrator" } },
  { kind: "grant", id: "u_another_administrator", value: { role: "administrator" } },
  { kind: "grant", id: "u_disabled_administrator", value: { role: "administrator" } },
];

let recorded: Promise<readonly CommitInput[]> | null = null;

/** A server on such an installation: a new one each time, and quickly. */
export async function permissionWorld(): Promise<AdminServer> {
  const store = openMemoryStore();
  await fillStore(store);
  return adminServer(store, {}, false);
}

/** Token of the environment in programs on such an installation. */
export const environmentToken = "of-the-environment-0123456789abcdef";

/** The whole program on such an installation, with its port. */
export async function permissionProgram(directory: string, { env, ...options }: Omit<ProgramOptions, "directory"> = {}) {
  const store = await openSqliteStore({ directory });
  await fillStore(store);
  await store.close();
  const own = { DRAWBRIDGE_ADMIN_TOKEN: environmentToken, ...env };
  const program = await startProgram({ directory, env: own, now: () => noon, ...options });
  return { program, port: Number(new URL(program.urls.admin).port) };
}

export async function fillStore(store: Store): Promise<void> {
  recorded ??= record();
  for (const input of await recorded) await store.commit(input);
  await addPeople(store.accounts);
}

async function record(): Promise<readonly CommitInput[]> {
  const inputs: CommitInput[] = [];
  const store = openMemoryStore();
  const commit = store.commit.bind(store);
  store.commit = (input) => {
    inputs.push(input);
    return commit(input);
  };
  const server = await adminServer(store, {}, false);
  const publish = (project: string, edits: (state: Parameters<typeof manifestEdits>[0]) => readonly Edit[]) =>
    server.publisher.publish({ project, actor: "test", reason: "", override: [], dryRun: false, edits });
  await publish("", () => heldByInstallation);
  for (const side of [ours, theirs]) await publish(side.project, (state) => manifestEdits(state, manifestFrom(manifestOf(side))));
  for (const side of [ours, theirs]) await publish(side.project, () => heldBy(side));
  return inputs;
}

/** Id and SHA-256 of a person's open session. */
export function sessionOf(person: string): { readonly id: string; readonly hash: string } {
  const id = Buffer.from(hashCredential(`session of ${person}`), "hex").toString("base64url");
  return { id, hash: hashCredential(id) };
}

export const password = "every one of them has this";
let hashed: Promise<string> | null = null;

/** Each with a session; those who are disabled had one. */
export const people = [
  ...[ours, theirs].flatMap(({ project }) => roles.map((role) => personOf(project, role))),
  "u_administrator",
  "u_another_administrator",
  "u_disabled",
  "u_disabled_administrator",
  "u_stray",
];

/** One-time link with which a person without a role sets a new password. */
export const openLink = credentialNamed("dbl_", "open");

async function addPeople(accounts: Accounts): Promise<void> {
  for (const id of people) {
    const person = { id, login: `${id}@test.example`, name: `The one called ${id}`, createdAt: noon - hour, disabledAt: null };
    await accounts.addPerson(person, {});
    await setPassword(accounts, person);
    await addSession(accounts, id, id, {});
  }
  for (const id of ["u_disabled", "u_disabled_administrator"]) await accounts.setDisabled(id, noon - 1);
  await accounts.addLink({ hash: hashCredential(openLink), expiresAt: noon + hour, person: "u_stray", isAdministrator: false });
  await addSession(accounts, "u_administrator", "expired", { expiresAt: noon });
  await addSession(accounts, "u_administrator", "idle", { seenAt: noon - 12 * hour });
}

async function addSession(accounts: Accounts, person: string, name: string, more: Partial<Session>): Promise<void> {
  const { hash } = sessionOf(name);
  await accounts.addSession({ hash, person, createdAt: noon - hour, seenAt: noon - 1, expiresAt: noon + hour, ...more });
}

/** By the only way there is, a link. */
async function setPassword(accounts: Accounts, person: Person): Promise<void> {
  hashed ??= new PasswordHashing().hash(password);
  const hash = hashCredential(`the used link of ${person.id}`);
  await accounts.addLink({ hash, expiresAt: noon, person: person.id, isAdministrator: false });
  await accounts.redeem({ hash, now: noon - 1, person, password: await hashed, identity: null });
}

/** Texts of stores that count their writes: most requests of a matrix write nothing. */
const texts = new WeakMap<Store, { readonly writes: number; readonly text: string }>();

/** Everything that users can change, as a text. */
export async function everythingIn(store: Store): Promise<string> {
  const writes = "writes" in store ? (store as MemoryStore).writes() : null;
  const last = texts.get(store);
  if (last && last.writes === writes) return last.text;
  const text = JSON.stringify([await store.head(), await store.rows(), await peopleIn(store.accounts)]);
  if (writes !== null) texts.set(store, { writes, text });
  return text;
}

/** Passwords, identities and sessions are included; the last use of a session is not, since no user changed it. */
async function peopleIn(accounts: Accounts): Promise<unknown[]> {
  const people = await accounts.people({ limit: 200 });
  return Promise.all(
    people.map(async (person) => {
      const sessions = (await accounts.sessionsOf(person.id)).map(({ hash, expiresAt }) => [hash, expiresAt]).sort();
      return [person, await accounts.password(person.id), await accounts.identities(person.id), sessions];
    }),
  );
}
