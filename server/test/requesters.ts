/** Every possible requester in the installation of `permission-world.ts`: credentials and permissions. */
import { type Role, roles } from "drawbridge-rules/people/role.ts";
import { credentialNamed, publicUrl } from "./permission-names.ts";
import { sessionOf } from "./permission-people.ts";

export interface Requester {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
  /** True if the credential is valid at all. */
  readonly isKnown: boolean;
  readonly isAdministrator: boolean;
  /** A signed-in person; tokens here do not count as a person. */
  readonly isPerson: boolean;
  /** In `ours` and in `theirs`. */
  readonly roles: Readonly<Record<string, Role>>;
}

const nothing = { headers: {}, isKnown: false, isAdministrator: false, isPerson: false, roles: {} } as const;

function withToken(id: string): Pick<Requester, "headers"> {
  return { headers: { authorization: `Bearer ${credentialNamed("dba_", id)}` } };
}

const worthless: readonly Requester[] = [
  { ...nothing, name: "an anonymous client" },
  { ...nothing, name: "an unknown token", ...withToken("t_unknown") },
  ...["t_ours_expired", "t_ours_revoked", "t_everything_expired", "t_everything_revoked"].map((id) => ({
    ...nothing,
    name: `the token ${id}`,
    ...withToken(id),
  })),
];

const administratorsToken: Requester = {
  ...nothing,
  name: "an administrator's token",
  ...withToken("t_administrator"),
  isKnown: true,
  isAdministrator: true,
};

const projectTokens: readonly Requester[] = [...roles.map((role) => tokenOf("ours", role)), tokenOf("theirs", "owner")];

function tokenOf(project: string, role: Role): Requester {
  const name = `a token of ${project}, ${role}`;
  return { ...nothing, name, ...withToken(`t_${project}_${role}`), isKnown: true, roles: { [project]: role } };
}

/** Headers that a browser sends from our own page. */
function withSession(person: string): Pick<Requester, "headers"> {
  const { id } = sessionOf(person);
  return { headers: { cookie: `__Host-drawbridge=${id}`, origin: publicUrl, "sec-fetch-site": "same-origin" } };
}

const disabledSessions: readonly Requester[] = [
  ["disabled", "a disabled person, an owner of both projects"],
  ["disabled_administrator", "an administrator who is disabled"],
  ["unknown", "a session that never was"],
].map(([id, name = ""]) => ({ ...nothing, name, ...withSession(`u_${id}`) }));

const expiredSessions: readonly Requester[] = ["expired", "idle"].map((id) => ({
  ...nothing,
  name: `an administrator's session, ${id}`,
  ...withSession(id),
}));

const person = { ...nothing, isKnown: true, isPerson: true };

const people: readonly Requester[] = [
  { ...person, name: "a person without a role", ...withSession("u_stray") },
  ...roles.map((role) => personOf("ours", role)),
  personOf("theirs", "owner"),
  { ...person, name: "an administrator", ...withSession("u_administrator"), isAdministrator: true },
];

function personOf(project: string, role: Role): Requester {
  const name = `the ${role} of ${project}`;
  return { ...person, name, ...withSession(`u_${project}_${role}`), roles: { [project]: role } };
}

export const requesters: readonly Requester[] = [
  ...worthless,
  ...disabledSessions,
  ...expiredSessions,
  ...projectTokens,
  administratorsToken,
  ...people,
];
