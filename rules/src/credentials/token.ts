import { z } from "zod";
import { roles } from "../people/role.ts";
import { isSlug, slugRule } from "../project/project.ts";
import type { Problem } from "../values/errors.ts";
import { joinPath, listed } from "../values/fields.ts";
import { plain, type Stored } from "../values/member.ts";
import { slugForm } from "../values/text-forms.ts";
import { checkCredential, credentialChoices, credentialHead, credentialTimes } from "./credential-schema.ts";

export const tokenKinds = {
  access: { prefix: "dba_", idPrefix: "t_", ofInstallation: true, ofProject: true },
  edge: { prefix: "dbe_", idPrefix: "d_", ofInstallation: true, ofProject: false },
  calendar: { prefix: "dbf_", idPrefix: "f_", ofInstallation: false, ofProject: true },
} as const;
export type TokenKind = keyof typeof tokenKinds;
const kindNames = Object.keys(tokenKinds) as [TokenKind, ...TokenKind[]];

const maxEdgeProjects = 1_000;
const projectsRule = `expected a list of 1 to ${maxEdgeProjects} ids of projects, or null for all`;
const projectRule = `expected the id of a project: ${slugRule}`;
const { name, expiresAt } = credentialChoices;

export const tokenKind = z.enum(kindNames, { error: `expected ${listed(kindNames, "or")}` }).meta({
  id: "TokenKind",
  description: "`access`: of people and scripts, for the admin API; `edge`: of edges; `calendar`: in the address of a calendar",
});

const scope = {
  role: plain(
    z
      .enum([...roles, "administrator"], { error: `expected ${listed(roles, "or")}` })
      .nullable()
      .meta({
        id: "TokenRole",
        description: "Of an access token; `administrator`: one of the installation. Null: another kind",
        examples: ["operator"],
      }),
  ),
  instance: plain(
    z
      .string({ error: "expected the id of an instance, or null for all of the project" })
      .nullable()
      .meta({
        id: "TokenInstance",
        description: "Of a calendar: only maintenance that covers this instance; null: of the whole project, or another kind",
        examples: [null, "eu-1"],
      }),
  ),
  projects: plain(
    z
      .array(z.string({ error: projectRule }).meta({ ...slugForm.meta() }), { error: projectsRule })
      .meta({ minItems: 1, maxItems: maxEdgeProjects })
      .nullable()
      .meta({
        id: "TokenProjects",
        description: `Of an edge token: at most ${maxEdgeProjects} projects that the edge gets; null: all, also new ones, or another kind`,
        examples: [null, ["acme-shop"]],
      }),
  ),
};

export const tokenChoices = { kind: plain(tokenKind), name, ...scope, expiresAt };

export const tokenMembers = {
  kind: tokenChoices.kind,
  ...credentialHead,
  ...scope,
  createdBy: plain(
    z
      .string()
      .nullable()
      .meta({
        id: "TokenPerson",
        description: "Person for whom an access token acts; null: created before anyone signed in, or another kind",
        examples: ["u_h8r2mt6wqx"],
      }),
  ),
  ...credentialTimes,
};
export type Token = Stored<typeof tokenMembers>;
export type TokenRequest = Stored<typeof tokenChoices>;

/** The plan checks that its instance exists; the projects of an edge need not exist yet. */
export function checkTokenRequest(request: TokenRequest, isOfProject: boolean, now: number): Problem[] {
  const { kind, role, instance, projects } = request;
  const problems = checkCredential(request, now);
  const report = (path: string, message: string) => problems.push({ path, message });
  const allowed = kindNames.filter((each) => tokenKinds[each][isOfProject ? "ofProject" : "ofInstallation"]);
  if (!allowed.includes(kind)) report("kind", `expected ${listed(allowed, "or")} ${isOfProject ? "in a project" : "here"}`);
  const hasRole = kind === "access" && isOfProject;
  if (hasRole && !roles.some((each) => each === role)) report("role", `expected ${listed(roles, "or")}`);
  if (!hasRole && role !== null) report("role", "is only for access tokens of a project");
  if (kind !== "calendar" && instance !== null) report("instance", "is only for calendars");
  if (kind !== "edge" && projects !== null) report("projects", "is only for edge tokens");
  else if (projects?.length === 0 || (projects?.length ?? 0) > maxEdgeProjects) report("projects", projectsRule);
  for (const [index, project] of (projects ?? []).slice(0, maxEdgeProjects).entries())
    if (!isSlug(project)) report(joinPath("projects", index), projectRule);
  return problems;
}

/** No person is behind it. */
export const installationToken = {
  kind: "access",
  role: "administrator",
  instance: null,
  projects: null,
  createdBy: null,
  expiresAt: null,
} as const;
