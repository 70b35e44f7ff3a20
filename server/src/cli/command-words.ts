/** The words of a command: its name, operands, options and help. */

export interface OptionWords {
  /** As commander writes them: `--name <text>`, `-f, --file <file>`, `--yes`, `--no-minimum`, `--propose [id]`. */
  readonly flags: string;
  readonly meaning: string;
  /** Of a value that may be left out (`[id]`): whether the next word is that value. Any other is the next operand. */
  readonly takes?: (word: string) => boolean;
}

/** What every command has in common, whatever it reads. */
export interface CommandWords {
  /** `policy set` is the command `set` in the group `policy`. */
  readonly name: string;
  readonly meaning: string;
  readonly operands?: readonly { readonly name: string; readonly meaning: string; readonly isOptional?: boolean }[];
  /** What stands after `--`, where a command takes another one. */
  readonly wraps?: string;
  readonly options?: readonly OptionWords[];
  /** Lines for `--help`, without the program's name. */
  readonly examples: readonly string[];
  /** What else `--help` is to say. */
  readonly notes?: string;
}
