/** The words of the program itself: options of every command, and its groups. */
import type { OptionWords } from "./command-words.ts";

/** For every command. */
export const commonOptions: readonly OptionWords[] = [
  { flags: "--json", meaning: "print the result or the error as one line of JSON" },
  { flags: "--url <url>", meaning: "server URL (or DRAWBRIDGE_URL); default: the server recorded in the data directory" },
  { flags: "--token <token>", meaning: "access token (or DRAWBRIDGE_TOKEN); default, on this machine: the file admin-token" },
];

export const groups: Readonly<Record<string, string>> = {
  project: "list, show, edit or delete projects",
  platform: "add or delete the platforms of a project",
  policy: "show or edit which app versions may run",
  instance: "list, edit or delete the instances that maintenance applies to",
  maintenance: "list, schedule, start, extend or end maintenance",
  key: "create, import, list, rotate or revoke the read keys that apps use",
  feed: "create, list or revoke calendar addresses",
  token: "create, list or revoke access tokens for operators and scripts",
  edge: "list the edges connected to the server",
  "edge-token": "create, list or revoke the tokens that edges connect with",
  user: "add people; grant and revoke roles",
  protection: "show or set what a project requires for edits",
  proposal: "list, approve, publish, reject or withdraw proposed changes",
};
