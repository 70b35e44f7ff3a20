import assert from "node:assert/strict";
import { test } from "node:test";
import { type WantedSilence, wantedSilences } from "drawbridge-rules/webhooks/wanted-silences.ts";
import { AlertmanagerStandIn, type ApiSilence, askAlertmanager } from "../../test/alertmanager-stand-in.ts";
import { randomFrom } from "../../test/drills/drill.ts";
import { HOUR, MINUTE, START } from "../../test/maintained-project.ts";
import { runSeed } from "../../test/run-seed.ts";
import { alertWebhook, silenceLines, WindowHistories } from "../../test/window-histories.ts";
import { AddressRules } from "./address-rules.ts";
import { maxSilences, reconcileSilences } from "./event-post.ts";
import { Outgoing } from "./outgoing.ts";

const silence: WantedSilence = {
  key: "acme-shop/db-upgrade/2026-12-06T02:00",
  project: "acme-shop",
  projectName: "Acme Shop",
  name: "Database upgrade",
  start: START,
  end: START + HOUR,
  instances: null,
  platforms: null,
};

/** An Alertmanager and a clock that both sides share. */
async function startAlertmanager() {
  const clock = { now: START - HOUR };
  const standIn = await AlertmanagerStandIn.start(() => clock.now + 0.5);
  const asked: string[] = [];
  const outgoing = new Outgoing(new AddressRules(["127.0.0.0/8"]));
  const ask = (method: string, path: string, body: object | null = null) => askAlertmanager(standIn.url, method, path, body);
  const list = async () => (await ask("GET", "silences")).body as ApiSilence[];
  const send: Outgoing["send"] = (request) => {
    asked.push(request.method);
    return outgoing.send(request);
  };
  const reconcile = (wanted: readonly WantedSilence[], by: Pick<Outgoing, "send"> = { send }, now = clock.now) =>
    reconcileSilences({ id: "wh_1", webhook: { url: `${standIn.url}/` }, wanted, outgoing: by, now });
  return {
    standIn,
    clock,
    outgoing,
    ask,
    list,
    live: async () => (await list()).filter(({ status }) => status.state !== "expired"),
    reconcile,
    /** Methods of the requests that it took, but for the list. */
    async writes(...wanted: WantedSilence[]): Promise<string[]> {
      asked.length = 0;
      const { status, text } = await reconcile(wanted);
      assert.deepEqual([status, text], [200, ""]);
      return asked.slice(1);
    },
    [Symbol.asyncDispose]: () => {
      outgoing.close();
      return standIn[Symbol.asyncDispose]();
    },
  };
}

test("a silence has the labels of its scope, in which ids are no expressions, and names the occurrence", async () => {
  await using alertmanager = await startAlertmanager();
  assert.deepEqual(await alertmanager.writes({ ...silence, instances: ["eu-1", "a.b|c"] }), ["POST"]);
  const [created] = await alertmanager.list();
  assert.deepEqual(created?.matchers, [
    { name: "drawbridge_project", value: "acme-shop", isRegex: false, isEqual: true },
    { name: "drawbridge_instance", value: "eu-1|a\\.b\\|c", isRegex: true, isEqual: true },
  ]);
  assert.equal(created.createdBy, "drawbridge/wh_1");
  assert.equal(created.comment, "Database upgrade (Acme Shop), by Drawbridge [acme-shop/db-upgrade/2026-12-06T02:00]");
  assert.deepEqual(await alertmanager.writes({ ...silence, instances: ["eu-1", "a.b|c"] }), [], "nothing differs");
  assert.deepEqual(await alertmanager.writes({ ...silence, platforms: ["ios"] }), ["POST"], "the scope was edited");
  const actual = (await alertmanager.live()).map(({ matchers }) => matchers.map(({ name }) => name));
  assert.deepEqual(actual, [["drawbridge_project", "drawbridge_platform"]]);
  assert.deepEqual(await alertmanager.writes({ ...silence, name: "Reindexing" }), ["POST"], "and so was the name");
});

test("a silence that was created late is written once, of two one is deleted, and one that is gone is created again", async () => {
  await using alertmanager = await startAlertmanager();
  alertmanager.clock.now = START + 10 * MINUTE;
  await alertmanager.writes(silence);
  assert.deepEqual(await alertmanager.writes(silence), []);
  const [created] = await alertmanager.live();
  // Two processes created it at the same time.
  await alertmanager.ask("POST", "silences", { ...created, id: undefined });
  assert.deepEqual(await alertmanager.writes(silence), ["DELETE"]);
  const [left] = await alertmanager.live();
  await alertmanager.ask("DELETE", `silence/${left?.id}`);
  assert.deepEqual(await alertmanager.writes(silence), ["POST"]);
  assert.deepEqual(await alertmanager.writes(silence), [], "the expired one stays in the list");
  // It loses them between the list and the change: a change of an unknown silence is refused.
  const forgetting: Outgoing["send"] = async (request) => {
    const answer = await alertmanager.outgoing.send(request);
    if (request.method === "GET") alertmanager.standIn.loseData();
    return answer;
  };
  const later = { ...silence, end: silence.end + HOUR };
  assert.equal((await alertmanager.reconcile([later], { send: forgetting })).status, 200);
  assert.deepEqual(await alertmanager.writes(later), []);
});

test("silences of people, of other webhooks and without an occurrence are left alone", async () => {
  await using alertmanager = await startAlertmanager();
  await alertmanager.writes(silence);
  const [own] = await alertmanager.live();
  for (const foreign of [{ createdBy: "ada" }, { createdBy: "drawbridge/wh_2" }, { comment: "by hand [ ]" }])
    await alertmanager.ask("POST", "silences", { ...own, id: undefined, ...foreign });
  const others = (await alertmanager.live()).filter(({ id }) => id !== own?.id);
  assert.deepEqual(await alertmanager.writes(), ["DELETE"]);
  assert.deepEqual(await alertmanager.live(), others);
});

test("an end that has passed by the clock of Alertmanager expires the silence, and is no problem", async () => {
  await using alertmanager = await startAlertmanager();
  await alertmanager.writes(silence);
  alertmanager.clock.now = START + 10 * MINUTE;
  const answer = await alertmanager.reconcile([{ ...silence, end: START + 10 * MINUTE - 500 }], undefined, START + 9 * MINUTE);
  assert.deepEqual([answer.status, await alertmanager.live()], [200, []]);
});

test("the first refusal is returned, the other silences are written, and one that is away is asked once, below the path of its URL", async () => {
  await using alertmanager = await startAlertmanager();
  const wanted = Array.from({ length: maxSilences + 1 }, (_, index) => ({ ...silence, key: `shop/w-${index}/2026-12-06T02:00` }));
  let requests = 0;
  const answering = (status: number | null, text: string): Pick<Outgoing, "send"> => ({
    send: async ({ method }) => {
      requests++;
      return method === "GET" ? { status: 200, text: "[]", retryAfter: null } : { status, text, retryAfter: null };
    },
  });
  const refused = await alertmanager.reconcile(wanted, answering(503, "overloaded"));
  assert.deepEqual([refused.status, refused.text, requests], [503, "shop/w-0/2026-12-06T02:00: overloaded", maxSilences + 1]);
  requests = 0;
  const away = await alertmanager.reconcile(wanted, answering(null, "No answer within 10 s"));
  assert.deepEqual([away.status, away.text, requests], [null, "No answer within 10 s", 2]);
  const urls: string[] = [];
  const url = "https://example.com/alertmanager/?tenant=a";
  const send: Outgoing["send"] = async (request) => {
    urls.push(request.url);
    return { status: 200, text: "[]", retryAfter: null };
  };
  await reconcileSilences({ id: "wh_1", webhook: { url }, wanted: [], outgoing: { send }, now: START });
  assert.deepEqual(urls, ["https://example.com/alertmanager/api/v2/silences?tenant=a"]);
  for (const text of ["{}", "<html>", '[{"id":'])
    assert.equal((await alertmanager.reconcile(wanted, { send: async () => ({ ...away, status: 200, text }) })).status, null);
});

const activeKeys = (lines: readonly string[]) =>
  lines.filter((line) => line.includes(" active ")).map((line) => line.split(" ")[0]);

test("silences equal the windows through random histories, outages and lost data", async () => {
  await using alertmanager = await startAlertmanager();
  const { clock } = alertmanager;
  const random = randomFrom(runSeed);
  const histories = new WindowHistories(random, ["p1", "p2", "p3", "p4"], 3 * MINUTE);
  for (let step = 0; step < 30; step++) {
    histories.change(clock.now);
    if (random() < 0.1) alertmanager.standIn.loseData();
    // An outage: the next reconciliation repairs what it missed.
    const isAway = random() < 0.2;
    let isFollowed = false;
    for (const until = clock.now + Math.floor(random() * 6 * MINUTE); !isAway && clock.now < until; clock.now += MINUTE) {
      // Between two reconciliations they begin and end by themselves, and no alert comes through.
      const before = activeKeys(silenceLines(await alertmanager.list(), "wh_1"));
      if (isFollowed) assert.deepEqual(before, activeKeys(histories.expected(clock.now)));
      isFollowed = true;
      await alertmanager.writes(...wantedSilences(histories.states, alertWebhook, clock.now));
      assert.deepEqual(silenceLines(await alertmanager.list(), "wh_1"), histories.expected(clock.now));
    }
    if (isAway) clock.now += Math.floor(random() ** 4 * 9 * HOUR);
  }
  assert.ok(Object.values(histories.counts).length >= 7, JSON.stringify(histories.counts));
});
