import type { ServerEvent } from "drawbridge-client/admin";
import type { CommitEvent } from "drawbridge-rules/wire/event.ts";
import { command } from "./command.ts";
import { commitHeading } from "./commit-text.ts";
import type { Context } from "./context.ts";
import { printable } from "./output.ts";
import { id, projectId } from "./text-form.ts";

/** More names than this would not fit on a line. */
const maxShown = 5;

export const events = command({
  name: "events",
  meaning: "print changes as they are committed, until Ctrl-C",
  options: [
    { flags: "--project <id>", meaning: "only this project; default: all in which you have a role" },
    { flags: "--after <id>", meaning: "resume after this event: `id` in --json" },
  ],
  examples: ["events --project acme-shop", "events --project acme-shop --json"],
  notes:
    "Reconnects after every interruption. With --json each event is a line with the type ready, commit, or resync if\nsome events are lost and can no longer be replayed.",
  read: (args) => ({ project: args.option("project", projectId), after: args.option("after", id) }),
  async run({ project, after }, context) {
    const { io, client, output } = context;
    const stopped = new AbortController();
    void io.untilStopped().then(() => stopped.abort());
    const onBreak = (error: unknown, wait: number) => {
      const why = error instanceof Error ? error.message : "the server closed it";
      io.err(`drawbridge: connection lost: ${printable(why)}. Retrying in ${Math.ceil(wait / 1_000)} s.\n`);
    };
    const heard = client.events(project, { signal: stopped.signal, onBreak, ...(after === null ? {} : { after }) });
    for await (const event of heard) {
      if (output.isJson) output.answer(event, () => []);
      else tell(event, project, context);
    }
  },
});

function tell(event: ServerEvent, project: string | null, { io, output }: Context): void {
  const whose = project ?? "all projects";
  if (event.type === "commit") output.lines([`${commitHeading({ ...event, overridden: [] })}  ${changesText(event)}`]);
  else if (event.type === "ready") io.err(`Following ${whose} from revision ${event.revision}. Press Ctrl-C to stop.\n`);
  else io.err(`Some events up to revision ${event.revision} were missed: see history.\n`);
}

/** `platform ios, window backup` */
function changesText({ changes, more }: CommitEvent): string {
  const shown = changes
    .slice(0, maxShown)
    .map(({ project, kind, id }) => `${project ? `${project}: ` : ""}${kind}${id === "" ? "" : ` ${id}`}`);
  const left = changes.length - shown.length;
  return printable([...shown, ...(more ? ["and more"] : left > 0 ? [`and ${left} more`] : [])].join(", "));
}
