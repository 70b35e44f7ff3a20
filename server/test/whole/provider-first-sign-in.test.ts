/** With `DRAWBRIDGE_OIDC_PEOPLE=anyone`: whom the provider signs in gets an account, and nothing with it. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { firstLink, invite, type ProviderProgram, SignInBrowser, startProviderProgram } from "../provider-program.ts";
import { temporaryDirectories } from "../temporary-directory.ts";

const directories = temporaryDirectories();
const markup = "<img/src=x/onerror=alert(1)>";
let here: ProviderProgram;

before(async () => {
  here = await startProviderProgram(directories(), { DRAWBRIDGE_OIDC_PEOPLE: "anyone" });
});
after(() => here?.stop());

const browser = () => new SignInBrowser(here.program);

test("the first account is for the holder of its link: no one can sign in before", async () => {
  assert.equal(await browser().signIn("early"), "/sign-in#error=uninvited");
  assert.equal(await here.people(), 0);
  assert.equal(await browser().signIn("ada", firstLink(here.program)), "/console/");
});

test("a new person has no permissions until they get a role", async () => {
  const { admin } = here.program;
  await admin("PUT", "/admin/v1/projects/acme", { name: "Acme" }, { "if-none-match": "*" });
  const newcomer = browser();
  assert.equal(await newcomer.signIn("new"), "/console/");
  const who = (await newcomer.who()) ?? assert.fail();
  assert.deepEqual([who.administrator, who.roles], [false, []]);
  assert.equal((await newcomer.ask("GET", "projects/acme")).status, 404);
  assert.deepEqual((JSON.parse((await newcomer.ask("GET", "projects")).text) as { projects: unknown }).projects, []);
  assert.equal((await newcomer.ask("GET", "people")).status, 403);
  const granted = await admin(
    "PUT",
    `/admin/v1/projects/acme/members/${who.person.id}`,
    { role: "viewer" },
    { "if-none-match": "*" },
  );
  assert.ok(granted.status < 300, JSON.stringify(granted.body));
  assert.equal((await newcomer.ask("GET", "projects/acme")).status, 200);
});

test("a taken login stays its owner's, and the new person's gets a number", async () => {
  await invite(here.program, "Grace");
  const newcomer = browser();
  assert.equal(await newcomer.signIn("grace"), "/console/");
  assert.equal((await newcomer.who())?.person.login, "grace-2");
});

test("markup and line breaks in what a provider says are text in what we say", async () => {
  here.provider.claims.set("markup", { preferred_username: `${markup}\n`, name: `${markup}\u0000\u202E` });
  const newcomer = browser();
  assert.equal(await newcomer.signIn("markup"), "/console/");
  const { person } = (await newcomer.who()) ?? assert.fail();
  assert.deepEqual([person.login, person.name], [markup, markup]);
});

test("among ten tabs that sign the same new person in concurrently, all are the same person", async () => {
  const before = await here.people();
  const tabs = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const tab = browser();
      return { tab, callback: await tab.away("tabs") };
    }),
  );
  const ends = await Promise.all(tabs.map(({ tab, callback }) => tab.back(callback)));
  assert.deepEqual(new Set(ends), new Set(["/console/"]));
  const ids = await Promise.all(tabs.map(async ({ tab }) => (await tab.who())?.person.id));
  assert.equal(new Set(ids).size, 1);
  assert.equal(await here.people(), before + 1);
});

test("among ten new people with the same name at the provider, each gets a login of their own", async () => {
  const before = await here.people();
  const logins = Array.from({ length: 10 }, (_, index) => `twin-${index}`);
  for (const login of logins) here.provider.claims.set(login, { preferred_username: "twin" });
  const ends = await Promise.all(logins.map((login) => browser().signIn(login)));
  assert.deepEqual(new Set(ends), new Set(["/console/"]));
  assert.equal(await here.people(), before + 10);
});
