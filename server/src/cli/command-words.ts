/** The words of a command: its name, operands, options and help. */

export interface OptionWords {
  /** As the help shows them: `--name <text>`, `-f, --file <file>`, `--yes`, `--no-minimum`, `--propose [id]`. */
  readonly flags: string;
  readonly meaning: string;
  /** For an optional value (`[id]`): whether the next word is that value rather than the next operand. */
  readonly takes?: (word: string) => boolean;
  /** All values there are, for completion. */
  readonly choices?: readonly string[];
}

interface OperandWords {
  readonly name: string;
  readonly meaning: string;
  readonly isOptional?: boolean;
  readonly choices?: readonly string[];
}

/** The declaration that all commands share. */
export interface CommandWords {
  /** `policy set` is the command `set` in the group `policy`. */
  readonly name: string;
  readonly meaning: string;
  readonly operands?: readonly OperandWords[];
  /** Name of the command after `--`, for a command that runs another one. */
  readonly wraps?: string;
  readonly options?: readonly OptionWords[];
  /** Lines for `--help`, without the program's name. */
  readonly examples: readonly string[];
  /** More text for `--help`. */
  readonly notes?: string;
}

export const helpOption: OptionWords = { flags: "-h, --help", meaning: "print this help" };

/** An option, read from its flags. */
export interface OptionSpec {
  /** Name without dashes: `file`, `no-minimum`. */
  readonly long: string;
  readonly short: string | null;
  /** `--minimum` and `--no-minimum` are about one thing. */
  readonly base: string;
  readonly isNegated: boolean;
  /** Null: a flag. */
  readonly takes: "value" | "optional value" | null;
  readonly isTaken: ((word: string) => boolean) | null;
}

export function optionSpec({ flags, takes }: OptionWords): OptionSpec {
  const long = /--([\w-]+)/.exec(flags)?.[1] ?? "";
  return {
    long,
    short: /^-(\w),/.exec(flags)?.[1] ?? null,
    base: long.replace(/^no-/, ""),
    isNegated: long.startsWith("no-"),
    takes: flags.includes("<") ? "value" : flags.includes("[") ? "optional value" : null,
    isTaken: takes ?? null,
  };
}
