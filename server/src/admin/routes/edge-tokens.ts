/** Edge tokens, of the installation: what edges follow it with. */

import { isSlug, slugRule } from "drawbridge-rules/project/project.ts";
import type { Problem } from "drawbridge-rules/values/errors.ts";
import { edgeProjectsRule, edgeTokenRequest, maxEdgeProjects } from "drawbridge-rules/wire/edge-token.ts";
import type { CredentialVerbServices } from "../change/credential-verb.ts";
import type { AdminRoute } from "../request/admin-route.ts";
import { readTokenRequest } from "../request/credential-request.ts";
import { type CredentialRoutes, credentialRoutes } from "./credentials.ts";

const edgeTokens: CredentialRoutes<"edge_token", CredentialVerbServices> = {
  kind: "edge_token",
  suffix: "EdgeToken",
  parameter: "edge_token",
  listed: "edge_tokens",
  tag: "Edges",
  permission: { read: "administrator", change: "administrator" },
  problems: ["conflict"],
  texts: { a: "an edge token", all: "edge tokens", the: "The token", missing: "There is no such edge token." },
  example: { name: "Frankfurt", projects: ["acme-shop"] },
  secret: (token) => ({ token }),
  read: ({ body }, now) =>
    readTokenRequest(edgeTokenRequest, { body, now, what: "the edge token" }, ({ projects = null }, problems) => ({
      projects: readProjects(projects, problems),
    })),
};

export function edgeTokenRoutes(services: CredentialVerbServices): AdminRoute[] {
  return credentialRoutes(services, edgeTokens);
}

/** A project need not exist yet. */
function readProjects(projects: readonly string[] | null, problems: Problem[]): readonly string[] | null {
  if (projects === null) return null;
  if (projects.length === 0 || projects.length > maxEdgeProjects) problems.push({ path: "projects", message: edgeProjectsRule });
  for (const [index, project] of projects.slice(0, maxEdgeProjects).entries()) {
    if (!isSlug(project)) problems.push({ path: `projects.${index}`, message: `expected the id of a project: ${slugRule}` });
  }
  return [...new Set(projects)].sort();
}
