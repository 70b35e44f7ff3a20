import type { WindowForm } from "drawbridge-rules/windows/maintenance-window.ts";
import { command } from "./command.ts";
import { etagOf } from "./etag.ts";
import type { Given } from "./given.ts";
import { readScope, scopeOptions } from "./maintenance-scope.ts";
import { carryOut } from "./reviewed-change.ts";
import { dryRunOption, projectOption } from "./shared-options.ts";
import { duration, durationBetween, localDate, oneLine, oneOf, projectId, slug, wallTime, zone } from "./text-form.ts";
import { readWishes, wishOptions } from "./wishes.ts";

export const maintenanceSchedule = command({
  name: "maintenance schedule",
  meaning: "plan a window, once or recurring",
  options: [
    projectOption,
    { flags: "--name <id>", meaning: "the window's id; one that is there already is replaced" },
    { flags: "--start <time>", meaning: "on the clock of its zone: 2026-12-06T02:00" },
    { flags: "--zone <zone>", meaning: "whose clock that is: Europe/Rome, or UTC" },
    { flags: "--for <duration>", meaning: "how long, in elapsed time: 2h" },
    { flags: "--end <time>", meaning: "instead of --for: until then, on the same clock" },
    { flags: "--repeat <rule>", meaning: "RFC 5545 RRULE, daily or slower: FREQ=WEEKLY;BYDAY=SU" },
    { flags: "--except <date>", meaning: "leave out the occurrence that begins on that date; may be repeated" },
    { flags: "--reminder <duration>", meaning: "how long before it is announced; else the instance's, else the project's" },
    { flags: "--overrun <rule>", meaning: "end (unless told: it closes at its end) or hold (stays until it is completed)" },
    ...scopeOptions,
    dryRunOption,
    ...wishOptions,
  ],
  examples: [
    "maintenance schedule --project acme-shop --name move --start 2027-12-06T02:00 --zone Europe/Rome --for 2h",
    'maintenance schedule --project acme-shop --name backup --start 2027-01-03T02:00 --zone UTC --for 30m --repeat "FREQ=WEEKLY;BYDAY=SU"',
  ],
  notes: "Shows what would change and asks before it does. docs/maintenance.md says what happens when clocks change.",
  read: (given) => ({
    project: given.required("project", projectId),
    name: given.required("name", slug),
    form: readForm(given),
    wishes: readWishes(given),
  }),
  run({ project, name, form, wishes }, context) {
    const { client } = context;
    return carryOut(
      {
        command: "maintenance schedule",
        subject: project,
        question: (changes) => `Make ${changes}?`,
        etag: () => etagOf(() => client.getMaintenanceWindow({ project, window: name })),
        send: (etag, options) => client.putMaintenanceWindow({ project, window: name, body: form, etag, ...options }),
        wishes,
        next: `Then look: ${context.line(`maintenance list --project ${project}`)}`,
      },
      context,
    );
  },
});

function readForm(given: Given): WindowForm {
  const start = given.required("start", wallTime);
  const clock = given.required("zone", zone);
  const length = given.option("for", durationBetween(1_000, 366 * 86_400_000));
  const end = given.option("end", wallTime);
  if (length === null && end === null && !given.hasProblems) given.problem("expected one of --for and --end: how long it is");
  if (length !== null && end !== null) given.problem("--for and --end exclude each other: keep one");
  const repeat = given.option("repeat", oneLine);
  const except = given.list("except", localDate);
  if (except.length > 0 && repeat === null) given.problem("--except leaves out occurrences of a --repeat, and there is none");
  const reminder = given.option("reminder", duration);
  const overrun = given.option("overrun", oneOf(["end", "hold"] as const));
  return {
    ...readScope(given),
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
