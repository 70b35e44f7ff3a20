/** On a lease: after a crash (kill -9, power loss), only the rest of the lease remains. */
import { setTimeout } from "node:timers/promises";
import { type AdminClient, isAdminError, isNotFound, isUnreachable, type VerbOptions } from "drawbridge-client/admin";
import { parseDuration, printDuration, printTypedDuration } from "drawbridge-rules/values/duration.ts";
import { errorText } from "drawbridge-rules/values/errors.ts";
import type { ListedOccurrence, MaintenanceAnswer, OccurrenceTimes, StartRequest } from "drawbridge-rules/wire/maintenance.ts";
import { option, type ParsedArguments } from "./arguments.ts";
import { type Context, command } from "./command.ts";
import { classifyError, failureText } from "./failure.ts";
import type { WrappedCommand } from "./io.ts";
import { tell } from "./maintenance-verb.ts";
import { requireScope, startScopeOptions, titleOption } from "./maintenance-window.ts";
import { dryRunOption, given, overrideOptions, projectOption } from "./options.ts";
import { instantText } from "./output.ts";
import { durationBetween, slug } from "./text-form.ts";

export const minLease = 30_000;
export const maxLease = 3_600_000;

/** Temporary failures throw. `ended`: a person ended it, so it must not be restarted. */
export type Leased = Pick<LeasedMaintenance, "renew" | "onTrouble" | "onRecovery">;

/** Milliseconds, also while renewals fail. */
export function renewalIntervals(length: number): { readonly usual: number; readonly retry: number } {
  return { usual: length / 3, retry: Math.min(10_000, length / 12) };
}

/** Less than a minute is not worth a commit, unless half of the lease has gone; the server counts the same way. */
export function isWorthRenewing(length: number, elapsed: number): boolean {
  return elapsed >= Math.min(60_000, length / 2);
}

/** True means a person ended the lease. Never rejects. @param length ms */
export async function renewUntilReleased(length: number, leased: Leased, released: AbortSignal): Promise<boolean> {
  const { usual, retry } = renewalIntervals(length);
  let renewedAt = performance.now();
  let trouble: string | null = null;
  while (await passes(trouble === null ? usual : retry, released)) {
    // Counted from before the request: the server may take time to answer.
    const at = performance.now();
    if (trouble === null && !isWorthRenewing(length, at - renewedAt)) continue;
    try {
      const result = await leased.renew();
      if (result === "ended") return true;
      if (result === "renewed") renewedAt = at;
      if (trouble !== null) leased.onRecovery();
      trouble = null;
    } catch (error) {
      const reason = String(error);
      if (reason !== trouble) leased.onTrouble(error);
      trouble = reason;
    }
  }
  return false;
}

interface LeaseRequest {
  readonly project: string;
  /** Milliseconds. */
  readonly lease: number;
  readonly start: StartRequest;
  readonly options: VerbOptions;
}

/** Milliseconds between attempts to end it; then the lease does. */
const pauses = [1_000, 2_000, 4_000, 8_000];

export class LeasedMaintenance {
  readonly project: string;
  readonly #request: LeaseRequest;
  readonly #client: AdminClient;
  readonly #say: (text: string) => void;
  #last: OccurrenceTimes | null = null;

  constructor(request: LeaseRequest, client: AdminClient, say: (text: string) => void) {
    this.project = request.project;
    this.#request = request;
    this.#client = client;
    this.#say = say;
  }

  get last(): OccurrenceTimes {
    if (!this.#last) throw new Error("no maintenance was started");
    return this.#last;
  }

  async start(): Promise<void> {
    const { window, start, end } = await this.#start();
    const isNew = Date.parse(end) - Date.parse(start) === this.#request.lease;
    if (isNew) this.#say(`maintenance ${window} is active until the command ends`);
    else this.#say(`maintenance ${window} was already active, since ${instantText(start)}; it ends with the command`);
  }

  /** @throws AdminError, AdminUnreachable */
  async renew(): Promise<"renewed" | "unchanged" | "ended"> {
    const { project, lease, options } = this.#request;
    const { occurrence } = this.last;
    try {
      const body = { occurrence, lease: printDuration(lease) };
      const answer = await this.#client.extendMaintenance({ project, body, ...options });
      this.#last = answer;
      return answer.changed ? "renewed" : "unchanged";
    } catch (error) {
      // Not in force, or it does not exist.
      if (!isNotFound(error) && !(isAdminError(error) && error.code === "conflict")) throw error;
      return this.#startAgain(error);
    }
  }

  async #startAgain(error: unknown): Promise<"renewed" | "ended"> {
    const before = this.last;
    const { window } = before;
    const found = await this.#find();
    if (found?.state === "active") throw error;
    if (!found || found.end < before.end) {
      this.#last = found ?? before;
      this.#say(
        `maintenance ${window} was ended elsewhere${found ? ` at ${instantText(found.end)}` : ""}; the command continues without it`,
      );
      return "ended";
    }
    await this.#start();
    this.#say(`maintenance ${window} had expired at ${instantText(before.end)} and was started again`);
    return "renewed";
  }

  onTrouble(error: unknown): void {
    const { window, end } = this.last;
    this.#say(`maintenance ${window} could not be renewed and ends at ${instantText(end)}; retrying: ${errorText(error)}`);
  }

  onRecovery(): void {
    this.#say(`maintenance ${this.last.window} was renewed until ${instantText(this.last.end)}`);
  }

  /** @param impatience then only one more attempt @throws AdminError, AdminUnreachable */
  async complete(impatience: AbortSignal): Promise<OccurrenceTimes> {
    const { project, options } = this.#request;
    const { occurrence, window } = this.last;
    for (let attempt = 0; ; attempt++) {
      try {
        const answer = await this.#client.completeMaintenance({ project, body: { occurrence }, ...options });
        this.#last = answer;
        this.#say(
          answer.changed
            ? `maintenance ${window} ended: it was active from ${instantText(answer.start)} to ${instantText(answer.end)}`
            : `maintenance ${window} had ended before the command, at ${instantText(answer.end)}`,
        );
        return answer;
      } catch (error) {
        const isPassing = isUnreachable(error) || (isAdminError(error) && error.status >= 500);
        if (!isPassing || impatience.aborted) throw error;
        if (attempt === 0) this.#say(`maintenance ${window} could not be ended yet; retrying: ${errorText(error)}`);
        const pause = pauses[attempt];
        if (pause === undefined || !(await passes(pause, impatience))) throw error;
      }
    }
  }

  async #start(): Promise<MaintenanceAnswer> {
    const { project, start, options } = this.#request;
    const answer = await this.#client.startMaintenance({ project, body: start, ...options });
    this.#last = answer;
    return answer;
  }

  async #find(): Promise<ListedOccurrence | undefined> {
    const { occurrence, start } = this.last;
    const { occurrences } = await this.#client.listMaintenance({ project: this.#request.project, from: start, limit: 1_000 });
    return occurrences.find((each) => each.occurrence === occurrence);
  }
}

async function passes(ms: number, stopped: AbortSignal): Promise<boolean> {
  try {
    await setTimeout(ms, null, { signal: stopped });
    return true;
  } catch {
    return false;
  }
}

export const usualLease = "PT2M";

interface RunRequest extends LeaseRequest {
  readonly words: readonly string[];
}

export const maintenanceRun = command({
  name: "maintenance run",
  meaning: "run a command during maintenance",
  wraps: "COMMAND…",
  args: {
    words: { options: [], read: (args: ParsedArguments) => args.wrappedCommand("COMMAND") },
    project: projectOption,
    lease: option(
      "--lease <duration>",
      "how long maintenance lasts if this machine fails: 30s to 1h, default 2m; renewed while the command runs",
      durationBetween(minLease, maxLease),
    ),
    title: titleOption,
    id: option("--id <id>", "id of the window; an active one is taken over", slug),
    scope: startScopeOptions,
    isDryRun: { ...dryRunOption, meaning: "preview the maintenance; the command is not run" },
    options: overrideOptions,
  },
  examples: [
    "maintenance run --project acme-shop --whole-project -- ./deploy.sh",
    'maintenance run --project acme-shop --instance eu-1 --message "en=Back at {end_time}." -- make migrate',
  ],
  notes:
    "Starts maintenance, runs the command, and ends maintenance however the command ends. Exits with the command's code (128 + n\nafter signal n), or 1 if maintenance could not start and the command was not run. Signals are passed to the command.",
  check: ({ scope }, args) => requireScope(scope, args),
  async run({ lease: text, title, id, scope, isDryRun, ...request }, context) {
    const lease = text ?? usualLease;
    const start = { id: id ?? usualId(context.io.now()), ...given({ title }), for: lease, ...scope };
    const whole = { ...request, lease: parseDuration(lease) ?? 0, start };
    if (isDryRun) return preview(whole, context);
    const wrapped = context.io.wrap(request.words);
    try {
      return await runUnderMaintenance(whole, wrapped, context);
    } finally {
      wrapped.letGo();
    }
  },
});

async function preview({ project, start, options }: RunRequest, context: Context): Promise<number> {
  const answer = await context.client.startMaintenance({ project, body: start, ...options, dry_run: true });
  await tell(project, answer, ["", "would be active until the command ends, on a lease", "is already active"], context, start);
  return 0;
}

/** Two runs in the same second must not end each other's maintenance. */
function usualId(now: number): string {
  const time = new Date(now)
    .toISOString()
    .replace(/[-:]|\..*/g, "")
    .toLowerCase();
  return `run-${time}-${crypto.randomUUID().slice(0, 4)}`;
}

async function runUnderMaintenance(request: RunRequest, wrapped: WrappedCommand, context: Context): Promise<number> {
  const say = (text: string) => context.io.err(`drawbridge: ${text}\n`);
  // A server that gives no answer must not use up the lease.
  const client = context.clientWithin(Math.min(10_000, request.lease / 6));
  const maintenance = new LeasedMaintenance(request, client, say);
  try {
    await maintenance.start();
  } catch (error) {
    const unless =
      isUnreachable(error) && error.mayHaveChanged ? `. If it did start, it ends after ${printTypedDuration(request.lease)}` : "";
    if (!context.output.isJson) say(`maintenance could not be started, so the command was not run${unless}:`);
    throw error;
  }
  const released = new AbortController();
  const kept = renewUntilReleased(request.lease, maintenance, released.signal);
  const { code, problem } = await wrapped.run();
  if (problem !== null) say(`${JSON.stringify(request.words[0])} cannot be run: ${problem}`);
  released.abort();
  // A renewal still in flight would arrive after the end.
  const isEnded = await kept;
  return complete(maintenance, isEnded, code, wrapped.impatience, context, say);
}

async function complete(
  maintenance: LeasedMaintenance,
  isEnded: boolean,
  code: number,
  impatience: AbortSignal,
  context: Context,
  say: (text: string) => void,
): Promise<number> {
  try {
    const last = isEnded ? maintenance.last : await maintenance.complete(impatience);
    context.output.answer({ ...last, exit_code: code }, () => []);
    return code;
  } catch (error) {
    const failure = classifyError(error);
    if (!failure) throw error;
    const { window, end } = maintenance.last;
    context.io.err(failureText(error, failure, context.output.isJson, context, context.io.command));
    if (!context.output.isJson) {
      say(`maintenance ${window} could not be ended. It ends with its lease, at ${instantText(end)}. To end it now:`);
      context.io.err(`  ${context.line(`maintenance complete ${window} --project ${maintenance.project}`)}\n`);
    }
    return code === 0 ? 1 : code;
  }
}
