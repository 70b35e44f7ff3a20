/** Signing in with an identity provider, from the button to the session, against a real provider and over real sockets. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { signingKey } from "../openid-provider.ts";
import { firstLink, invite, type ProviderProgram, SignInBrowser, startProviderProgram } from "../provider-program.ts";
import { temporaryDirectories } from "../temporary-directory.ts";

const directories = temporaryDirectories();
let here: ProviderProgram;

before(async () => {
  here = await startProviderProgram(directories());
});
after(() => here?.stop());

const browser = () => new SignInBrowser(here.program);

test("the holder of the first account's link creates it with the provider, and is an administrator", async () => {
  here.provider.claims.set("ada", { name: "Ada Example", email: "ada@example.com" });
  assert.equal(await browser().signIn("ada"), "/sign-in#error=uninvited");
  const ada = browser();
  const link = firstLink(here.program);
  assert.equal(await ada.signIn("ada", link), "/console/");
  const who = await ada.who();
  assert.deepEqual([who?.person.login, who?.person.name, who?.administrator], ["ada", "Ada Example", true]);
  assert.deepEqual(
    [...ada.cookies("127.0.0.1").keys()].filter((name) => name.startsWith("drawbridge")),
    ["drawbridge"],
  );
  const again = await browser().ask("POST", "sign-in/provider", { link });
  assert.equal(again.status, 404, "the link is used up");
  const elsewhere = browser();
  assert.equal(await elsewhere.signIn("ada"), "/console/");
  assert.equal((await elsewhere.who())?.person.id, who?.person.id);
});

test("an invited person signs in with a link once, and later without one, whatever the provider calls them then", async () => {
  const { id, link } = await invite(here.program, "grace@example.com");
  assert.equal(await browser().signIn("grace", link), "/console/");
  here.provider.claims.set("grace", { preferred_username: "another", name: "Another", email: "another@example.com" });
  const grace = browser();
  assert.equal(await grace.signIn("grace"), "/console/");
  const { person, administrator, roles } = (await grace.who()) ?? assert.fail();
  assert.deepEqual(person, { id, login: "grace@example.com", name: "grace@example.com" });
  assert.deepEqual([administrator, roles], [false, []]);
});

test("an e-mail address or a login of the provider never finds another account", async () => {
  const { program, provider } = here;
  await invite(program, "victim@example.com");
  provider.claims.set("mallory", { preferred_username: "victim@example.com", email: "victim@example.com", email_verified: true });
  const people = await here.people();
  const mallory = browser();
  assert.equal(await mallory.signIn("mallory"), "/sign-in#error=uninvited");
  assert.equal(await mallory.who(), null);
  assert.equal(await here.people(), people);
});

test("an identity that has an account takes no other one, and the link stays good", async () => {
  const { link } = await invite(here.program, "second@example.com");
  assert.equal(await browser().signIn("ada", link), "/sign-in#error=taken");
  const inspected = await browser().ask("POST", "account-links/inspect", { link });
  assert.equal(inspected.status, 200);
});

test("a link that is used up while its owner is at the provider opens nothing", async () => {
  const { link } = await invite(here.program, "third@example.com");
  const slow = browser();
  const callback = await slow.away("third", link);
  assert.equal(await browser().signIn("faster", link), "/console/");
  assert.equal(await slow.back(callback), "/sign-in#error=link");
  assert.equal(await slow.who(), null);
});

test("a disabled person is not signed in, and an erased one is unknown", async () => {
  const { program } = here;
  const { id, link } = await invite(program, "leaver@example.com");
  const leaver = browser();
  assert.equal(await leaver.signIn("leaver", link), "/console/");
  await program.admin("POST", `/admin/v1/people/${id}/disable`);
  assert.equal(await leaver.who(), null);
  assert.equal(await leaver.signIn("leaver"), "/sign-in#error=disabled");
  assert.equal(await leaver.who(), null);
  await program.admin("POST", `/admin/v1/people/${id}/erase`);
  assert.equal(await leaver.signIn("leaver"), "/sign-in#error=uninvited");
});

test("another site's page cannot begin a sign-in, and what is no link begins none", async () => {
  const url = `${here.program.urls.admin}/admin/v1/sign-in/provider`;
  const post = async (body: string, headers: Record<string, string>) => {
    const response = await fetch(url, { method: "POST", body, headers: { "content-type": "application/json", ...headers } });
    return [response.status, response.headers.has("set-cookie")];
  };
  assert.deepEqual(await post("{}", { origin: "https://evil.example" }), [403, false]);
  assert.deepEqual(await post("{}", { "sec-fetch-site": "cross-site" }), [403, false]);
  assert.deepEqual(await post("{}", { "content-type": "text/plain" }), [415, false]);
  assert.deepEqual(await post(`{"link":"dbl_unknown"}`, {}), [404, false]);
  assert.deepEqual(await post(`{"link":""}`, {}), [422, false]);
  assert.deepEqual(await post(`{"url":"https://evil.example"}`, {}), [422, false]);
});

test("an answer that was tampered with signs no one in, and of it only the failed check is in the log", async () => {
  const { provider, logged, people } = here;
  const before = await people();
  const secrets: string[] = [];
  for (const forger of [{ claims: { aud: "another" } }, { key: signingKey() }]) {
    const victim = browser();
    const callback = await victim.away("newcomer");
    const jar = victim.cookies("127.0.0.1");
    secrets.push(...["code", "state"].map((name) => callback.searchParams.get(name) ?? assert.fail(name)));
    secrets.push(jar.get("drawbridge-transaction") ?? assert.fail());
    provider.forger = forger;
    const end = await victim.back(callback).finally(() => {
      provider.forger = null;
    });
    assert.equal(end, "/sign-in#error=refused");
    assert.deepEqual([jar.has("drawbridge"), jar.has("drawbridge-transaction")], [false, false]);
  }
  assert.equal(await people(), before);
  const text = logged.join("");
  for (const secret of [...secrets, provider.env.DRAWBRIDGE_OIDC_CLIENT_SECRET ?? "?", "eyJ"]) assert.ok(!text.includes(secret));
  assert.match(text, /"reason":"oauth_jwt_claim_comparison_failed"/);
});

describe("with DRAWBRIDGE_OIDC_PEOPLE=anyone, a person whom the provider signs in gets an account, and nothing with it", () => {
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
});
