/** Query, body and answer of every operation of the admin API that answers in JSON, by its operationId. */
import type {
  AccessTokenList,
  AccessTokenRequest,
  CreatedAccessToken,
  ProjectTokenRequest,
  RevokedAccessToken,
} from "drawbridge-rules/wire/access-token.ts";
import type { ApplyQuery, ChangeAnswer, ChangeQuery } from "drawbridge-rules/wire/change.ts";
import type { Compaction } from "drawbridge-rules/wire/compaction.ts";
import type { CredentialListQuery } from "drawbridge-rules/wire/credential.ts";
import type { EdgeList } from "drawbridge-rules/wire/edge.ts";
import type { CreatedEdgeToken, EdgeTokenList, EdgeTokenRequest, RevokedEdgeToken } from "drawbridge-rules/wire/edge-token.ts";
import type { CreatedFeedToken, FeedTokenList, FeedTokenRequest, RevokedFeedToken } from "drawbridge-rules/wire/feed-token.ts";
import type { History, HistoryQuery, RollbackRequest, UndoRequest } from "drawbridge-rules/wire/history.ts";
import type { Instance, InstanceForm, InstanceList, InstanceListQuery } from "drawbridge-rules/wire/instance.ts";
import type {
  CancelRequest,
  CompleteRequest,
  ExtendRequest,
  MaintenanceAnswer,
  MaintenanceList,
  MaintenanceListQuery,
  MoveRequest,
  StartRequest,
} from "drawbridge-rules/wire/maintenance.ts";
import type { Manifest } from "drawbridge-rules/wire/manifest.ts";
import type { AdministratorList, FoundPerson, MemberList, MemberLookup, MemberRequest } from "drawbridge-rules/wire/member.ts";
import type { PageQuery } from "drawbridge-rules/wire/page.ts";
import type {
  AccountLink,
  Departure,
  DisabledPerson,
  ErasedPerson,
  InvitedPerson,
  Person,
  PersonDetail,
  PersonList,
  PersonListQuery,
  PersonRequest,
} from "drawbridge-rules/wire/person.ts";
import type { Policy, PolicyForm, PolicyList } from "drawbridge-rules/wire/policy.ts";
import type { Project, ProjectForm, ProjectList, ProjectListQuery } from "drawbridge-rules/wire/project.ts";
import type {
  Proposal,
  ProposalDetail,
  ProposalHash,
  ProposalList,
  ProposalListQuery,
  ProposalRejection,
} from "drawbridge-rules/wire/proposal.ts";
import type { Protection, ProtectionForm } from "drawbridge-rules/wire/protection.ts";
import type {
  CreatedReadKey,
  MovedReadKey,
  ReadKeyAddress,
  ReadKeyAnswer,
  ReadKeyImport,
  ReadKeyList,
  ReadKeyMove,
  ReadKeyRequest,
  ReadKeyRotation,
  ReleasedReadKey,
  RevokedReadKey,
  RotatedReadKey,
} from "drawbridge-rules/wire/read-key.ts";
import type {
  AccountLinkRedemption,
  EndedSessions,
  InspectedAccountLink,
  PasswordChange,
  ProviderSignIn,
  ProviderSignInRequest,
  SessionList,
  SignInOptions,
  SignInRequest,
  WhoAmI,
} from "drawbridge-rules/wire/session.ts";
import type { Simulation, SimulationQuery } from "drawbridge-rules/wire/simulation.ts";
import type { ServerProof, Status } from "drawbridge-rules/wire/status.ts";
import type { InstallationUsage, ProjectUsage } from "drawbridge-rules/wire/usage.ts";
import type { MaintenanceWindow, WindowForm, WindowList, WindowListQuery } from "drawbridge-rules/wire/window.ts";

export interface Operations {
  listProjects: { query: ProjectListQuery; answer: ProjectList };
  getProject: { answer: Project };
  putProject: { query: ChangeQuery; body: ProjectForm; answer: ChangeAnswer };
  patchProject: { query: ChangeQuery; body: Merge<ProjectForm>; answer: ChangeAnswer };
  deleteProject: { query: ChangeQuery; answer: ChangeAnswer };

  getManifest: { answer: Manifest };
  /** A text is YAML, or JSON, which is YAML: problems with it are told with their lines. */
  applyManifest: { query: ApplyQuery; body: Manifest | string; answer: ChangeAnswer };

  listPolicies: { query: PageQuery; answer: PolicyList };
  getPolicy: { answer: Policy };
  putPolicy: { query: ChangeQuery; body: PolicyForm; answer: ChangeAnswer };
  patchPolicy: { query: ChangeQuery; body: Merge<PolicyForm>; answer: ChangeAnswer };
  deletePolicy: { query: ChangeQuery; answer: ChangeAnswer };

  listMaintenanceWindows: { query: WindowListQuery; answer: WindowList };
  getMaintenanceWindow: { answer: MaintenanceWindow };
  putMaintenanceWindow: { query: ChangeQuery; body: WindowForm; answer: ChangeAnswer };
  deleteMaintenanceWindow: { query: ChangeQuery; answer: ChangeAnswer };

  listInstances: { query: InstanceListQuery; answer: InstanceList };
  getInstance: { answer: Instance };
  putInstance: { query: ChangeQuery; body: InstanceForm; answer: ChangeAnswer };
  deleteInstance: { query: ChangeQuery; answer: ChangeAnswer };

  listMaintenance: { query: MaintenanceListQuery; answer: MaintenanceList };
  startMaintenance: { query: GuardedQuery; body?: StartRequest; answer: MaintenanceAnswer };
  extendMaintenance: { query: GuardedQuery; body: ExtendRequest; answer: MaintenanceAnswer };
  completeMaintenance: { query: GuardedQuery; body?: CompleteRequest; answer: MaintenanceAnswer };
  cancelMaintenance: { query: GuardedQuery; body: CancelRequest; answer: MaintenanceAnswer };
  moveMaintenance: { query: MoveQuery; body: MoveRequest; answer: MaintenanceAnswer };

  listReadKeys: { query: CredentialListQuery; answer: ReadKeyList };
  createReadKey: { query: ReasonQuery; body: ReadKeyRequest; answer: CreatedReadKey };
  importReadKey: { query: ReasonQuery; body: ReadKeyImport; answer: ReadKeyAnswer };
  rotateReadKey: { query: ReasonQuery; body?: ReadKeyRotation; answer: RotatedReadKey };
  revokeReadKey: { query: ReasonQuery; answer: RevokedReadKey };
  releaseReadKey: { query: Required<ReasonQuery>; body: ReadKeyAddress; answer: ReleasedReadKey };
  moveReadKey: { query: Required<ReasonQuery>; body: ReadKeyMove; answer: MovedReadKey };
  getUsage: { query: { readonly key?: string }; answer: ProjectUsage };
  getInstallationUsage: { answer: InstallationUsage };

  listFeedTokens: { query: CredentialListQuery; answer: FeedTokenList };
  createFeedToken: { query: ReasonQuery; body: FeedTokenRequest; answer: CreatedFeedToken };
  revokeFeedToken: { query: ReasonQuery; answer: RevokedFeedToken };

  getProtection: { answer: Protection };
  putProtection: { query: ChangeQuery; body: ProtectionForm; answer: ChangeAnswer };

  listProposals: { query: ProposalListQuery; answer: ProposalList };
  getProposal: { answer: ProposalDetail };
  approveProposal: { query: ReasonQuery; body: ProposalHash; answer: Proposal };
  publishProposal: { query: ReasonQuery; body: ProposalHash; answer: Proposal };
  rejectProposal: { body: ProposalRejection; answer: Proposal };
  withdrawProposal: { query: ReasonQuery; answer: Proposal };

  getHistory: { query: HistoryQuery; answer: History };
  getInstallationHistory: { query: HistoryQuery; answer: History };
  rollBack: { query: ChangeQuery; body: RollbackRequest; answer: ChangeAnswer };
  undoRevision: { query: ChangeQuery; body: UndoRequest; answer: ChangeAnswer };
  simulate: { query: SimulationQuery; answer: Simulation };

  listAccessTokens: { query: CredentialListQuery; answer: AccessTokenList };
  createAccessToken: { query: ReasonQuery; body: AccessTokenRequest; answer: CreatedAccessToken };
  revokeAccessToken: { query: ReasonQuery; answer: RevokedAccessToken };
  listProjectAccessTokens: { query: CredentialListQuery; answer: AccessTokenList };
  createProjectAccessToken: { query: ReasonQuery; body: ProjectTokenRequest; answer: CreatedAccessToken };
  revokeProjectAccessToken: { query: ReasonQuery; answer: RevokedAccessToken };

  listEdgeTokens: { query: CredentialListQuery; answer: EdgeTokenList };
  createEdgeToken: { query: ReasonQuery; body: EdgeTokenRequest; answer: CreatedEdgeToken };
  revokeEdgeToken: { query: ReasonQuery; answer: RevokedEdgeToken };
  listEdges: { query: PageQuery; answer: EdgeList };

  getSignInOptions: { answer: SignInOptions };
  signIn: { body: SignInRequest; answer: WhoAmI };
  beginProviderSignIn: { body?: ProviderSignInRequest; answer: ProviderSignIn };
  getSession: { answer: WhoAmI };
  signOut: { answer: undefined };
  listSessions: { answer: SessionList };
  endSession: { answer: undefined };
  signOutEverywhere: { answer: EndedSessions };
  changePassword: { body: PasswordChange; answer: EndedSessions };
  inspectAccountLink: { body: { readonly link: string }; answer: InspectedAccountLink };
  redeemAccountLink: { body: AccountLinkRedemption; answer: WhoAmI };

  listPeople: { query: PersonListQuery; answer: PersonList };
  getPerson: { answer: PersonDetail };
  createPerson: { body: PersonRequest; answer: InvitedPerson };
  linkPerson: { answer: AccountLink };
  disablePerson: { body?: Departure; answer: DisabledPerson };
  enablePerson: { answer: Person };
  signOutPerson: { answer: EndedSessions };
  erasePerson: { body?: Departure; answer: ErasedPerson };

  listMembers: { query: PageQuery; answer: MemberList };
  putMember: { query: GrantQuery; body: MemberRequest; answer: ChangeAnswer };
  deleteMember: { query: GrantQuery; answer: ChangeAnswer };
  lookUpPerson: { body: MemberLookup; answer: FoundPerson };
  listAdministrators: { query: PageQuery; answer: AdministratorList };
  putAdministrator: { query: GrantQuery; answer: ChangeAnswer };
  deleteAdministrator: { query: GrantQuery; answer: ChangeAnswer };

  compact: { query: { readonly dry_run?: boolean }; answer: Compaction };
  proveServer: { query: { readonly challenge: string }; answer: ServerProof };
  getStatus: { answer: Status };
}

/** A merge patch (RFC 7396): null deletes, and what it does not name stays. */
export type Merge<T> = { readonly [K in keyof T]?: T[K] | null };

type ReasonQuery = Pick<ChangeQuery, "reason">;
type GuardedQuery = Pick<ChangeQuery, "reason" | "override">;
type MoveQuery = Pick<ChangeQuery, "reason" | "override" | "propose">;
type GrantQuery = Omit<ChangeQuery, "propose">;
