/** In the order of the help. The client's artifact has only these commands. */
import { adoption, simulate } from "./app-requests.ts";
import { apply, exportProject, plan, undo } from "./apply.ts";
import type { Command } from "./command.ts";
import { events, history } from "./history.ts";
import { init } from "./init.ts";
import { compact, edgeList } from "./installation.ts";
import { instanceCommands } from "./instance.ts";
import { keyCreate, keyImport, keyList, keyRevoke, keyRotate, keySet } from "./key.ts";
import { maintenanceRun } from "./maintenance-run.ts";
import * as verb from "./maintenance-verb.ts";
import { maintenanceDelete, maintenanceList, maintenanceSchedule } from "./maintenance-window.ts";
import { policyCommands } from "./policy.ts";
import { completion, version, whoami } from "./program.ts";
import { projectCommands, protectionCommands } from "./project.ts";
import { proposalCommands } from "./proposal.ts";
import { pull } from "./pull.ts";
import { tokenCreate, tokenList, tokenRevoke, tokenSet } from "./token.ts";
import * as user from "./user.ts";
import { validate } from "./validate.ts";
import { webhookCommands } from "./webhook.ts";

export const clientCommands: readonly Command[] = [
  ...[init, validate, plan, apply, exportProject, pull],
  ...projectCommands,
  ...policyCommands,
  ...instanceCommands,
  ...[maintenanceList, maintenanceSchedule, verb.maintenanceStart, verb.maintenanceExtend, verb.maintenanceComplete],
  ...[verb.maintenanceCancel, verb.maintenanceMove, maintenanceDelete, maintenanceRun],
  ...[simulate, history, events, undo],
  ...proposalCommands,
  ...protectionCommands,
  ...[keyCreate, keyImport, keyList, keyRotate, keySet, keyRevoke],
  adoption,
  ...[tokenCreate, tokenList, tokenSet, tokenRevoke],
  ...webhookCommands,
  edgeList,
  ...[user.userList, user.userShow, user.userAdd, user.userLink, user.userGrant, user.userRevoke, user.userAdministrator],
  ...[user.userDisable, user.userEnable, user.userSignOut, user.userErase],
  ...[whoami, version, completion, compact],
];
