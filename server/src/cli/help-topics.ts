/** Texts of `help TOPIC`: what holds for every command. */
import { settingGroups } from "../base/setting-groups.ts";
import { settings } from "../base/settings.ts";
import { exitCode, exitCodeMeanings } from "./exit-codes.ts";

/** A term and its meaning. */
type Row = readonly [string, string];

interface HelpTopic {
  readonly meaning: string;
  readonly sections: readonly (readonly [heading: string, rows: readonly Row[]])[];
  readonly end: readonly string[];
  /** Path on every server. */
  readonly page: string;
}

const rowOf = ({ name, meaning, page }: { readonly name: string; readonly meaning: string; readonly page?: string }): Row => [
  name,
  `${meaning.replaceAll("`", "")}${page === undefined ? "" : ` See /docs/${page}.`}`,
];

export const helpTopics: Readonly<Record<string, HelpTopic>> = {
  environment: {
    meaning: "environment variables",
    sections: [
      ...settingGroups.map(({ title, names }): [string, readonly Row[]] => [title, names.map((name) => rowOf(settings[name]))]),
      ["Output", [["NO_COLOR", "Set to anything: no colors on a terminal."]]],
    ],
    end: ["An option of a command overrides its variable. NAME_FILE names a file with the value of NAME."],
    page: "/docs/settings",
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
    page: "/docs/command-line",
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
    page: "/docs/reference/cli#exit-codes",
  },
};
