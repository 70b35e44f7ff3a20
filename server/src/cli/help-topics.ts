/** Texts of `help TOPIC`: what holds for every command. */
import { settings } from "../base/settings.ts";
import { exitCode, exitCodeMeanings } from "./exit-codes.ts";

/** A term and its meaning. */
type Row = readonly [string, string];

interface HelpTopic {
  readonly meaning: string;
  readonly sections: readonly (readonly [heading: string, rows: readonly Row[]])[];
  readonly end: readonly string[];
}

const ofClients = ["url", "token", "project", "data"] as const;
const rowOf = ({ name, meaning }: { readonly name: string; readonly meaning: string }): Row => [
  name,
  meaning.replaceAll("`", "").replace(/^For the command line: /, ""),
];
const names = Object.keys(settings) as (keyof typeof settings)[];

export const helpTopics: Readonly<Record<string, HelpTopic>> = {
  environment: {
    meaning: "environment variables",
    sections: [
      [
        "Read by every command",
        [...ofClients.map((name) => rowOf(settings[name])), ["NO_COLOR", "Set to anything: no colors on a terminal."]],
      ],
      [
        "Read by the server",
        names.filter((name) => !ofClients.some((each) => each === name)).map((name) => rowOf(settings[name])),
      ],
    ],
    end: ["An option of a command overrides its variable. NAME_FILE names a file with the value of NAME."],
  },
  formatting: {
    meaning: "formats of the output",
    sections: [
      [
        "Formats",
        [
          ["-o table", "for people: numbers with separators, times with their zone, columns that wrap on a narrow terminal"],
          ["-o json", "one line of JSON, on standard error for a failure; --json for short"],
          ["-o yaml", "the same members as a YAML document"],
          ["-o name", "ids alone, one on each line: for xargs"],
        ],
      ],
      [
        "Values that you type",
        [
          ["duration", "90s, 30m, 2h, 7d or PT30M"],
          ["instant", "2026-12-06T02:30:00+01:00, or a duration from now"],
        ],
      ],
    ],
    end: ["All formats but table ask nothing: a change requires --yes."],
  },
  "exit-codes": {
    meaning: "exit codes of every command",
    sections: [
      [
        "Exit codes",
        Object.entries(exitCodeMeanings).map(([name, text]) => [String(exitCode[name as keyof typeof exitCode]), text]),
      ],
    ],
    end: ["maintenance run exits with the code of the command that it runs."],
  },
};
