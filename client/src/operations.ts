/** Query, body and answer of every operation of the admin API that answers in JSON, by its operationId. */
import type * as wire from "./wire.ts";

export interface Operations {
  listProjects: { query: wire.ProjectListQuery; answer: wire.ProjectList };
  getProject: { answer: wire.Project };
  putProject: { query: wire.ChangeQuery; body: wire.ProjectForm; answer: wire.ChangeAnswer };
  patchProject: { query: wire.ChangeQuery; body: Merge<wire.ProjectForm>; answer: wire.ChangeAnswer };
  deleteProject: { query: wire.ChangeQuery; answer: wire.ChangeAnswer };

  getManifest: { answer: wire.Manifest };
  /** A text is YAML, or JSON, which is YAML: problems with it are told with their lines. */
  applyManifest: { query: wire.ApplyQuery; body: wire.Manifest | string; answer: wire.ChangeAnswer };

  listPolicies: { query: wire.PageQuery; answer: wire.PolicyList };
  getPolicy: { answer: wire.Policy };
  putPolicy: { query: wire.ChangeQuery; body: wire.PolicyForm; answer: wire.ChangeAnswer };
  patchPolicy: { query: wire.ChangeQuery; body: Merge<wire.PolicyForm>; answer: wire.ChangeAnswer };
  deletePolicy: { query: wire.ChangeQuery; answer: wire.ChangeAnswer };

  listMaintenanceWindows: { query: wire.WindowListQuery; answer: wire.WindowList };
  getMaintenanceWindow: { answer: wire.MaintenanceWindow };
  putMaintenanceWindow: { query: wire.ChangeQuery; body: wire.WindowForm; answer: wire.ChangeAnswer };
  deleteMaintenanceWindow: { query: wire.ChangeQuery; answer: wire.ChangeAnswer };

  listInstances: { query: wire.InstanceListQuery; answer: wire.InstanceList };
  getInstance: { answer: wire.Instance };
  putInstance: { query: wire.ChangeQuery; body: wire.InstanceForm; answer: wire.ChangeAnswer };
  deleteInstance: { query: wire.ChangeQuery; answer: wire.ChangeAnswer };

  listMaintenance: { query: wire.MaintenanceListQuery; answer: wire.MaintenanceList };
  startMaintenance: { query: GuardedQuery; body?: wire.StartRequest; answer: wire.MaintenanceAnswer };
  extendMaintenance: { query: GuardedQuery; body: wire.ExtendRequest; answer: wire.MaintenanceAnswer };
  completeMaintenance: { query: GuardedQuery; body?: wire.CompleteRequest; answer: wire.MaintenanceAnswer };
  cancelMaintenance: { query: GuardedQuery; body: wire.CancelRequest; answer: wire.MaintenanceAnswer };
  moveMaintenance: { query: MoveQuery; body: wire.MoveRequest; answer: wire.MaintenanceAnswer };

  listReadKeys: { query: wire.CredentialListQuery; answer: wire.ReadKeyList };
  createReadKey: { query: ReasonQuery; body: wire.ReadKeyRequest; answer: wire.CreatedReadKey };
  importReadKey: { query: ReasonQuery; body: wire.ReadKeyImport; answer: wire.ReadKeyAnswer };
  rotateReadKey: { query: ReasonQuery; body?: wire.ReadKeyRotation; answer: wire.RotatedReadKey };
  revokeReadKey: { query: ReasonQuery; answer: wire.RevokedReadKey };
  releaseReadKey: { query: Required<ReasonQuery>; body: wire.ReadKeyAddress; answer: wire.ReleasedReadKey };
  moveReadKey: { query: Required<ReasonQuery>; body: wire.ReadKeyMove; answer: wire.MovedReadKey };
  getUsage: { query: { readonly key?: string }; answer: wire.ProjectUsage };
  getInstallationUsage: { answer: wire.InstallationUsage };

  listFeedTokens: { query: wire.CredentialListQuery; answer: wire.FeedTokenList };
  createFeedToken: { query: ReasonQuery; body: wire.FeedTokenRequest; answer: wire.CreatedFeedToken };
  revokeFeedToken: { query: ReasonQuery; answer: wire.RevokedFeedToken };

  getProtection: { answer: wire.Protection };
  putProtection: { query: wire.ChangeQuery; body: wire.ProtectionForm; answer: wire.ChangeAnswer };

  listProposals: { query: wire.ProposalListQuery; answer: wire.ProposalList };
  getProposal: { answer: wire.ProposalDetail };
  approveProposal: { query: ReasonQuery; body: wire.ProposalHash; answer: wire.Proposal };
  publishProposal: { query: ReasonQuery; body: wire.ProposalHash; answer: wire.Proposal };
  rejectProposal: { body: wire.ProposalRejection; answer: wire.Proposal };
  withdrawProposal: { query: ReasonQuery; answer: wire.Proposal };

  getHistory: { query: wire.HistoryQuery; answer: wire.History };
  getInstallationHistory: { query: wire.HistoryQuery; answer: wire.History };
  rollBack: { query: wire.ChangeQuery; body: wire.RollbackRequest; answer: wire.ChangeAnswer };
  undoRevision: { query: wire.ChangeQuery; body: wire.UndoRequest; answer: wire.ChangeAnswer };
  simulate: { query: wire.SimulationQuery; answer: wire.Simulation };

  listAccessTokens: { query: wire.CredentialListQuery; answer: wire.AccessTokenList };
  createAccessToken: { query: ReasonQuery; body: wire.AccessTokenRequest; answer: wire.CreatedAccessToken };
  revokeAccessToken: { query: ReasonQuery; answer: wire.RevokedAccessToken };
  listProjectAccessTokens: { query: wire.CredentialListQuery; answer: wire.AccessTokenList };
  createProjectAccessToken: { query: ReasonQuery; body: wire.ProjectTokenRequest; answer: wire.CreatedAccessToken };
  revokeProjectAccessToken: { query: ReasonQuery; answer: wire.RevokedAccessToken };

  listEdgeTokens: { query: wire.CredentialListQuery; answer: wire.EdgeTokenList };
  createEdgeToken: { query: ReasonQuery; body: wire.EdgeTokenRequest; answer: wire.CreatedEdgeToken };
  revokeEdgeToken: { query: ReasonQuery; answer: wire.RevokedEdgeToken };
  listEdges: { query: wire.PageQuery; answer: wire.EdgeList };

  getSignInOptions: { answer: wire.SignInOptions };
  signIn: { body: wire.SignInRequest; answer: wire.WhoAmI };
  beginProviderSignIn: { body?: wire.ProviderSignInRequest; answer: wire.ProviderSignIn };
  getSession: { answer: wire.WhoAmI };
  signOut: { answer: undefined };
  listSessions: { answer: wire.SessionList };
  endSession: { answer: undefined };
  signOutEverywhere: { answer: wire.EndedSessions };
  changePassword: { body: wire.PasswordChange; answer: wire.EndedSessions };
  inspectAccountLink: { body: { readonly link: string }; answer: wire.InspectedAccountLink };
  redeemAccountLink: { body: wire.AccountLinkRedemption; answer: wire.WhoAmI };

  listPeople: { query: wire.PersonListQuery; answer: wire.PersonList };
  getPerson: { answer: wire.PersonDetail };
  createPerson: { body: wire.PersonRequest; answer: wire.InvitedPerson };
  linkPerson: { answer: wire.AccountLink };
  disablePerson: { body?: wire.Departure; answer: wire.DisabledPerson };
  enablePerson: { answer: wire.Person };
  signOutPerson: { answer: wire.EndedSessions };
  erasePerson: { body?: wire.Departure; answer: wire.ErasedPerson };

  listMembers: { query: wire.PageQuery; answer: wire.MemberList };
  putMember: { query: GrantQuery; body: wire.MemberRequest; answer: wire.ChangeAnswer };
  deleteMember: { query: GrantQuery; answer: wire.ChangeAnswer };
  lookUpPerson: { body: wire.MemberLookup; answer: wire.FoundPerson };
  listAdministrators: { query: wire.PageQuery; answer: wire.AdministratorList };
  putAdministrator: { query: GrantQuery; answer: wire.ChangeAnswer };
  deleteAdministrator: { query: GrantQuery; answer: wire.ChangeAnswer };

  compact: { query: { readonly dry_run?: boolean }; answer: wire.Compaction };
  proveServer: { query: { readonly challenge: string }; answer: wire.ServerProof };
  getStatus: { answer: wire.Status };
}

/** A merge patch (RFC 7396): null deletes, and what it does not name stays. */
export type Merge<T> = { readonly [K in keyof T]?: T[K] | null };

type ReasonQuery = Pick<wire.ChangeQuery, "reason">;
type GuardedQuery = Pick<wire.ChangeQuery, "reason" | "override">;
type MoveQuery = Pick<wire.ChangeQuery, "reason" | "override" | "propose">;
type GrantQuery = Omit<wire.ChangeQuery, "propose">;
