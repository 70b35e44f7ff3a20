import type { ServerEvent } from "drawbridge-client/admin";
import type { CommitEvent } from "drawbridge-rules/wire/event.ts";
import { command } from "./command.ts";
import { headingOf } from "./commit-text.ts";
import type { Context } from "./context.ts";
import { printable } from "./output.ts";
import { id, projectId } from "./text-form.ts";

/** More than that would be no line any more. */
const mostShown = 5;

export const events = command({
  name: "events",
  meaning: "follow what is committed, a line each, until Ctrl-C",
  options: [
    { flags: "--project <id>", meaning: "of that project; else of all in which you have a role" },
    { flags: "--after <id>", meaning: "go on after that event: the member id of --json" },
  ],
  examples: ["events --project acme-shop", "events --project acme-shop --json"],
  notes:
    "Goes on through every break of the connection. With --json each event is a line: type is ready, commit, or resync, where\nsomething was missed that is not to be had any more.",
  read: (given) => ({ project: given.option("project", projectId), after: given.option("after", id) }),
  async run({ project, after }, context) {
    const { io, client, output } = context;
    const stopped = new AbortController();
    void io.untilStopped().then(() => stopped.abort());
    const onBreak = (error: unknown, wait: number) => {
      const why = error instanceof Error ? error.message : "the server ended it";
      io.err(`drawbridge: the connection is gone: ${printable(why)}. The next try is in ${Math.ceil(wait / 1_000)} s.\n`);
    };
    const heard = client.events(project, { signal: stopped.signal, onBreak, ...(after === null ? {} : { after }) });
    for await (const event of heard) {
      if (output.isJson) output.answer(event, () => []);
      else tell(event, project, context);
    }
  },
});

function tell(event: ServerEvent, project: string | null, { io, output }: Context): void {
  const whose = project ?? "every project";
  if (event.type === "commit") output.lines([`${headingOf({ ...event, overridden: [] })}  ${changesText(event)}`]);
  else if (event.type === "ready") io.err(`Following ${whose} from revision ${event.revision} on. Ctrl-C ends it.\n`);
  else io.err(`Something up to revision ${event.revision} was missed: look at history.\n`);
}

/** `platform ios, window backup` */
function changesText({ changes, more }: CommitEvent): string {
  const shown = changes
    .slice(0, mostShown)
    .map(({ project, kind, id }) => `${project ? `${project}: ` : ""}${kind}${id === "" ? "" : ` ${id}`}`);
  const left = changes.length - shown.length;
  return printable([...shown, ...(more ? ["and more"] : left > 0 ? [`and ${left} more`] : [])].join(", "));
}
