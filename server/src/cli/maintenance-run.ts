/** Maintenance while another command runs. */
import { isUnreachable, type VerbOptions } from "drawbridge-client/admin";
import { parseDuration, printTypedDuration } from "drawbridge-rules/values/duration.ts";
import type { StartRequest } from "drawbridge-rules/wire/maintenance.ts";
import { option, type ParsedArguments } from "./arguments.ts";
import { type Context, command } from "./command.ts";
import { classifyError, failureLines } from "./failure.ts";
import type { WrappedCommand } from "./io.ts";
import { LeasedMaintenance, maxLease, minLease, renewUntilReleased, requestTimeout } from "./lease.ts";
import { tell } from "./maintenance-verb.ts";
import { requireScope, startScopeOptions } from "./maintenance-window.ts";
import { dryRunOption, overrideOptions, projectOption } from "./options.ts";
import { instantText } from "./output.ts";
import { durationBetween, slug } from "./text-form.ts";

const usualLease = "PT2M";

interface RunRequest {
  readonly words: readonly string[];
  readonly project: string;
  /** Milliseconds. */
  readonly lease: number;
  readonly start: StartRequest;
  readonly options: VerbOptions;
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
    name: option("--name <id>", "window id; default: run- and the time", slug),
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
  async run({ lease: text, name, scope, isDryRun, ...request }, context) {
    const lease = text ?? usualLease;
    const start = { name: name ?? usualName(context.io.now()), for: lease, ...scope };
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

/** A window for each run, so that two runs in the same second do not end each other's maintenance. */
function usualName(now: number): string {
  const time = new Date(now)
    .toISOString()
    .replace(/[-:]|\..*/g, "")
    .toLowerCase();
  return `run-${time}-${crypto.randomUUID().slice(0, 4)}`;
}

async function runUnderMaintenance(request: RunRequest, wrapped: WrappedCommand, context: Context): Promise<number> {
  const say = (text: string) => context.io.err(`drawbridge: ${text}\n`);
  const maintenance = new LeasedMaintenance(request, context.clientWithin(requestTimeout(request.lease)), say);
  await start(maintenance, request, context, say);
  const released = new AbortController();
  const kept = renewUntilReleased(request.lease, maintenance, released.signal);
  const { code, problem } = await wrapped.run();
  if (problem !== null) say(`${JSON.stringify(request.words[0])} cannot be run: ${problem}`);
  released.abort();
  // A renewal still in flight would arrive after the end.
  const isEnded = await kept;
  return complete(maintenance, isEnded, code, wrapped.impatience, context, say);
}

async function start(
  maintenance: LeasedMaintenance,
  { lease }: RunRequest,
  { output }: Context,
  say: (text: string) => void,
): Promise<void> {
  try {
    await maintenance.start();
  } catch (error) {
    const unless =
      isUnreachable(error) && error.mayHaveChanged ? `. If it did start, it ends after ${printTypedDuration(lease)}` : "";
    if (!output.isJson) say(`maintenance could not be started, so the command was not run${unless}:`);
    throw error;
  }
}

/** The exit code. */
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
    if (context.output.isJson) context.io.err(`${JSON.stringify(failure)}\n`);
    else {
      context.io.err(
        failureLines(error, failure, context, context.io.command)
          .map((line) => `${line}\n`)
          .join(""),
      );
      say(`maintenance ${window} could not be ended. It ends with its lease, at ${instantText(end)}. To end it now:`);
      context.io.err(`  ${context.line(`maintenance complete ${window} --project ${maintenance.project}`)}\n`);
    }
    return code === 0 ? 1 : code;
  }
}
