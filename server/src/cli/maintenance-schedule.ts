import type { WindowForm } from "drawbridge-rules/windows/maintenance-window.ts";
import { changeOptionWords, readChangeOptions } from "./change-options.ts";
import { command } from "./command.ts";
import { readEtag } from "./etag.ts";
import { readScope, scopeOptions } from "./maintenance-scope.ts";
import type { ParsedArguments } from "./parsed-arguments.ts";
import { runReviewedChange } from "./reviewed-change.ts";
import { dryRunOption, projectOption } from "./shared-options.ts";
import { duration, durationBetween, localDate, oneLine, oneOf, projectId, slug, wallTime, zone } from "./text-form.ts";

export const maintenanceSchedule = command({
  name: "maintenance schedule",
  meaning: "schedule a window, once or recurring",
  options: [
    projectOption,
    { flags: "--name <id>", meaning: "window id; replaces an existing window" },
    { flags: "--start <time>", meaning: "local time in --zone: 2026-12-06T02:00" },
    { flags: "--zone <zone>", meaning: "time zone: Europe/Rome, or UTC" },
    { flags: "--for <duration>", meaning: "duration in elapsed time: 2h" },
    { flags: "--end <time>", meaning: "end in local time, instead of --for" },
    { flags: "--repeat <rule>", meaning: "RFC 5545 RRULE, daily or slower: FREQ=WEEKLY;BYDAY=SU" },
    { flags: "--except <date>", meaning: "skip the occurrence that starts on this date; may be repeated" },
    {
      flags: "--reminder <duration>",
      meaning: "how long before the start its reminder begins; default: the instance's or project's",
    },
    {
      flags: "--overrun <rule>",
      meaning: "end (default: ends as planned) or hold (active until completed)",
      choices: ["end", "hold"],
    },
    ...scopeOptions,
    dryRunOption,
    ...changeOptionWords,
  ],
  examples: [
    "maintenance schedule --project acme-shop --name move --start 2027-12-06T02:00 --zone Europe/Rome --for 2h",
    'maintenance schedule --project acme-shop --name backup --start 2027-01-03T02:00 --zone UTC --for 30m --repeat "FREQ=WEEKLY;BYDAY=SU"',
  ],
  notes: "Shows the changes and asks for confirmation. For clock changes, see docs/maintenance.md.",
  read: (args) => ({
    project: args.required("project", projectId),
    name: args.required("name", slug),
    form: readForm(args),
    changeOptions: readChangeOptions(args),
  }),
  run({ project, name, form, changeOptions }, context) {
    const { client } = context;
    return runReviewedChange(
      {
        command: "maintenance schedule",
        subject: project,
        question: (changes) => `Apply ${changes}?`,
        etag: () => readEtag(() => client.getMaintenanceWindow({ project, window: name })),
        send: (etag, options) => client.putMaintenanceWindow({ project, window: name, body: form, etag, ...options }),
        changeOptions,
        next: `See it with: ${context.line(`maintenance list --project ${project}`)}`,
      },
      context,
    );
  },
});

function readForm(args: ParsedArguments): WindowForm {
  const start = args.required("start", wallTime);
  const clock = args.required("zone", zone);
  const length = args.option("for", durationBetween(1_000, 366 * 86_400_000));
  const end = args.option("end", wallTime);
  if (length === null && end === null && !args.hasProblems) args.problem("expected --for or --end");
  if (length !== null && end !== null) args.problem("--for and --end cannot be combined: keep one");
  const repeat = args.option("repeat", oneLine);
  const except = args.list("except", localDate);
  if (except.length > 0 && repeat === null) args.problem("--except requires --repeat");
  const reminder = args.option("reminder", duration);
  const overrun = args.option("overrun", oneOf(["end", "hold"] as const));
  return {
    ...readScope(args),
    start,
    zone: clock,
    ...(length === null ? {} : { duration: length }),
    ...(end === null ? {} : { end }),
    ...(repeat === null ? {} : { repeat }),
    ...(except.length === 0 ? {} : { except }),
    ...(reminder === null ? {} : { reminder }),
    ...(overrun === null ? {} : { overrun }),
  };
}
