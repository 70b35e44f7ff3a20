/** Every command, in the order in which the help shows them. */
import { apply } from "./apply.ts";
import type { Command } from "./command.ts";
import { doctor } from "./doctor.ts";
import { exportProject } from "./export.ts";
import { feedCreate, feedList, feedRevoke } from "./feed.ts";
import { history } from "./history.ts";
import { keyCreate, keyImport, keyList, keyRevoke, keyRotate } from "./key.ts";
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
import { policySet, policyShow } from "./policy.ts";
import { projectDelete, projectList, projectShow } from "./project.ts";
import { rollback } from "./rollback.ts";
import { serve } from "./serve.ts";
import { simulate } from "./simulate.ts";
import { tokenCreate, tokenList, tokenRevoke } from "./token.ts";

export const commands: readonly Command[] = [
  serve,
  plan,
  apply,
  exportProject,
  projectList,
  projectShow,
  projectDelete,
  policyShow,
  policySet,
  maintenanceList,
  maintenanceSchedule,
  maintenanceStart,
  maintenanceExtend,
  maintenanceComplete,
  maintenanceCancel,
  maintenanceMove,
  maintenanceRun,
  simulate,
  history,
  rollback,
  keyCreate,
  keyImport,
  keyList,
  keyRotate,
  keyRevoke,
  feedCreate,
  feedList,
  feedRevoke,
  tokenCreate,
  tokenList,
  tokenRevoke,
  doctor,
];
