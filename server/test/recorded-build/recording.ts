/** Sends recorded requests to a program and compares its answers with those of an earlier build. */
import type { Program } from "../running-program.ts";
import type { Step } from "./steps.ts";

export interface RecordedAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** Ids and secrets from answers, by the names that later requests use. */
export type Captured = Record<string, string>;

/** Sends the requests in order, advancing the clock by a second each time. */
export async function sendAll(
  program: Program,
  steps: readonly Step[],
  tick: () => void,
  captured: Captured,
): Promise<RecordedAnswer[]> {
  const answers: RecordedAnswer[] = [];
  for (const { method, path: template, body, headers, key = "", capture = {} } of steps) {
    tick();
    const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => captured[name] ?? "");
    const answer = path.startsWith("/api/")
      ? await program.read(path, captured[key] ?? "legacy-key-of-the-app-0001")
      : await program.admin(method, path, body, headers);
    for (const [name, member] of Object.entries(capture)) captured[name] = String(memberOf(answer.body, member));
    answers.push({ status: answer.status, body: answer.body });
  }
  return answers;
}

function memberOf(body: unknown, member: string): unknown {
  return member.split(".").reduce<unknown>((value, name) => (value as Record<string, unknown>)?.[name], body);
}

const generated = /\b(db[rafle]_)[0-9A-Za-z]{36}\b|\b([a-z]{1,2}_)[a-km-z2-9]{10}\b/g;

/** Replaces what depends on the run: addresses, epochs, ids, secrets, and the order that follows generated ids. */
export function comparable(answers: readonly RecordedAnswer[]): RecordedAnswer[] {
  return answers.map(({ status, body }) => {
    const text = JSON.stringify(body)
      .replaceAll(generated, (_, secret?: string, id?: string) => `${secret ?? id}#`)
      .replaceAll(/\\"[0-9A-Za-z_-]{8,}\.(\d+)\\"/g, '\\"epoch.$1\\"')
      .replaceAll(/"(last4|hash|epoch|reviewed)":"[^"]*"/g, '"$1":"…"')
      .replaceAll(/"path":"last4",("before":"[^"]*",)?"after":"[^"]*"/g, '"path":"last4"')
      .replaceAll(/127\.0\.0\.1:\d+/g, "127.0.0.1");
    return { status, body: JSON.parse(text, (name, value) => (isByGeneratedId(name, value) ? inOrder(value) : value)) };
  });
}

function isByGeneratedId(name: string, value: unknown): value is unknown[] {
  return (
    Array.isArray(value) &&
    (["names", "warnings"].includes(name) || value.every((item) => /"id":"[a-z]+_#"/.test(JSON.stringify(item))))
  );
}

function inOrder(list: readonly unknown[]): unknown[] {
  return list
    .map((item) => JSON.stringify(item))
    .sort()
    .map((text) => JSON.parse(text));
}

/** Ignored members: sentences, whose words may change between builds, and the time of last use, which is that of the request. */
const notCompared = new Set(["title", "detail", "message", "summary", "actor_name", "last_used_at"]);

/** Paths of the earlier answer that the later one lacks; added members and warnings are no difference. */
export function missing(earlier: unknown, later: unknown, path = ""): string[] {
  if (Array.isArray(earlier) && Array.isArray(later) && path.endsWith("/warnings")) {
    const isThere = (warning: unknown) => later.some((one) => missing(warning, one).length === 0);
    return earlier.every(isThere) ? [] : [`${path}: a warning less`];
  }
  if (Array.isArray(earlier)) {
    if (!Array.isArray(later) || later.length !== earlier.length) return [`${path}: another list`];
    return earlier.flatMap((item, index) => missing(item, later[index], `${path}/${index}`));
  }
  if (typeof earlier !== "object" || earlier === null) {
    return earlier === later ? [] : [`${path}: ${JSON.stringify(earlier)} is ${JSON.stringify(later)} now`];
  }
  return Object.entries(earlier).flatMap(([name, value]) =>
    notCompared.has(name) && typeof value === "string"
      ? []
      : missing(value, (later as Record<string, unknown> | null)?.[name], `${path}/${name}`),
  );
}
