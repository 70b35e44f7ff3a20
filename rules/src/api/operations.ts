/**
 * Query, body and answer of every operation, by its operationId. The server reads requests by these schemas and documents them;
 * the admin client takes its types from them, and loads none. An optional body may be left out. An answer that is no JSON, such as
 * a stream, is described by its route.
 */
import { z } from "zod";
import { adoptionQuery, adoptionSchema } from "../wire/adoption.ts";
import {
  applyQuerySchema,
  changeAnswer,
  editQuerySchema,
  grantQuerySchema,
  occurrenceMoveQuery,
  occurrenceVerbQuery,
} from "../wire/change.ts";
import { compactionQuery, compactionSchema } from "../wire/compaction.ts";
import { credentialListQuery, credentialPatch } from "../wire/credential.ts";
import { edgeListSchema } from "../wire/edge.ts";
import { eventsQuery } from "../wire/event.ts";
import { historyQuery, historySchema, undoRequest } from "../wire/history.ts";
import { instanceFormSchema, instanceListQuery, instanceListSchema, instancePatch, instanceSchema } from "../wire/instance.ts";
import {
  cancelSchema,
  completeSchema,
  extendSchema,
  maintenanceAnswer,
  maintenanceListQuery,
  maintenanceListSchema,
  moveSchema,
  startSchema,
} from "../wire/maintenance.ts";
import { manifestSchema } from "../wire/manifest.ts";
import {
  administratorListSchema,
  foundPerson,
  invitationRequest,
  invitedMember,
  memberListSchema,
  memberLookup,
  memberRequest,
} from "../wire/member.ts";
import { overviewQuery, overviewSchema } from "../wire/overview.ts";
import { pageQuerySchema } from "../wire/page.ts";
import {
  accountLink,
  disabledPerson,
  erasedPerson,
  invitedPerson,
  personDetailSchema,
  personListQuery,
  personListSchema,
  personRequest,
  personSchema,
  revocationSchema,
} from "../wire/person.ts";
import { platformFormSchema, platformListSchema, platformPatch, platformSchema } from "../wire/platform.ts";
import { projectFormSchema, projectListQuery, projectListSchema, projectPatch, projectSchema } from "../wire/project.ts";
import {
  approvedProposalSchema,
  proposalDetailSchema,
  proposalHashSchema,
  proposalListQuery,
  proposalListSchema,
  proposalRejection,
  proposalSchema,
} from "../wire/proposal.ts";
import { protectionFormSchema, protectionSchema } from "../wire/protection.ts";
import {
  changedReadKey,
  createdReadKey,
  listedReadKey,
  movedReadKey,
  readKeyAddress,
  readKeyAnswer,
  readKeyImport,
  readKeyListSchema,
  readKeyMove,
  readKeyRequest,
  readKeyRotation,
  releasedReadKey,
  rotatedReadKey,
} from "../wire/read-key.ts";
import {
  accountLinkInspection,
  accountLinkRedemption,
  endedSessions,
  inspectedAccountLink,
  passwordChange,
  providerSignIn,
  providerSignInRequest,
  sessionListSchema,
  signInOptions,
  signInRequest,
  whoAmISchema,
} from "../wire/session.ts";
import { simulationQuery, simulationSchema } from "../wire/simulation.ts";
import { serverProofQuery, serverProofSchema, statusSchema } from "../wire/status.ts";
import { timeZonesQuery, timeZonesSchema } from "../wire/time-zones.ts";
import {
  changedToken,
  createdToken,
  listedToken,
  projectTokenRequest,
  tokenListQuery,
  tokenListSchema,
  tokenRequest,
} from "../wire/token.ts";
import { installationUsageSchema, projectUsageSchema, usageQuery } from "../wire/usage.ts";
import { noFields, reasonedQuery, verbQuery } from "../wire/values.ts";
import { windowFormSchema, windowListQuery, windowListSchema, windowPatch, windowSchema } from "../wire/window.ts";
import type { Wire } from "../wire/wire.ts";
import type { OperationId } from "./paths.ts";

export interface Operation {
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  readonly answer?: z.ZodType;
}

export const operations = {
  listProjects: { query: projectListQuery, answer: projectListSchema },
  getOverview: { query: overviewQuery, answer: overviewSchema },
  getProject: { answer: projectSchema },
  putProject: { query: editQuerySchema, body: projectFormSchema, answer: changeAnswer },
  patchProject: { query: editQuerySchema, body: projectPatch, answer: changeAnswer },
  deleteProject: { query: editQuerySchema, answer: changeAnswer },
  getManifest: { answer: manifestSchema },
  applyManifest: { query: applyQuerySchema, body: manifestSchema, answer: changeAnswer },
  listPlatforms: { query: pageQuerySchema, answer: platformListSchema },
  getPlatform: { answer: platformSchema },
  putPlatform: { query: editQuerySchema, body: platformFormSchema, answer: changeAnswer },
  deletePlatform: { query: editQuerySchema, answer: changeAnswer },
  patchPlatform: { query: editQuerySchema, body: platformPatch, answer: changeAnswer },
  listMaintenanceWindows: { query: windowListQuery, answer: windowListSchema },
  getMaintenanceWindow: { answer: windowSchema },
  putMaintenanceWindow: { query: editQuerySchema, body: windowFormSchema, answer: changeAnswer },
  deleteMaintenanceWindow: { query: editQuerySchema, answer: changeAnswer },
  patchMaintenanceWindow: { query: editQuerySchema, body: windowPatch, answer: changeAnswer },
  listMaintenance: { query: maintenanceListQuery, answer: maintenanceListSchema },
  startMaintenance: { query: occurrenceVerbQuery, body: startSchema, answer: maintenanceAnswer },
  extendMaintenance: { query: occurrenceVerbQuery, body: extendSchema, answer: maintenanceAnswer },
  completeMaintenance: { query: occurrenceVerbQuery, body: completeSchema.optional(), answer: maintenanceAnswer },
  cancelMaintenance: { query: occurrenceVerbQuery, body: cancelSchema, answer: maintenanceAnswer },
  moveMaintenance: { query: occurrenceMoveQuery, body: moveSchema, answer: maintenanceAnswer },
  listInstances: { query: instanceListQuery, answer: instanceListSchema },
  getInstance: { answer: instanceSchema },
  putInstance: { query: editQuerySchema, body: instanceFormSchema, answer: changeAnswer },
  deleteInstance: { query: editQuerySchema, answer: changeAnswer },
  patchInstance: { query: editQuerySchema, body: instancePatch, answer: changeAnswer },
  listReadKeys: { query: credentialListQuery, answer: readKeyListSchema },
  getReadKey: { answer: listedReadKey },
  patchReadKey: { query: verbQuery, body: credentialPatch, answer: changedReadKey },
  createReadKey: { query: verbQuery, body: readKeyRequest, answer: createdReadKey },
  importReadKey: { query: verbQuery, body: readKeyImport, answer: readKeyAnswer },
  rotateReadKey: { query: verbQuery, body: readKeyRotation.optional(), answer: rotatedReadKey },
  revokeReadKey: { query: verbQuery, body: noFields.optional(), answer: changedReadKey },
  releaseReadKey: { query: reasonedQuery, body: readKeyAddress, answer: releasedReadKey },
  moveReadKey: { query: reasonedQuery, body: readKeyMove, answer: movedReadKey },
  getUsage: { query: usageQuery, answer: projectUsageSchema },
  getAdoption: { query: adoptionQuery, answer: adoptionSchema },
  getInstallationUsage: { answer: installationUsageSchema },
  getProtection: { answer: protectionSchema },
  putProtection: { query: editQuerySchema, body: protectionFormSchema, answer: changeAnswer },
  listProposals: { query: proposalListQuery, answer: proposalListSchema },
  getProposal: { answer: proposalDetailSchema },
  approveProposal: { query: verbQuery, body: proposalHashSchema, answer: approvedProposalSchema },
  updateProposal: { query: verbQuery, body: proposalHashSchema, answer: proposalSchema },
  publishProposal: { query: verbQuery, body: proposalHashSchema, answer: proposalSchema },
  rejectProposal: { body: proposalRejection, answer: proposalSchema },
  withdrawProposal: { query: verbQuery, body: noFields.optional(), answer: proposalSchema },
  getHistory: { query: historyQuery, answer: historySchema },
  getInstallationHistory: { query: historyQuery, answer: historySchema },
  getProjectEvents: { query: eventsQuery },
  getEvents: { query: eventsQuery },
  undo: { query: editQuerySchema, body: undoRequest, answer: changeAnswer },
  simulate: { query: simulationQuery, answer: simulationSchema },
  listTokens: { query: tokenListQuery, answer: tokenListSchema },
  getToken: { answer: listedToken },
  patchToken: { query: verbQuery, body: credentialPatch, answer: changedToken },
  createToken: { query: verbQuery, body: tokenRequest, answer: createdToken },
  revokeToken: { query: verbQuery, body: noFields.optional(), answer: changedToken },
  listProjectTokens: { query: tokenListQuery, answer: tokenListSchema },
  getProjectToken: { answer: listedToken },
  patchProjectToken: { query: verbQuery, body: credentialPatch, answer: changedToken },
  createProjectToken: { query: verbQuery, body: projectTokenRequest, answer: createdToken },
  revokeProjectToken: { query: verbQuery, body: noFields.optional(), answer: changedToken },
  listEdges: { query: pageQuerySchema, answer: edgeListSchema },
  getSignInOptions: { answer: signInOptions },
  signIn: { body: signInRequest, answer: whoAmISchema },
  beginProviderSignIn: { body: providerSignInRequest.optional(), answer: providerSignIn },
  finishProviderSignIn: {},
  getSession: { answer: whoAmISchema },
  signOut: { answer: z.undefined() },
  listSessions: { answer: sessionListSchema },
  endSession: { answer: z.undefined() },
  signOutEverywhere: { body: noFields.optional(), answer: endedSessions },
  changePassword: { body: passwordChange, answer: endedSessions },
  inspectAccountLink: { body: accountLinkInspection, answer: inspectedAccountLink },
  redeemAccountLink: { body: accountLinkRedemption, answer: whoAmISchema },
  listPeople: { query: personListQuery, answer: personListSchema },
  getPerson: { answer: personDetailSchema },
  createPerson: { body: personRequest, answer: invitedPerson },
  linkPerson: { body: noFields.optional(), answer: accountLink },
  disablePerson: { body: revocationSchema.optional(), answer: disabledPerson },
  enablePerson: { body: noFields.optional(), answer: personSchema },
  signOutPerson: { body: noFields.optional(), answer: endedSessions },
  erasePerson: { body: revocationSchema.optional(), answer: erasedPerson },
  listMembers: { query: pageQuerySchema, answer: memberListSchema },
  putMember: { query: grantQuerySchema, body: memberRequest, answer: changeAnswer },
  deleteMember: { query: grantQuerySchema, answer: changeAnswer },
  inviteMember: { query: verbQuery, body: invitationRequest, answer: invitedMember },
  lookUpPerson: { body: memberLookup, answer: foundPerson },
  listAdministrators: { query: pageQuerySchema, answer: administratorListSchema },
  putAdministrator: { query: grantQuerySchema, body: noFields.optional(), answer: changeAnswer },
  deleteAdministrator: { query: grantQuerySchema, answer: changeAnswer },
  compact: { query: compactionQuery, body: noFields.optional(), answer: compactionSchema },
  backUp: { body: noFields.optional() },
  proveServer: { query: serverProofQuery, answer: serverProofSchema },
  getTimeZones: { query: timeZonesQuery, answer: timeZonesSchema },
  getStatus: { answer: statusSchema },
  getProgramStatus: { answer: statusSchema },
  getMetrics: {},
  getDocument: {},
  getReadDocument: {},
  getManifestSchema: {},
} as const satisfies Readonly<Record<OperationId, Operation>>;

type Operations = typeof operations;

/** Wire type of a query, body or answer of the operation. An optional body includes undefined. */
export type OperationPart<Id extends OperationId, Name extends keyof Operation> = Operations[Id] extends {
  readonly [Key in Name]: infer Schema extends z.ZodType;
}
  ? Wire<Schema>
  : unknown;
