/** Debian's Alertmanager through random histories of windows: its silences equal the windows, and the stand-in of the tests answers alike. */
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { wantedSilences } from "drawbridge-rules/webhooks/wanted-silences.ts";
import { reconcileSilences } from "../../src/webhooks/event-post.ts";
import { AlertmanagerStandIn, type ApiSilence, askAlertmanager, openOutgoing } from "../alertmanager-stand-in.ts";
import { freePort } from "../free-port.ts";
import { SECOND } from "../maintained-project.ts";
import { type RunningForeign, startForeign } from "../recipes/foreign-program.ts";
import { inTemporaryDirectory } from "../temporary-directory.ts";
import { until } from "../until.ts";
import { alertLabels, alertWebhook, silenceLines, WindowHistories } from "../window-histories.ts";
import type { Drill } from "./drill.ts";

const together = 25;
const steps = 12;
const webhook = "wh_1";
const config = "route: { receiver: none }\nreceivers: [{ name: none }]\n";

/** A round is a history. Needs Debian's package `prometheus-alertmanager`. */
export const rounds = 500;

export const run: Drill["run"] = (rounds, random) => inTemporaryDirectory((directory) => runHistories(directory, rounds, random));

async function runHistories(directory: string, rounds: number, random: () => number): Promise<string> {
  const counts: Record<string, number> = {};
  await using drill = await SilenceDrill.start(directory);
  for (let done = 0; done < rounds; done += together) {
    const ids = Array.from({ length: Math.min(together, rounds - done) }, (_, index) => `p${done + index}`);
    const histories = new WindowHistories(random, ids, SECOND);
    await drill.sendAlerts(ids);
    for (let step = 0; step < steps; step++) {
      histories.change(Date.now());
      if (random() < 0.08) await drill.stopFor(histories, random);
      await drill.reconcile(histories);
      await drill.check(histories);
      await sleep(random() * 500);
      await drill.check(histories);
    }
    for (const [name, count] of Object.entries(histories.counts)) counts[name] = (counts[name] ?? 0) + count;
    await drill.expireAll();
  }
  const acts = Object.entries(counts).map(([name, count]) => `${count} × ${name}`);
  return `${acts.join(", ")}; ${drill.summary()}`;
}

class SilenceDrill implements AsyncDisposable {
  readonly #directory: string;
  readonly #port: number;
  readonly #standIn: AlertmanagerStandIn;
  readonly #url: string;
  #program: RunningForeign | null = null;
  #data = 0;
  /** Ids of the stand-in by those of the program. */
  readonly #ids = new Map<string, string>();
  /** When the silences were reconciled, epoch ms. */
  #followedAt = 0;
  /** The clock of the stand-in, epoch ms. */
  #instant = Date.now();
  #foreign: readonly ApiSilence[] = [];
  #alerts: readonly object[] = [];
  readonly #counts = { checks: 0, "alerts compared": 0, requests: 0, stops: 0, "of them with lost data": 0 };

  private constructor(directory: string, port: number, standIn: AlertmanagerStandIn) {
    this.#directory = directory;
    this.#port = port;
    this.#standIn = standIn;
    this.#url = `http://127.0.0.1:${port}`;
  }

  static async start(directory: string): Promise<SilenceDrill> {
    writeFileSync(join(directory, "alertmanager.yml"), config);
    const standIn = await AlertmanagerStandIn.start(() => drill.#instant);
    const drill: SilenceDrill = new SilenceDrill(directory, await freePort(), standIn);
    await drill.#start();
    await drill.#addForeign();
    return drill;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#program?.[Symbol.asyncDispose]();
    await this.#standIn[Symbol.asyncDispose]();
  }

  summary(): string {
    return Object.entries(this.#counts)
      .map(([name, count]) => `${count} ${name}`)
      .join(", ");
  }

  async #start(): Promise<void> {
    const storage = join(this.#directory, String(this.#data));
    mkdirSync(storage, { recursive: true });
    const listen = [`--web.listen-address=127.0.0.1:${this.#port}`, "--cluster.listen-address="];
    const args = [`--config.file=${join(this.#directory, "alertmanager.yml")}`, `--storage.path=${storage}`, ...listen];
    this.#program = await startForeign("prometheus-alertmanager", { args, port: this.#port });
    await until(async () => (await fetch(`${this.#url}/-/ready`)).ok);
  }

  /** Silences of a person, of another webhook, and of nothing that Drawbridge knows, with the same label. */
  async #addForeign(): Promise<void> {
    const foreign = [
      { createdBy: "ada", comment: "disk [p0/a/2026-12-06T02:00]" },
      { createdBy: "drawbridge/wh_2", comment: "Other (p0), by Drawbridge [p0/a/2026-12-06T02:00]" },
      { createdBy: `drawbridge/${webhook}`, comment: "by hand" },
    ];
    const matchers = ["drawbridge_project", "severity"].map((name) => ({ name, value: "none", isRegex: false, isEqual: true }));
    const span = { startsAt: new Date().toISOString(), endsAt: new Date(Date.now() + 9e8).toISOString() };
    for (const each of foreign) {
      const request = {
        method: "POST",
        url: `${this.#url}/api/v2/silences`,
        headers: { "content-type": "application/json" },
      } as const;
      await this.#outgoing.send({ ...request, body: JSON.stringify({ ...each, ...span, matchers }) });
    }
    this.#foreign = (await this.#list(this.#url)).filter(isForeign);
    assert.equal(this.#foreign.length, foreign.length);
  }

  /** Away for some changes; it returns with its data or without. */
  async stopFor(histories: WindowHistories, random: () => number): Promise<void> {
    await this.#program?.[Symbol.asyncDispose]();
    this.#program = null;
    assert.equal(await this.reconcile(histories), null);
    histories.change(Date.now());
    await sleep(random() * 1_000);
    this.#counts.stops++;
    const isLost = random() < 0.5;
    if (isLost) {
      this.#counts["of them with lost data"]++;
      this.#data++;
      this.#standIn.loseData();
      this.#ids.clear();
    }
    await this.#start();
    if (isLost) await this.#addForeign();
    await this.#postAlerts();
  }

  async reconcile(histories: WindowHistories | null): Promise<number | null> {
    const now = Date.now();
    const wanted = histories ? wantedSilences(histories.states, alertWebhook, now) : [];
    this.#followedAt = now;
    const request = { id: webhook, webhook: { url: this.#url }, wanted, now };
    const { status, text } = await reconcileSilences({ ...request, outgoing: this.#outgoing });
    assert.ok(status === null || status === 200, text);
    return status;
  }

  async expireAll(): Promise<void> {
    await this.reconcile(null);
    assert.deepEqual(ownLines(await this.#list(this.#url)), []);
  }

  async sendAlerts(projects: readonly string[]): Promise<void> {
    const endsAt = new Date(Date.now() + 9e8).toISOString();
    this.#alerts = projects.flatMap((id) =>
      alertLabels.map((labels) => ({ labels: { alertname: "Down", drawbridge_project: id, ...labels }, endsAt })),
    );
    await this.#postAlerts();
  }

  async #postAlerts(): Promise<void> {
    if (this.#alerts.length > 0) assert.equal((await askAlertmanager(this.#url, "POST", "alerts", this.#alerts)).status, 200);
  }

  /** Compares at an instant: looks again where something began or ended in between. */
  async check(histories: WindowHistories): Promise<void> {
    const ids = new Set(histories.states.map(({ id }) => id));
    for (;;) {
      const from = Date.now();
      const before = histories.expected(from, this.#followedAt);
      const silencesNow = await this.#list(this.#url);
      const alerts = (await askAlertmanager(this.#url, "GET", "alerts")).body as readonly Alert[];
      const to = Date.now();
      const isSame = [from - 50, to + 50].every((at) => `${histories.expected(at, this.#followedAt)}` === `${before}`);
      if (!isSame) {
        await sleep(20);
        continue;
      }
      assert.deepEqual(ownLines(silencesNow), before);
      assert.deepEqual(silencesNow.filter(isForeign), this.#foreign);
      const own = alerts.filter(({ labels }) => ids.has(labels.drawbridge_project ?? ""));
      assert.equal(own.length, ids.size * alertLabels.length);
      const silenced = own.filter(({ status }) => status.silencedBy.length > 0).map(({ labels }) => alertText(labels));
      assert.deepEqual(silenced.sort(), [...histories.covered(from)].sort());
      this.#counts["alerts compared"] += own.length;
      this.#counts.checks++;
      break;
    }
    await this.#compareStandIn();
  }

  /** The stand-in gets each request at the instant at which the program handled it, and answers alike. */
  readonly #outgoing = openOutgoing(async ({ method, url, body }, text, status) => {
    this.#counts.requests++;
    if (method === "GET") return;
    const path = url.slice(url.indexOf("/api/v2/") + 8);
    const form = body === null ? null : (JSON.parse(body) as { id?: string });
    const id = form ? form.id : path.slice(path.lastIndexOf("/") + 1);
    const { silenceID: created } = (text === "" ? {} : JSON.parse(text)) as { readonly silenceID?: string };
    this.#instant = (status === 200 ? await this.#changedAt(created ?? id, created === undefined) : Date.now()) + 0.5;
    const other = id === undefined ? undefined : this.#ids.get(id);
    const otherForm = form && { ...form, ...(other === undefined ? {} : { id: other }) };
    const mirrored = await askAlertmanager(this.#standIn.url, method, form ? path : `silence/${other}`, otherForm);
    assert.equal(mirrored.status, status, `${method} ${path} ${body} ${text} ${JSON.stringify(mirrored.body)}`);
    if (created === undefined) return;
    const copy = (mirrored.body as { silenceID: string }).silenceID;
    assert.equal(copy === other, created === id, "both change in place, or neither does");
    this.#ids.set(created, copy);
  });

  /** When the program changed it, epoch ms; now if it did not, since it had ended. */
  async #changedAt(id: string | undefined, isExpired: boolean): Promise<number> {
    const { updatedAt, endsAt } = (await askAlertmanager(this.#url, "GET", `silence/${id}`)).body as SilenceTimes;
    return isExpired && updatedAt !== endsAt ? Date.now() : Date.parse(updatedAt);
  }

  async #compareStandIn(): Promise<void> {
    const from = Date.now();
    const real = await this.#list(this.#url);
    this.#instant = Date.now();
    const copies = new Map((await this.#list(this.#standIn.url)).map((silence) => [silence.id, silence]));
    for (const { id, updatedAt: _, status, startsAt, endsAt, ...rest } of real as (ApiSilence & { updatedAt: string })[]) {
      const other = copies.get(this.#ids.get(id) ?? "");
      assert.ok(other, `the stand-in has no silence ${id}`);
      const { id: __, status: ___, startsAt: start, endsAt: end, ...others } = other;
      assert.deepEqual(others, rest);
      const times = [startsAt, endsAt].map((text) => Date.parse(text));
      for (const [index, text] of [start, end].entries())
        assert.ok(Math.abs(Date.parse(text) - (times[index] ?? 0)) <= 1_000, id);
      if (!times.some((at) => at >= from - 5 && at <= this.#instant + 5)) assert.equal(other.status.state, status.state);
    }
    assert.equal(copies.size, real.length);
  }

  async #list(url: string): Promise<ApiSilence[]> {
    const list = (await askAlertmanager(url, "GET", "silences")).body as ApiSilence[];
    return list.sort((a, b) => (a.id < b.id ? -1 : 1));
  }
}

interface SilenceTimes {
  readonly updatedAt: string;
  readonly endsAt: string;
}

interface Alert {
  readonly labels: Readonly<Record<string, string>>;
  readonly status: { readonly silencedBy: readonly string[] };
}

function alertText({ alertname: _, drawbridge_project: project, ...labels }: Alert["labels"]): string {
  return JSON.stringify([project, labels]);
}

function ownLines(list: readonly ApiSilence[]): string[] {
  return silenceLines(
    list.filter((silence) => !isForeign(silence)),
    webhook,
  );
}

function isForeign({ createdBy, comment }: ApiSilence): boolean {
  return createdBy !== `drawbridge/${webhook}` || comment === "by hand";
}
