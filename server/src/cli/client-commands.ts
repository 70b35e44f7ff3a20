/**
 * Commands that work over the admin API, in the order in which the help shows them. The client's artifact has only these.
 */
import { adoption } from "./adoption.ts";
import { apply } from "./apply.ts";
import type { Command } from "./command.ts";
import { compact } from "./compact.ts";
import { completion } from "./completion.ts";
import { edgeList } from "./edge.ts";
import { edgeTokenCreate, edgeTokenList, edgeTokenRevoke, edgeTokenSet } from "./edge-token.ts";
import { events } from "./events.ts";
import { exportProject } from "./export.ts";
import { feedCreate, feedList, feedRevoke, feedSet } from "./feed.ts";
import { history } from "./history.ts";
import { init } from "./init.ts";
import { instanceDelete, instanceList, instanceSet } from "./instance.ts";
import { keyCreate, keyImport, keyList, keyRevoke, keyRotate, keySet } from "./key.ts";
import { maintenanceDelete } from "./maintenance-delete.ts";
import { maintenanceList } from "./maintenance-list.ts";
import { maintenanceRun } from "./maintenance-run.ts";
import { maintenanceSchedule } from "./maintenance-schedule.ts";
import {
  maintenanceCancel,
  maintenanceComplete,
  maintenanceExtend,
  maintenanceMove,
  maintenanceStart,
} from "./maintenance-verb.ts";
import { plan } from "./plan.ts";
import { platformAdd, platformDelete } from "./platform.ts";
import { policySet, policyShow } from "./policy.ts";
import { policyRelease } from "./policy-release.ts";
import { policyStep } from "./policy-step.ts";
import { projectDelete, projectList, projectShow } from "./project.ts";
import { projectSet } from "./project-set.ts";
import { proposalList, proposalShow } from "./proposal.ts";
import { proposalApprove, proposalPublish, proposalReject, proposalWithdraw } from "./proposal-verb.ts";
import { protectionSet, protectionShow } from "./protection.ts";
import { simulate } from "./simulate.ts";
import { tokenCreate, tokenList, tokenRevoke, tokenSet } from "./token.ts";
import { undo } from "./undo.ts";
import { userAdd, userLink } from "./user-add.ts";
import { userAdministrator, userGrant, userRevoke } from "./user-grant.ts";
import { userList, userShow } from "./user-list.ts";
import { userDisable, userEnable, userErase, userSignOut } from "./user-verb.ts";
import { validate } from "./validate.ts";
import { version } from "./version.ts";
import { whoami } from "./whoami.ts";

export const clientCommands: readonly Command[] = [
  init,
  validate,
  plan,
  apply,
  exportProject,
  projectList,
  projectShow,
  projectSet,
  projectDelete,
  platformAdd,
  platformDelete,
  policyShow,
  policySet,
  policyStep,
  policyRelease,
  instanceList,
  instanceSet,
  instanceDelete,
  maintenanceList,
  maintenanceSchedule,
  maintenanceStart,
  maintenanceExtend,
  maintenanceComplete,
  maintenanceCancel,
  maintenanceMove,
  maintenanceDelete,
  maintenanceRun,
  simulate,
  history,
  events,
  undo,
  proposalList,
  proposalShow,
  proposalApprove,
  proposalPublish,
  proposalReject,
  proposalWithdraw,
  protectionShow,
  protectionSet,
  keyCreate,
  keyImport,
  keyList,
  keyRotate,
  keySet,
  keyRevoke,
  adoption,
  feedCreate,
  feedList,
  feedSet,
  feedRevoke,
  tokenCreate,
  tokenList,
  tokenSet,
  tokenRevoke,
  edgeTokenCreate,
  edgeTokenList,
  edgeTokenSet,
  edgeTokenRevoke,
  edgeList,
  userList,
  userShow,
  userAdd,
  userLink,
  userGrant,
  userRevoke,
  userAdministrator,
  userDisable,
  userEnable,
  userSignOut,
  userErase,
  whoami,
  version,
  completion,
  compact,
];
