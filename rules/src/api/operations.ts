/** The client takes only the types. A route describes answers other than JSON. */
import { z } from "zod";
import { adoptionQuery, adoptionSchema } from "../wire/adoption.ts";
import * as change from "../wire/change.ts";
import { compactionQuery, compactionSchema } from "../wire/compaction.ts";
import { credentialListQuery, credentialPatch } from "../wire/credential.ts";
import { edgeListSchema } from "../wire/edge.ts";
import { eventsQuery } from "../wire/event.ts";
import { historyQuery, historySchema, undoRequest } from "../wire/history.ts";
import { instanceFormSchema, instanceListQuery, instanceListSchema, instancePatch, instanceSchema } from "../wire/instance.ts";
import * as maintenance from "../wire/maintenance.ts";
import { manifestSchema } from "../wire/manifest.ts";
import * as member from "../wire/member.ts";
import { overviewQuery, overviewSchema } from "../wire/overview.ts";
import * as person from "../wire/person.ts";
import { platformFormSchema, platformListSchema, platformPatch, platformSchema } from "../wire/platform.ts";
import { projectFormSchema, projectListQuery, projectListSchema, projectPatch, projectSchema } from "../wire/project.ts";
import * as proposal from "../wire/proposal.ts";
import { protectionFormSchema, protectionSchema } from "../wire/protection.ts";
import * as readKey from "../wire/read-key.ts";
import * as session from "../wire/session.ts";
import { simulationQuery, simulationSchema } from "../wire/simulation.ts";
import { serverProofQuery, serverProofSchema, statusSchema } from "../wire/status.ts";
import { timeZonesQuery, timeZonesSchema } from "../wire/time-zones.ts";
import * as token from "../wire/token.ts";
import { installationUsageSchema, projectUsageSchema, usageQuery } from "../wire/usage.ts";
import { noFields, pageQuerySchema, reasonedQuery, verbQuery, type Wire } from "../wire/values.ts";
import * as webhook from "../wire/webhook.ts";
import { windowFormSchema, windowListQuery, windowListSchema, windowPatch, windowSchema } from "../wire/window.ts";
import type { OperationId } from "./paths.ts";

export interface Operation {
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  readonly answer?: z.ZodType;
}

const edit = { query: change.editQuerySchema, answer: change.changeAnswer };
const verb = { query: change.occurrenceVerbQuery, answer: maintenance.maintenanceAnswer };
const grant = { query: change.grantQuerySchema, answer: change.changeAnswer };

export const operations = {
  listProjects: { query: projectListQuery, answer: projectListSchema },
  getOverview: { query: overviewQuery, answer: overviewSchema },
  getProject: { answer: projectSchema },
  putProject: { ...edit, body: projectFormSchema },
  patchProject: { ...edit, body: projectPatch },
  deleteProject: edit,
  getManifest: { answer: manifestSchema },
  applyManifest: { query: change.applyQuerySchema, body: manifestSchema, answer: change.changeAnswer },
  listPlatforms: { query: pageQuerySchema, answer: platformListSchema },
  getPlatform: { answer: platformSchema },
  putPlatform: { ...edit, body: platformFormSchema },
  deletePlatform: edit,
  patchPlatform: { ...edit, body: platformPatch },
  listMaintenanceWindows: { query: windowListQuery, answer: windowListSchema },
  getMaintenanceWindow: { answer: windowSchema },
  putMaintenanceWindow: { ...edit, body: windowFormSchema },
  deleteMaintenanceWindow: edit,
  patchMaintenanceWindow: { ...edit, body: windowPatch },
  listMaintenance: { query: maintenance.maintenanceListQuery, answer: maintenance.maintenanceListSchema },
  startMaintenance: { ...verb, body: maintenance.startSchema },
  extendMaintenance: { ...verb, body: maintenance.extendSchema },
  completeMaintenance: { ...verb, body: maintenance.completeSchema.optional() },
  cancelMaintenance: { ...verb, body: maintenance.cancelSchema },
  moveMaintenance: { query: change.occurrenceMoveQuery, body: maintenance.moveSchema, answer: maintenance.maintenanceAnswer },
  listInstances: { query: instanceListQuery, answer: instanceListSchema },
  getInstance: { answer: instanceSchema },
  putInstance: { ...edit, body: instanceFormSchema },
  deleteInstance: edit,
  patchInstance: { ...edit, body: instancePatch },
  listReadKeys: { query: credentialListQuery, answer: readKey.readKeyListSchema },
  getReadKey: { answer: readKey.listedReadKey },
  patchReadKey: { query: verbQuery, body: credentialPatch, answer: readKey.changedReadKey },
  createReadKey: { query: verbQuery, body: readKey.readKeyRequest, answer: readKey.createdReadKey },
  importReadKey: { query: verbQuery, body: readKey.readKeyImport, answer: readKey.readKeyAnswer },
  rotateReadKey: { query: verbQuery, body: readKey.readKeyRotation.optional(), answer: readKey.rotatedReadKey },
  revokeReadKey: { query: verbQuery, body: noFields.optional(), answer: readKey.changedReadKey },
  releaseReadKey: { query: reasonedQuery, body: readKey.readKeyAddress, answer: readKey.releasedReadKey },
  moveReadKey: { query: reasonedQuery, body: readKey.readKeyMove, answer: readKey.movedReadKey },
  getUsage: { query: usageQuery, answer: projectUsageSchema },
  getAdoption: { query: adoptionQuery, answer: adoptionSchema },
  getInstallationUsage: { answer: installationUsageSchema },
  getProtection: { answer: protectionSchema },
  putProtection: { ...edit, body: protectionFormSchema },
  listProposals: { query: proposal.proposalListQuery, answer: proposal.proposalListSchema },
  getProposal: { answer: proposal.proposalDetailSchema },
  approveProposal: { query: verbQuery, body: proposal.proposalHashSchema, answer: proposal.approvedProposalSchema },
  updateProposal: { query: verbQuery, body: proposal.proposalHashSchema, answer: proposal.proposalSchema },
  publishProposal: { query: verbQuery, body: proposal.proposalHashSchema, answer: proposal.proposalSchema },
  rejectProposal: { body: proposal.proposalRejection, answer: proposal.proposalSchema },
  withdrawProposal: { query: verbQuery, body: noFields.optional(), answer: proposal.proposalSchema },
  getHistory: { query: historyQuery, answer: historySchema },
  getInstallationHistory: { query: historyQuery, answer: historySchema },
  getProjectEvents: { query: eventsQuery },
  getEvents: { query: eventsQuery },
  undo: { ...edit, body: undoRequest },
  simulate: { query: simulationQuery, answer: simulationSchema },
  listTokens: { query: token.tokenListQuery, answer: token.tokenListSchema },
  getToken: { answer: token.listedToken },
  patchToken: { query: verbQuery, body: credentialPatch, answer: token.changedToken },
  createToken: { query: verbQuery, body: token.tokenRequest, answer: token.createdToken },
  revokeToken: { query: verbQuery, body: noFields.optional(), answer: token.changedToken },
  listWebhooks: { query: pageQuerySchema, answer: webhook.webhookListSchema },
  getWebhook: { answer: webhook.listedWebhook },
  createWebhook: { query: verbQuery, body: webhook.webhookRequest, answer: webhook.createdWebhook },
  patchWebhook: { query: verbQuery, body: webhook.webhookPatch, answer: webhook.changedWebhook },
  rotateWebhookSecret: { query: verbQuery, body: noFields.optional(), answer: webhook.createdWebhook },
  deleteWebhook: { query: verbQuery, answer: z.undefined() },
  testWebhook: { body: noFields.optional(), answer: webhook.testAnswer },
  listDeliveries: { answer: webhook.deliveryListSchema },
  replayDeliveries: { body: webhook.replayRequest.optional(), answer: webhook.replayAnswer },
  listProjectTokens: { query: token.tokenListQuery, answer: token.tokenListSchema },
  getProjectToken: { answer: token.listedToken },
  patchProjectToken: { query: verbQuery, body: credentialPatch, answer: token.changedToken },
  createProjectToken: { query: verbQuery, body: token.projectTokenRequest, answer: token.createdToken },
  revokeProjectToken: { query: verbQuery, body: noFields.optional(), answer: token.changedToken },
  listEdges: { query: pageQuerySchema, answer: edgeListSchema },
  getSignInOptions: { answer: session.signInOptions },
  signIn: { body: session.signInRequest, answer: session.whoAmISchema },
  beginProviderSignIn: { body: session.providerSignInRequest.optional(), answer: session.providerSignIn },
  finishProviderSignIn: {},
  getSession: { answer: session.whoAmISchema },
  signOut: { answer: z.undefined() },
  listSessions: { answer: session.sessionListSchema },
  endSession: { answer: z.undefined() },
  signOutEverywhere: { body: noFields.optional(), answer: session.endedSessions },
  changePassword: { body: session.passwordChange, answer: session.endedSessions },
  inspectAccountLink: { body: session.accountLinkInspection, answer: session.inspectedAccountLink },
  redeemAccountLink: { body: session.accountLinkRedemption, answer: session.whoAmISchema },
  listPeople: { query: person.personListQuery, answer: person.personListSchema },
  getPerson: { answer: person.personDetailSchema },
  createPerson: { body: person.personRequest, answer: person.invitedPerson },
  linkPerson: { body: noFields.optional(), answer: person.accountLink },
  disablePerson: { body: person.revocationSchema.optional(), answer: person.disabledPerson },
  enablePerson: { body: noFields.optional(), answer: person.personSchema },
  signOutPerson: { body: noFields.optional(), answer: session.endedSessions },
  erasePerson: { body: person.revocationSchema.optional(), answer: person.erasedPerson },
  listMembers: { query: pageQuerySchema, answer: member.memberListSchema },
  putMember: { ...grant, body: member.memberRequest },
  deleteMember: grant,
  inviteMember: { query: verbQuery, body: member.invitationRequest, answer: member.invitedMember },
  lookUpPerson: { body: member.memberLookup, answer: member.foundPerson },
  listAdministrators: { query: pageQuerySchema, answer: member.administratorListSchema },
  putAdministrator: { ...grant, body: noFields.optional() },
  deleteAdministrator: grant,
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

/** An optional body includes undefined. */
export type OperationPart<Id extends OperationId, Name extends keyof Operation> = Operations[Id] extends {
  readonly [Key in Name]: infer Schema extends z.ZodType;
}
  ? Wire<Schema>
  : unknown;
