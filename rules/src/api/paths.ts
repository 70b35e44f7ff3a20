/**
 * Method and path of every operation in the admin API, by its operationId: the only place where a path is written. The server's
 * routes, the OpenAPI document and the admin client read them from here.
 */
export const paths = {
  listProjects: "GET /admin/v1/projects",
  getOverview: "GET /admin/v1/overview",
  getProject: "GET /admin/v1/projects/{project}",
  putProject: "PUT /admin/v1/projects/{project}",
  patchProject: "PATCH /admin/v1/projects/{project}",
  deleteProject: "DELETE /admin/v1/projects/{project}",
  getManifest: "GET /admin/v1/projects/{project}/manifest",
  applyManifest: "PUT /admin/v1/projects/{project}/manifest",
  listPlatforms: "GET /admin/v1/projects/{project}/platforms",
  getPlatform: "GET /admin/v1/projects/{project}/platforms/{platform}",
  putPlatform: "PUT /admin/v1/projects/{project}/platforms/{platform}",
  deletePlatform: "DELETE /admin/v1/projects/{project}/platforms/{platform}",
  patchPlatform: "PATCH /admin/v1/projects/{project}/platforms/{platform}",
  listMaintenanceWindows: "GET /admin/v1/projects/{project}/windows",
  getMaintenanceWindow: "GET /admin/v1/projects/{project}/windows/{window}",
  patchMaintenanceWindow: "PATCH /admin/v1/projects/{project}/windows/{window}",
  putMaintenanceWindow: "PUT /admin/v1/projects/{project}/windows/{window}",
  deleteMaintenanceWindow: "DELETE /admin/v1/projects/{project}/windows/{window}",
  listMaintenance: "GET /admin/v1/projects/{project}/maintenance",
  startMaintenance: "POST /admin/v1/projects/{project}/maintenance/start",
  extendMaintenance: "POST /admin/v1/projects/{project}/maintenance/extend",
  completeMaintenance: "POST /admin/v1/projects/{project}/maintenance/complete",
  cancelMaintenance: "POST /admin/v1/projects/{project}/maintenance/cancel",
  moveMaintenance: "POST /admin/v1/projects/{project}/maintenance/move",
  listInstances: "GET /admin/v1/projects/{project}/instances",
  getInstance: "GET /admin/v1/projects/{project}/instances/{instance}",
  patchInstance: "PATCH /admin/v1/projects/{project}/instances/{instance}",
  putInstance: "PUT /admin/v1/projects/{project}/instances/{instance}",
  deleteInstance: "DELETE /admin/v1/projects/{project}/instances/{instance}",
  listReadKeys: "GET /admin/v1/projects/{project}/keys",
  getReadKey: "GET /admin/v1/projects/{project}/keys/{key}",
  patchReadKey: "PATCH /admin/v1/projects/{project}/keys/{key}",
  createReadKey: "POST /admin/v1/projects/{project}/keys",
  importReadKey: "POST /admin/v1/projects/{project}/keys/import",
  rotateReadKey: "POST /admin/v1/projects/{project}/keys/{key}/rotate",
  revokeReadKey: "POST /admin/v1/projects/{project}/keys/{key}/revoke",
  releaseReadKey: "POST /admin/v1/keys/release",
  moveReadKey: "POST /admin/v1/keys/move",
  getUsage: "GET /admin/v1/projects/{project}/usage",
  getAdoption: "GET /admin/v1/projects/{project}/adoption",
  getInstallationUsage: "GET /admin/v1/usage",
  getProtection: "GET /admin/v1/projects/{project}/protection",
  putProtection: "PUT /admin/v1/projects/{project}/protection",
  listProposals: "GET /admin/v1/projects/{project}/proposals",
  getProposal: "GET /admin/v1/projects/{project}/proposals/{proposal}",
  approveProposal: "POST /admin/v1/projects/{project}/proposals/{proposal}/approve",
  updateProposal: "POST /admin/v1/projects/{project}/proposals/{proposal}/update",
  publishProposal: "POST /admin/v1/projects/{project}/proposals/{proposal}/publish",
  rejectProposal: "POST /admin/v1/projects/{project}/proposals/{proposal}/reject",
  withdrawProposal: "POST /admin/v1/projects/{project}/proposals/{proposal}/withdraw",
  getHistory: "GET /admin/v1/projects/{project}/history",
  getInstallationHistory: "GET /admin/v1/history",
  getProjectEvents: "GET /admin/v1/projects/{project}/events",
  getEvents: "GET /admin/v1/events",
  undo: "POST /admin/v1/projects/{project}/undo",
  simulate: "GET /admin/v1/projects/{project}/simulate",
  listTokens: "GET /admin/v1/tokens",
  getToken: "GET /admin/v1/tokens/{token}",
  patchToken: "PATCH /admin/v1/tokens/{token}",
  createToken: "POST /admin/v1/tokens",
  revokeToken: "POST /admin/v1/tokens/{token}/revoke",
  listProjectTokens: "GET /admin/v1/projects/{project}/tokens",
  getProjectToken: "GET /admin/v1/projects/{project}/tokens/{token}",
  patchProjectToken: "PATCH /admin/v1/projects/{project}/tokens/{token}",
  createProjectToken: "POST /admin/v1/projects/{project}/tokens",
  revokeProjectToken: "POST /admin/v1/projects/{project}/tokens/{token}/revoke",
  listEdges: "GET /admin/v1/edges",
  getSignInOptions: "GET /admin/v1/sign-in",
  signIn: "POST /admin/v1/session",
  beginProviderSignIn: "POST /admin/v1/sign-in/provider",
  finishProviderSignIn: "GET /sign-in/callback",
  getSession: "GET /admin/v1/session",
  signOut: "DELETE /admin/v1/session",
  listSessions: "GET /admin/v1/sessions",
  endSession: "DELETE /admin/v1/sessions/{session}",
  signOutEverywhere: "POST /admin/v1/sessions/end",
  changePassword: "POST /admin/v1/session/password",
  inspectAccountLink: "POST /admin/v1/account-links/inspect",
  redeemAccountLink: "POST /admin/v1/account-links/redeem",
  listPeople: "GET /admin/v1/people",
  getPerson: "GET /admin/v1/people/{person}",
  createPerson: "POST /admin/v1/people",
  linkPerson: "POST /admin/v1/people/{person}/link",
  disablePerson: "POST /admin/v1/people/{person}/disable",
  enablePerson: "POST /admin/v1/people/{person}/enable",
  signOutPerson: "POST /admin/v1/people/{person}/sign-out",
  erasePerson: "POST /admin/v1/people/{person}/erase",
  listMembers: "GET /admin/v1/projects/{project}/members",
  putMember: "PUT /admin/v1/projects/{project}/members/{person}",
  deleteMember: "DELETE /admin/v1/projects/{project}/members/{person}",
  inviteMember: "POST /admin/v1/projects/{project}/members",
  lookUpPerson: "POST /admin/v1/projects/{project}/members/lookup",
  listAdministrators: "GET /admin/v1/administrators",
  putAdministrator: "PUT /admin/v1/administrators/{person}",
  deleteAdministrator: "DELETE /admin/v1/administrators/{person}",
  compact: "POST /admin/v1/compact",
  backUp: "POST /admin/v1/backup",
  proveServer: "GET /admin/v1/server-proof",
  getTimeZones: "GET /admin/v1/time-zones",
  getStatus: "GET /admin/v1/status",
  getProgramStatus: "GET /status",
  getMetrics: "GET /metrics",
  getDocument: "GET /openapi.json",
  getReadDocument: "GET /openapi/read.json",
  getManifestSchema: "GET /manifest.schema.json",
} as const;

export type OperationId = keyof typeof paths;

/**
 * POST operations that change accounts and sessions, which are not in the log: they take no Idempotency-Key, and sent again
 * they are done again. Every other POST is safe to repeat under its key.
 */
export const unrepeatable = [
  "beginProviderSignIn",
  "signIn",
  "signOutEverywhere",
  "changePassword",
  "inspectAccountLink",
  "redeemAccountLink",
  "createPerson",
  "inviteMember",
  "linkPerson",
  "disablePerson",
  "enablePerson",
  "signOutPerson",
  "erasePerson",
  "backUp",
] as const satisfies readonly OperationId[];

/** Names in braces: `project` of `GET /admin/v1/projects/{project}`. */
export type PathParameter<Id extends OperationId> = NameIn<(typeof paths)[Id]>;
type NameIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NameIn<Rest> : never;

/** In capitals. */
export type Method<Id extends OperationId = OperationId> = (typeof paths)[Id] extends `${infer Name} ${string}` ? Name : never;

/** @returns the method in capitals, and the path with its parameters in braces */
export function splitOperation(id: OperationId): { readonly method: Method; readonly path: string } {
  const [method = "", path = ""] = paths[id].split(" ");
  return { method: method as Method, path };
}

/** The path of a request, with its parameters encoded. */
export function fillPath<Id extends OperationId>(id: Id, parameters: Readonly<Record<PathParameter<Id>, string>>): string {
  const values: Readonly<Record<string, string>> = parameters;
  return splitOperation(id).path.replaceAll(/\{(.+?)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ""));
}
