/** The first account: one link, one account, one administrator, and nothing of it in a log. */
import assert from "node:assert/strict";
import { existsSync, statSync, writeFileSync } from "node:fs";
import { Writable } from "node:stream";
import { test } from "node:test";
import { firstAccountFile, firstLinkLife } from "../../src/accounts/account-link.ts";
import { openLog } from "../../src/base/log.ts";
import { readSettings } from "../../src/base/settings.ts";
import { startServer } from "../../src/start/server.ts";
import { firstLink } from "../provider-program.ts";
import { type Program, startProgram } from "../running-program.ts";
import { temporaryDirectories } from "../temporary-directory.ts";

const directories = temporaryDirectories();
const chosen = { login: "ada", name: "Ada", password: "a ferry, a bridge and a tunnel" };

/** On a connection of its own. */
async function post(url: string, path: string, body: object) {
  const headers = { "content-type": "application/json", connection: "close" };
  const response = await fetch(`${url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  return {
    status: response.status,
    cookie: response.headers.get("set-cookie"),
    body: (await response.json()) as Readonly<Record<string, unknown>>,
  };
}

function redeem(url: string, link: string, more: object = chosen) {
  return post(url, "/admin/v1/account-links/redeem", { link, ...more });
}

function inspect(url: string, link: string) {
  return post(url, "/admin/v1/account-links/inspect", { link });
}

async function running(work: (program: Program) => Promise<void>, options: Partial<Parameters<typeof startProgram>[0]> = {}) {
  await using program = await startProgram({ directory: directories(), ...options });
  await work(program);
}

test("fifty requests with the first account's link make one account and one administrator", async () => {
  await running(async ({ urls, directory, admin }) => {
    const link = firstLink({ directory });
    const racers = Array.from({ length: 50 }, (_, index) => redeem(urls.admin, link, { ...chosen, login: `racer-${index}` }));
    const answers = await Promise.all(racers);
    const winners = answers.filter(({ status }) => status === 200);
    assert.equal(winners.length, 1);
    assert.equal(answers.filter(({ status, cookie }) => [404, 409, 429, 503].includes(status) && !cookie).length, 49);
    const people = (await admin("GET", "/admin/v1/people")).body.people as {
      id: string;
      login: string;
      administrator: boolean;
    }[];
    const [person] = people;
    assert.equal(people.length, 1);
    assert.equal(person?.administrator, true);
    assert.deepEqual(winners[0]?.body.person, { id: person?.id, login: person?.login, name: "Ada" });
    const administrators = (await admin("GET", "/admin/v1/administrators")).body.administrators as unknown[];
    assert.equal(administrators.length, 1);
  });
});

test("the link is in a file that only its owner reads, lasts a day, is new at each start, and is deleted with the first account", async () => {
  const directory = directories();
  const clock = { now: Date.now() };
  let earlier = "";
  await running(
    async ({ urls }) => {
      earlier = firstLink({ directory });
      assert.equal(statSync(firstAccountFile(directory)).mode & 0o777, 0o600);
      clock.now += firstLinkLife - 1;
      assert.deepEqual((await inspect(urls.admin, earlier)).body, { kind: "first", login: null });
      clock.now += 1;
      assert.equal((await inspect(urls.admin, earlier)).status, 404);
      assert.equal((await redeem(urls.admin, earlier)).status, 404);
    },
    { directory, now: () => clock.now },
  );
  writeFileSync(firstAccountFile(directory), "left by another user", { mode: 0o666 });
  await running(
    async ({ urls }) => {
      const later = firstLink({ directory });
      assert.notEqual(later, earlier);
      assert.equal(statSync(firstAccountFile(directory)).mode & 0o777, 0o600);
      assert.equal((await redeem(urls.admin, earlier)).status, 404);
      assert.equal((await redeem(urls.admin, later)).status, 200);
      assert.equal(existsSync(firstAccountFile(directory)), false);
    },
    { directory },
  );
  await running(async () => assert.equal(existsSync(firstAccountFile(directory)), false), { directory });
});

test("without a way to sign in, there is no link", async () => {
  const env = { DRAWBRIDGE_PUBLIC_URL: "http://drawbridge.example" };
  await running(
    async ({ urls, directory }) => {
      assert.equal(existsSync(firstAccountFile(directory)), false);
      assert.equal((await redeem(urls.admin, "dbl_x")).status, 403);
    },
    { env },
  );
});

test("on a terminal the link is shown, and no file has it; the log has it nowhere", async () => {
  for (const isTerminal of [true, false]) {
    const settings = readSettings({ DRAWBRIDGE_DATA: directories(), DRAWBRIDGE_LISTEN: "127.0.0.1:0" }, () => "");
    let logged = "";
    const destination = new Writable({
      write: (chunk, _encoding, done) => {
        logged += chunk;
        done();
      },
    });
    const log = openLog("trace", destination);
    const server = await startServer(settings, { demo: false, log, version: "test", isTerminal });
    const banner = server.banner.join("\n");
    assert.ok(banner.includes(`${server.urls.admin}/console/`), banner);
    assert.equal(/#link=dbl_[0-9A-Za-z]{36}/.test(banner), isTerminal);
    assert.equal(existsSync(firstAccountFile(settings.data)), !isTerminal);
    const link = isTerminal ? (/dbl_\w+/.exec(banner)?.[0] ?? "") : firstLink({ directory: settings.data });
    assert.equal((await redeem(server.urls.admin, `${link}0`)).status, 404);
    assert.equal((await redeem(server.urls.admin, link)).status, 200);
    await server.stop();
    assert.ok(!logged.includes("dbl_"), logged);
  }
});
