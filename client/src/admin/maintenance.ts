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
import type { Calls, VerbOptions } from "./calls.ts";

/** What is done to maintenance in real time. Each verb acts on one occurrence and leaves its window's rule alone. */
export class Maintenance {
  readonly #calls: Calls;

  constructor(calls: Calls) {
    this.#calls = calls;
  }

  /** Those in force and to come, unless asked for others, with what may surprise about them. */
  list(project: string, query: MaintenanceListQuery = {}): Promise<MaintenanceList> {
    return this.#calls.read(path(project), { ...query });
  }

  /** Begins a window's next occurrence now, or makes a window by hand. Sent again, it goes on. */
  start(project: string, request: StartRequest = {}, options: VerbOptions = {}): Promise<MaintenanceAnswer> {
    return this.#calls.act(path(project, "start"), request, options);
  }

  /** One in force ends later. */
  extend(project: string, request: ExtendRequest, options: VerbOptions = {}): Promise<MaintenanceAnswer> {
    return this.#calls.act(path(project, "extend"), request, options);
  }

  /** One in force ends now, for ever. */
  complete(project: string, request: CompleteRequest = {}, options: VerbOptions = {}): Promise<MaintenanceAnswer> {
    return this.#calls.act(path(project, "complete"), request, options);
  }

  /** One that has not started will not take place. */
  cancel(project: string, request: CancelRequest, options: VerbOptions = {}): Promise<MaintenanceAnswer> {
    return this.#calls.act(path(project, "cancel"), request, options);
  }

  /** One that has not started takes place at another time. */
  move(project: string, request: MoveRequest, options: VerbOptions = {}): Promise<MaintenanceAnswer> {
    return this.#calls.act(path(project, "move"), request, options);
  }
}

function path(project: string, ...rest: readonly string[]): string[] {
  return ["projects", project, "maintenance", ...rest];
}
