import type { ListedOccurrence, MaintenanceList } from "drawbridge-rules/wire/maintenance.ts";
import type { ProblemItem } from "drawbridge-rules/wire/problem.ts";
import { command } from "./command.ts";
import type { Context } from "./context.ts";
import { stateText, takeServerZones, timesLines } from "./maintenance-text.ts";
import { type Color, counted, printable, sentence } from "./output.ts";
import { projectOption } from "./shared-options.ts";
import { projectId, wholeNumber } from "./text-form.ts";

const defaultDays = 31;
const day = 86_400_000;

export const maintenanceList = command({
  name: "maintenance list",
  meaning: "list active and upcoming maintenance",
  options: [projectOption, { flags: "--days <count>", meaning: `days to look ahead: default ${defaultDays}, at most 366` }],
  examples: ["maintenance list --project acme-shop --days 7"],
  notes: "Shows times in the window's zone, in UTC and in this machine's zone, with warnings.",
  read: (args) => ({
    project: args.required("project", projectId),
    days: args.option("days", wholeNumber(1, 366)) ?? defaultDays,
  }),
  async run({ project, days }, context) {
    const until = new Date(context.io.now() + days * day).toISOString();
    const found = await context.client.listMaintenance({ project, until });
    if (!context.output.isJson)
      await takeServerZones(
        context,
        found.occurrences.map(({ zone }) => zone),
      );
    context.output.answer(found, () => listLines(found, days, context));
  },
});

function listLines({ occurrences, more, warnings }: MaintenanceList, days: number, context: Context): string[] {
  return [
    ...(occurrences.length === 0 ? [`No maintenance is active or scheduled in the next ${counted(days, "day")}.`] : []),
    ...occurrences.flatMap((occurrence, index) => [...(index > 0 ? [""] : []), ...occurrenceLines(occurrence, context)]),
    ...(more ? ["", "There are more. Show fewer days with --days."] : []),
    ...(warnings.length > 0 ? ["", ...warnings.map((warning) => warningLine(warning, context))] : []),
  ];
}

const colors: Readonly<Partial<Record<ListedOccurrence["state"], Color>>> = { in_force: "red", cancelled: "dim", over: "dim" };

/** `db-upgrade/2026-12-06T02:00  scheduled  eu-1  FREQ=WEEKLY;BYDAY=SU`, then its times. */
function occurrenceLines(listed: ListedOccurrence, { io, output }: Context): string[] {
  const { occurrence, state, instances, platforms, overrun, repeat } = listed;
  const cover = [...(platforms ?? []), ...(instances ?? [])].join(", ") || "the whole project";
  const rest = [cover, ...(overrun === "hold" ? ["until completed"] : []), ...(repeat === null ? [] : [repeat])];
  const color = colors[state];
  const said = stateText[state];
  return [
    [output.paint("bold", printable(occurrence)), color ? output.paint(color, said) : said, ...rest.map(printable)].join("  "),
    ...timesLines(listed, io.zone),
  ];
}

function warningLine({ path, detail }: ProblemItem, { output }: Context): string {
  return output.paint("yellow", `! ${printable(sentence(path, detail))}`);
}
