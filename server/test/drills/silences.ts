/** Debian's Alertmanager through random histories of windows: its silences equal the windows. */
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { wantedSilences } from "drawbridge-rules/webhooks/wanted-silences.ts";
import { AddressRules } from "../../src/webhooks/address-rules.ts";
import { reconcileSilences } from "../../src/webhooks/event-post.ts";
import { Outgoing } from "../../src/webhooks/outgoing.ts";
import { type ApiSilence, askAlertmanager } from "../alertmanager-stand-in.ts";
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
  readonly #url: string;
  #program: RunningForeign | null = null;
  #data = 0;
  readonly #outgoing = new Outgoing(new AddressRules(["127.0.0.0/8"]));
  /** When the silences were reconciled, epoch ms. */
  #followedAt = 0;
  #foreign: readonly ApiSilence[] = [];
  #alerts: readonly object[] = [];
  readonly #counts = { checks: 0, "alerts compared": 0, stops: 0, "of them with lost data": 0 };

  private constructor(directory: string, port: number) {
    this.#directory = directory;
    this.#port = port;
    this.#url = `http://127.0.0.1:${port}`;
  }

  static async start(directory: string): Promise<SilenceDrill> {
    writeFileSync(join(directory, "alertmanager.yml"), config);
    const drill = new SilenceDrill(directory, await freePort());
    await drill.#start();
    await drill.#addForeign();
    return drill;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#outgoing.close();
    await this.#program?.[Symbol.asyncDispose]();
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
    for (const each of foreign) await askAlertmanager(this.#url, "POST", "silences", { ...each, ...span, matchers });
    this.#foreign = (await this.#list()).filter(isForeign);
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
    assert.deepEqual(ownLines(await this.#list()), []);
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
      const silencesNow = await this.#list();
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
      return;
    }
  }

  async #list(): Promise<ApiSilence[]> {
    const list = (await askAlertmanager(this.#url, "GET", "silences")).body as ApiSilence[];
    return list.sort((a, b) => (a.id < b.id ? -1 : 1));
  }
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
