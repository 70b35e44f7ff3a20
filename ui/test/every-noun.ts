import assert from "node:assert/strict";
import type { Program } from "../../server/test/running-program.ts";
import { dayFromNow, wall } from "./calendar-page.ts";
import { send as sendTo } from "./console-page.ts";

export type EveryNoun = Awaited<ReturnType<typeof createEveryNoun>>;

export interface Wording {
  readonly project: string;
  readonly instance: string;
  /** One line, different at each call. */
  readonly line: () => string;
  readonly login: string;
  readonly build: string;
}

const hour = 3_600_000;

export async function createEveryNoun(program: Program, wording: Wording) {
  const { line, project, instance } = wording;
  const base = `/admin/v1/projects/${project}`;
  const send = (...request: Parameters<Program["admin"]>) => sendTo(program, ...request);
  const reason = () => `reason=${encodeURIComponent(line())}`;
  const start = dayFromNow(3) + 2 * hour;
  await send("PUT", `${base}/manifest?${reason()}`, manifestOf(wording, start), { "if-none-match": "*" });
  const key = await send("POST", `${base}/keys`, { name: line(), instances: [instance] });
  const tested = { rehearsal: { ignore_maintenance: true }, expires_at: new Date(Date.now() + 72 * hour).toISOString() };
  await send("POST", `${base}/keys`, { name: line(), ...tested });
  const old = await send("POST", `${base}/keys`, { name: line() });
  await send("POST", `${base}/keys/${old.id}/revoke`, {});
  const feed = await send("POST", `${base}/tokens`, { kind: "calendar", name: line(), instance });
  const projectToken = await send("POST", `${base}/tokens`, { name: line(), role: "editor" });
  const serverToken = await send("POST", "/admin/v1/tokens", { name: line() });
  const edgeToken = await send("POST", "/admin/v1/tokens", { kind: "edge", name: line() });
  const webhook = await send("POST", "/admin/v1/webhooks", { name: line(), url: "https://hooks.example.com/drawbridge" });
  const said = (length?: number) =>
    line()
      .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, " ")
      .slice(0, length);
  const report = { host: said(), epoch: said(64), revision: 1, problem: said(), version: said(40), tzdata: said(20) };
  await reportEdge(program, String(edgeToken.token), report);
  const person = await send("POST", "/admin/v1/people", { login: wording.login, name: line() });
  await send("PUT", `${base}/members/${person.id}`, { role: "editor" }, { "if-none-match": "*" });
  const message = { en: plain(line()), de: plain(line()) };
  await send("POST", `${base}/maintenance/start`, { instances: [instance], for: "PT6H", message });
  const changed = { en: plain(line()), de: plain(line()) };
  const proposed = await proposeWindow(program, base, start, { message: changed, reason: reason() });
  const rejected = await proposeWindow(program, base, start, { message: changed, reason: reason() });
  await send("POST", `${base}/proposals/${rejected}/reject`, { reason: line() });
  const { revision } = await send("GET", base);
  const { commits } = await send("GET", "/admin/v1/history?limit=1");
  const [newest] = commits as readonly { readonly revision: number }[];
  return {
    project,
    platform: "ios",
    instance,
    window: "db-upgrade",
    occurrence: `db-upgrade/${wall(start)}`,
    /** `2026-12-06` */
    day: wall(start).slice(0, 10),
    key: String(key.id),
    feedToken: String(feed.id),
    projectToken: String(projectToken.id),
    serverToken: String(serverToken.id),
    edgeToken: String(edgeToken.id),
    webhook: String(webhook.id),
    /** The id of its token, a slash, and its own. */
    edge: `${edgeToken.id}/e_told`,
    person: String(person.id),
    proposal: proposed,
    revision: Number(revision),
    serverRevision: newest?.revision ?? 0,
  };
}

/** An edge that does not follow says how it stands. */
export async function reportEdge({ urls }: Program, token: string, own: object): Promise<void> {
  const report = { host: "told-1", epoch: null, revision: null, problem: null, version: "0.0.1", tzdata: "2020a", ...own };
  const answer = await fetch(`${urls.edge}/edge/v1/report`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify({ edge: "e_told", schema: 1, followers: 0, differences: 0, ...report }),
  });
  assert.equal(answer.status, 204, await answer.text());
}

function manifestOf({ project, instance, line, build }: Wording, start: number): object {
  const texts = () => ({ en: plain(line()), de: plain(line()) });
  return {
    apiVersion: "drawbridge/v1",
    project,
    name: line(),
    languages: ["en", "de"],
    stores: { android: `https://example.com/${build}`, apple: `https://example.com/${build}` },
    messages: { upgrade: texts(), maintenance: texts(), default: texts() },
    platforms: {
      ios: {
        minimum: "2.4.0",
        recommended: `2.6.0-${build}`,
        blocked: [`2.5.0+${build}`, ">=2.5.3 <2.5.5"],
        exempt: [`3.0.0-${build}`],
        releases: [{ version: "2.6.0", date: wall(start).slice(0, 10), notes: line() }],
        step: { at: wall(start), zone: "Europe/Rome", minimum: `2.6.0-${build}` },
      },
      huawei: { minimum: "2.4", store: "android", stores: { android: `market://details?id=${build}` } },
    },
    instances: { [instance]: { name: line() }, "us-1": { name: texts(), reminder: "PT24H" } },
    windows: {
      "db-upgrade": {
        instances: [instance],
        start: wall(start),
        zone: "UTC",
        duration: "PT2H",
        overrun: "hold",
        message: texts(),
      },
      weekly: { start: wall(start - 240 * hour), zone: "Europe/Rome", duration: "PT1H", repeat: "FREQ=WEEKLY", message: texts() },
      "ios-only": { platforms: ["ios"], start: wall(start + 48 * hour), zone: "America/New_York", duration: "PT45M" },
    },
  };
}

/** Braces mark placeholders in a message. */
function plain(text: string): string {
  return text.replaceAll("{", "{{").replaceAll("}", "}}");
}

interface ProposedText {
  readonly message: object;
  /** A query parameter. */
  readonly reason: string;
}

/** Gives the proposal's id. */
async function proposeWindow(program: Program, base: string, start: number, { message, reason }: ProposedText): Promise<string> {
  const address = `${base}/windows/db-upgrade`;
  const { etag } = await program.admin("GET", address);
  const form = { start: wall(start), duration: "PT3H", message };
  const answer = await sendTo(program, "PUT", `${address}?propose=true&${reason}`, form, { "if-match": etag });
  return (answer.proposal as { readonly id: string }).id;
}
