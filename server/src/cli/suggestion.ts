/** Suggestions for unknown words: first by meaning, from words that other tools use, then by spelling. */
import { nearestName } from "drawbridge-rules/values/nearest-name.ts";

/** Commands. The first that exists where the word was typed is suggested. */
export const commandsByMeaning: Readonly<Record<string, readonly string[]>> = {
  ...among(["ls", "get", "all"], ["list", "show", "project list"]),
  ...among(["describe", "info", "cat", "view"], ["show", "project show"]),
  ...among(["add", "new", "make", "create"], ["create", "add", "schedule", "set", "project set"]),
  ...among(["rm", "remove", "del", "destroy", "delete"], ["delete", "disable", "revoke", "withdraw", "project delete"]),
  ...among(["edit", "update", "change", "rename"], ["set", "project set"]),
  ...among(["stop", "end", "finish"], ["complete"]),
  ...among(["begin"], ["start"]),
  ...among(["start", "run", "up", "server"], ["serve"]),
  ...among(["login", "auth", "signin"], ["--token"]),
  ...among(["log", "logs", "audit"], ["history"]),
  ...among(["diff", "dry-run"], ["plan"]),
  ...among(["lint", "check", "verify"], ["validate"]),
  ...among(["watch", "tail", "follow"], ["events"]),
  ...among(["status", "health"], ["doctor", "whoami"]),
  ...among(["sync", "deploy"], ["apply"]),
  ...among(["revert", "rollback"], ["undo"]),
  ...among(["dump"], ["backup", "export"]),
  ...among(["block"], ["policy set"]),
  ...among(["setup", "scaffold", "template"], ["init"]),
  ...among(["list"], ["project list"]),
  ...among(["schedule"], ["maintenance schedule"]),
  ...among(["window", "windows"], ["maintenance"]),
  ...among(["person", "people", "member"], ["user"]),
  ...among(["upgrade", "ver"], ["version"]),
};

/** Options, by long name. */
export const optionsByMeaning: Readonly<Record<string, readonly string[]>> = {
  ...among(["--output", "-o", "--format"], ["--json"]),
  ...among(["--server", "--host", "--address"], ["--url"]),
  ...among(["--api-key", "--password", "--auth"], ["--token"]),
  ...among(["-y", "--force", "--assume-yes"], ["--yes"]),
  ...among(["-m", "--comment", "--why"], ["--reason"]),
  ...among(["-p", "-n", "--namespace"], ["--project"]),
  ...among(["--check", "--preview", "--plan"], ["--dry-run"]),
  ...among(["--duration", "--length"], ["--for"]),
  ...among(["--tz", "--timezone"], ["--zone"]),
  ...among(["--expiry", "--expiration"], ["--expires"]),
  ...among(["--min"], ["--minimum"]),
  ...among(["--filename", "--manifest"], ["--file"]),
};

/** Options that are another command, by command. */
export const commandsInsteadOfOptions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  apply: { ...among(["--dry-run", "--check", "--diff"], "plan") },
};

/**
 * Returns the end of a sentence, or nothing if no word is near.
 * @param known words that exist there
 * @param command where it was typed; "" for the program
 */
export function suggestionFor(word: string, known: readonly string[], command: string): string {
  const instead = commandsInsteadOfOptions[command]?.[word];
  if (instead !== undefined) return `: use the command ${instead}`;
  const meant = (word.startsWith("-") ? optionsByMeaning : commandsByMeaning)[word] ?? [];
  const found = meant.find((name) => known.includes(name) || (command === "" && isElsewhere(name, known)));
  if (found !== undefined) return `: use ${found}`;
  const nearest = nearestName(word, known);
  return nearest && `: the nearest is ${nearest}`;
}

/** An option, or a command of a group. */
function isElsewhere(name: string, known: readonly string[]): boolean {
  return name.startsWith("--") || (name.includes(" ") && known.includes(name.split(" ")[0] ?? ""));
}

function among<T>(typed: readonly string[], meant: T): Record<string, T> {
  return Object.fromEntries(typed.map((word) => [word, meant]));
}
