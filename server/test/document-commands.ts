/** Commands, requests and anchors of a document, and how tests run them. */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { delimiter, join } from "node:path";
import { text } from "node:stream/consumers";
import { environmentWithoutSettings } from "./environment-without-settings.ts";
import type { Program } from "./running-program.ts";

const root = join(import.meta.dirname, "..", "..");

export function documentText(document: string): string {
  return readFileSync(join(root, "docs", document), "utf8");
}

export function shellLines(document: string): string[] {
  return [...document.matchAll(/```sh\n(.*?)```/gs)].flatMap(([, block = ""]) => block.trim().split("\n"));
}

/** Replaces each group of tabs with this tab, or with nothing if the group lacks it. */
export function withTab(page: string, tab: string): string {
  return page.replaceAll(/<!-- tabs -->\n(.*?)<!-- end tabs -->\n/gs, (_, group: string) => tabOf(group, tab));
}

/** Contents of this tab, from the groups that have it. */
export function tabsOf(page: string, tab: string): string[] {
  return [...page.matchAll(/<!-- tabs -->\n(.*?)<!-- end tabs -->\n/gs)]
    .map(([, group = ""]) => tabOf(group, tab))
    .filter((text) => text !== "");
}

const tabOf = (group: string, tab: string) =>
  new RegExp(`^\\*\\*${tab}\\*\\*\\n(.*?)(?=^\\*\\*\\w+\\*\\*\\n|(?![^]))`, "ms").exec(group)?.[1] ?? "";

export interface Reader {
  /** Working directory; `./drawbridge` is in it. */
  readonly directory: string;
  /** Settings beside the machine's own environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Server that listens there in place of `http://127.0.0.1:8080`, where another program may listen. */
  readonly url: string;
  readonly serve?: (line: string) => Promise<void>;
}

export function readerOf({ directory, urls }: Program): Reader {
  const launcher = join(directory, "drawbridge");
  if (!existsSync(launcher)) symlinkSync(join(root, "drawbridge"), launcher);
  return { directory, env: { DRAWBRIDGE_DATA: directory }, url: urls.config };
}

/** Runs each line in shell blocks. JSON after `curl` is its answer; `…` is any text, and behind `KEY=` or `dbr_` the key shown last. */
export async function followDocument(
  document: string,
  reader: Reader,
): Promise<{ readonly commands: number; readonly answers: number }> {
  const done = { commands: 0, answers: 0 };
  let [key, answer, variables] = ["", "", ""];
  for (const [, language, block = ""] of document.matchAll(/```(sh|json)\n(.*?)```/gs)) {
    if (language === "json") {
      checkShown(block, answer);
      assert.deepEqual(Object.keys(JSON.parse(answer)), Object.keys(JSON.parse(block)));
      done.answers++;
    }
    for (const line of language === "sh" ? block.trim().split("\n") : []) {
      if (/^npm ci && npm (start|test)$/.test(line)) continue;
      if (/^[A-Z_]+=/.test(line)) {
        variables += `${line.replace("dbr_…", key)}\n`;
        continue;
      }
      assert.match(line, /^((\.\/)?drawbridge |curl )/);
      if (line === "drawbridge serve" && reader.serve !== undefined) {
        await reader.serve(line);
        continue;
      }
      const asked = line.replace("http://127.0.0.1:8080", reader.url).replace("dbr_…", key);
      const out = await runLine(variables + asked, reader);
      if (line.startsWith("curl ")) answer = out;
      else done.commands++;
      key = /\bdbr_\w+/.exec(out)?.[0] ?? key;
    }
  }
  return done;
}

async function runLine(line: string, { directory, env }: Reader): Promise<string> {
  const child = spawn("sh", ["-c", line], {
    cwd: directory,
    env: { ...environmentWithoutSettings(), PATH: `${directory}${delimiter}${process.env.PATH}`, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  assert.equal(code, 0, `${line}\n${out}${err}`);
  return out;
}

/** Text, or JSON in which `…` is any; ids and sizes of a text may be others. */
export function checkShown(shown: string, told: string): void {
  const isJson = /^[[{]/.test(shown);
  if (isJson) checkLike(JSON.parse(shown), JSON.parse(told), told.slice(0, 500));
  else checkLike(shown.trim(), told.trim(), told);
}

/** The shown members are there; the answer may have more. */
function checkLike(shown: unknown, found: unknown, where: string): void {
  if (shown === "…") assert.notEqual(found, undefined, where);
  else if (typeof shown === "string") {
    const parts = shown.split(/…|(?<=\b(?:u|p|dbl)_)\w+|[\d.]+(?= kB)/);
    assert.match(
      String(found),
      new RegExp(`^${parts.map(RegExp.escape).join(".+")}$`, "s"),
      `${where}\nThe page shows: ${shown}`,
    );
  } else if (typeof shown !== "object" || shown === null) assert.equal(found, shown, where);
  else {
    assert.ok(typeof found === "object" && found !== null, where);
    for (const [name, value] of Object.entries(shown))
      checkLike(value, (found as Readonly<Record<string, unknown>>)[name], `${where}.${name}`);
  }
}

/** Anchors that a forge gives the headings of a page. */
export function anchorsOf(markdown: string): string[] {
  return [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, "")
      .replaceAll(" ", "-"),
  );
}
