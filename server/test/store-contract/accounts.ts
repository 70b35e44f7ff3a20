import assert from "node:assert/strict";
import type { Person } from "drawbridge-rules/people/person.ts";
import { type AccountLink, type Accounts, maxSessions, type Redemption, type Session } from "../../src/store/sql/sql-accounts.ts";
import type { Store } from "../../src/store/store.ts";
import { pluck } from "../pluck.ts";
import { failsWith, type WithStore } from "./change.ts";

const now = 1_000_000;

export function accountContract(withStore: WithStore): void {
  const withAccounts = (sentence: string, test: (accounts: Accounts, store: Store) => Promise<void>) =>
    withStore(sentence, (store) => test(store.accounts, store));

  withAccounts(
    "a person is found by id and by login in whatever case, and by nothing else, and names by ids",
    async (accounts) => {
      assert.equal(await accounts.hasPeople(), false);
      const ada = personCalled("Ada@Acme.Example", { id: "u_1" });
      await accounts.addPerson(ada, {});
      assert.equal(await accounts.hasPeople(), true);
      assert.deepEqual(await accounts.person("u_1"), ada);
      for (const login of ["Ada@Acme.Example", "ada@acme.example", "ADA@ACME.EXAMPLE"])
        assert.deepEqual(await accounts.personByLogin(login), ada);
      assert.equal(await accounts.personByLogin("ada"), null);
      assert.equal(await accounts.person("u_2"), null);
      const names = await accounts.namesOf(["u_1", "t_token", "u_1", "environment"]);
      assert.deepEqual([...names], [["u_1", "Name of Ada@Acme.Example"]]);
      assert.equal((await accounts.namesOf([])).size, 0);
    },
  );

  withAccounts("two logins that are one in another case or another form of Unicode are refused", async (accounts) => {
    await accounts.addPerson(personCalled("zoë"), {});
    for (const login of ["ZOË", "zoe\u0308"]) {
      await failsWith("conflict", accounts.addPerson(personCalled(login, { id: "u_other" }), { link: linkFor("u_other", "h") }));
    }
    assert.equal(await accounts.person("u_other"), null);
    assert.equal(await accounts.link("h", now), null);
  });

  withAccounts("people come in pages in order of their logins, which meet without gap or overlap", async (accounts) => {
    const logins = ["mo", "ada", "Zoë", "bob", "Eve", "eva", "\u{1f600}", "\uff21"];
    for (const [index, login] of logins.entries()) await accounts.addPerson(personCalled(login, { id: `u_${index}` }), {});
    const found: string[] = [];
    for (let after: string | undefined; ; ) {
      const page = await accounts.people({ limit: 3, ...(after === undefined ? {} : { after }) });
      found.push(...page.map(({ login }) => login));
      after = page.at(-1)?.login;
      if (page.length < 3) break;
    }
    for (const limit of [0, -1, 1.5, 1002, Number.NaN]) await failsWith("invalid", accounts.people({ limit }));
    assert.deepEqual(found, ["ada", "bob", "eva", "Eve", "mo", "Zoë", "\uff21", "\u{1f600}"]);
  });

  withAccounts(
    "a search finds any part of a login or a name, in whatever case, and takes nothing for a pattern",
    async (accounts) => {
      await accounts.addPerson(personCalled("ada@acme.example", { id: "u_1", name: "Ada ÅNGSTRÖM" }), {});
      await accounts.addPerson(personCalled("bob_50%", { id: "u_2", name: "Bob" }), {});
      const found = async (query: string) => (await accounts.people({ query, limit: 9 })).map(({ id }) => id);
      assert.deepEqual(await found("ACME"), ["u_1"]);
      assert.deepEqual(await found("ångström"), ["u_1"]);
      assert.deepEqual(await found("_50%"), ["u_2"]);
      assert.deepEqual(await found("%"), ["u_2"]);
      assert.deepEqual(await found(""), ["u_1", "u_2"]);
      assert.deepEqual(await found("'; drop table people; --"), []);
    },
  );

  withAccounts("sign-in methods are read for many people together, without ended sessions", async (accounts) => {
    await accounts.addPerson(personCalled("ada"), {});
    await accounts.addPerson(personCalled("bob"), { identity: { issuer: "https://id.example", subject: "1" } });
    const session = { person: "u_bob", createdAt: now, expiresAt: now + 100 };
    await accounts.addSession({ ...session, hash: "a", seenAt: now });
    await accounts.addSession({ ...session, hash: "b", seenAt: now + 5 });
    const at = async (time: number, seenFrom: number) => {
      const found = await accounts.signInStatuses(["u_ada", "u_bob", "u_nobody"], time, seenFrom);
      return [...found].sort().map(([id, standing]) => [id, ...Object.values(standing)]);
    };
    const ada = ["u_ada", false, false, 0, null];
    assert.deepEqual(await at(now + 9, now), [ada, ["u_bob", false, true, 2, now + 5]]);
    assert.deepEqual(await at(now + 9, now + 1), [ada, ["u_bob", false, true, 1, now + 5]]);
    assert.deepEqual(await at(now + 100, now), [ada, ["u_bob", false, true, 0, null]]);
  });

  withAccounts(
    "a password is changed from the one that it was, which ends links and every session but one, which has another hash then",
    async (accounts) => {
      const { id } = await withPassword(accounts, "ada");
      for (const hash of ["a", "b", "c"]) await accounts.addSession(sessionOf(id, hash));
      await accounts.addLink(linkFor(id, "link"));
      assert.equal(await accounts.changePassword(id, "another", "new", { hash: "b", newHash: "d" }), false);
      assert.equal((await accounts.sessionsOf(id)).length, 3);
      const before = await accounts.session("b");
      assert.equal(await accounts.changePassword(id, "phc", "new", { hash: "b", newHash: "d" }), true);
      assert.equal(await accounts.password(id), "new");
      assert.deepEqual(pluck(await accounts.sessionsOf(id), "hash"), ["d"]);
      assert.equal(await accounts.session("b"), null);
      assert.deepEqual((await accounts.session("d"))?.session, { ...before?.session, hash: "d" });
      assert.equal(await accounts.link("link", now), null);
      const other = await withPassword(accounts, "bob");
      await accounts.addSession(sessionOf(other.id, "e"));
      assert.equal(await accounts.changePassword(id, "new", "newer", { hash: "e", newHash: "f" }), true);
      assert.deepEqual([(await accounts.session("e"))?.person.id, await accounts.session("f")], [other.id, null]);
      assert.equal(await accounts.changePassword(id, "newer", "newest", { hash: "gone", newHash: "g" }), true);
      assert.deepEqual(await accounts.sessionsOf(id), []);
    },
  );

  const identity = { issuer: "https://id.example", subject: "42" };

  withAccounts("an identity is one person's, and finds them by issuer and subject together", async (accounts) => {
    await accounts.addPerson(personCalled("ada"), { identity });
    await accounts.addPerson(personCalled("bob"), {});
    assert.equal((await accounts.personByIdentity(identity))?.id, "u_ada");
    assert.equal(await accounts.personByIdentity({ ...identity, subject: "43" }), null);
    assert.equal(await accounts.personByIdentity({ ...identity, issuer: "https://other.example" }), null);
    await failsWith("conflict", accounts.addIdentity("u_bob", identity));
    await accounts.addIdentity("u_ada", identity);
    await accounts.addIdentity("u_ada", { ...identity, subject: "41" });
    assert.deepEqual(pluck(await accounts.identities("u_ada"), "subject"), ["41", "42"]);
    assert.deepEqual(await accounts.identities("u_bob"), []);
    await failsWith("not_found", accounts.addIdentity("u_nobody", { ...identity, subject: "40" }));
    await failsWith("conflict", accounts.addPerson(personCalled("eve"), { identity }));
    assert.equal(await accounts.person("u_eve"), null);
  });

  withAccounts("a session is found by its hash, with whose it is, until it or all of that person are ended", async (accounts) => {
    const [ada, bob] = [personCalled("ada"), personCalled("bob")];
    for (const person of [ada, bob]) await accounts.addPerson(person, {});
    const session = sessionOf("u_ada", "h", { createdAt: 1, seenAt: 2, expiresAt: 3 });
    assert.equal(await accounts.addSession(session), true);
    assert.deepEqual(await accounts.session("h"), { session, person: ada });
    await accounts.sessionSeen("h", 9);
    assert.equal((await accounts.session("h"))?.session.seenAt, 9);
    assert.equal(await accounts.session("H"), null);
    await accounts.endSession("h");
    assert.equal(await accounts.session("h"), null);
    await accounts.sessionSeen("h", 10);
    assert.equal(await accounts.session("h"), null);
    for (const hash of ["a", "b", "c"]) await accounts.addSession(sessionOf("u_ada", hash));
    await accounts.addSession(sessionOf("u_bob", "d"));
    for (const [kept, ended] of [
      ["b", 2],
      [undefined, 1],
      [undefined, 0],
    ] as const)
      assert.equal(await accounts.endSessions("u_ada", kept), ended);
    assert.equal((await accounts.sessionsOf("u_bob")).length, 1);
  });

  withAccounts("a missing person, a disabled one and one with a newer password get no session", async (accounts) => {
    const { id } = await withPassword(accounts, "ada");
    assert.equal(await accounts.addSession(sessionOf("u_nobody", "a")), false);
    assert.equal(await accounts.addSession(sessionOf(id, "b"), "phc"), true);
    assert.equal(await accounts.addSession(sessionOf(id, "c"), "another"), false);
    await accounts.setDisabled(id, now);
    assert.equal(await accounts.addSession(sessionOf(id, "d")), false);
    for (const hash of ["a", "b", "c", "d"]) assert.equal(await accounts.session(hash), null, hash);
  });

  withAccounts(`a person has ${maxSessions} sessions at most: the least recently used one is replaced`, async (accounts) => {
    await accounts.addPerson(personCalled("ada"), {});
    for (let n = 0; n < maxSessions; n++) await accounts.addSession(sessionOf("u_ada", `h${n}`, { seenAt: now - n }));
    await accounts.addSession(sessionOf("u_ada", "new", { seenAt: now - 10_000 }));
    const hashes = (await accounts.sessionsOf("u_ada")).map(({ hash }) => hash);
    assert.equal(hashes.length, maxSessions);
    assert.deepEqual([hashes[0], hashes.at(-2), hashes.at(-1)], ["h0", `h${maxSessions - 2}`, "new"]);
  });

  withAccounts("sweeping drops what is over, and nothing else", async (accounts) => {
    await accounts.addPerson(personCalled("ada"), {});
    await accounts.addSession(sessionOf("u_ada", "over", { expiresAt: now }));
    await accounts.addSession(sessionOf("u_ada", "idle", { seenAt: now - 11 }));
    await accounts.addSession(sessionOf("u_ada", "live", { seenAt: now - 10, expiresAt: now + 1 }));
    await accounts.addLink(linkFor("u_ada", "late", { expiresAt: now }));
    await accounts.sweep(now, now - 10);
    assert.deepEqual(pluck(await accounts.sessionsOf("u_ada"), "hash"), ["live"]);
    assert.equal(await accounts.link("late", 0), null);
  });

  withAccounts("a link is valid until it is over, and a new one ends the earlier ones of the same person", async (accounts) => {
    for (const login of ["ada", "bob"]) await accounts.addPerson(personCalled(login), { link: linkFor(`u_${login}`, login) });
    assert.deepEqual(await accounts.link("ada", now + 999), linkFor("u_ada", "ada"));
    assert.equal(await accounts.link("ada", now + 1_000), null);
    await accounts.addLink(linkFor("u_ada", "second", { isAdministrator: true }));
    assert.equal(await accounts.link("ada", now), null);
    assert.equal((await accounts.link("second", now))?.isAdministrator, true);
    assert.notEqual(await accounts.link("bob", now), null);
    await failsWith("not_found", accounts.addLink(linkFor("u_nobody", "third")));
  });

  withAccounts("there is one link for the first account, and none when there is an account", async (accounts) => {
    await accounts.addLink(linkFor(null, "first"));
    await accounts.addLink(linkFor(null, "second"));
    assert.equal(await accounts.link("first", now), null);
    assert.notEqual(await accounts.link("second", now), null);
    await accounts.addPerson(personCalled("ada"), {});
    await failsWith("conflict", accounts.addLink(linkFor(null, "third")));
    await failsWith("conflict", accounts.redeem(redemptionOf("second", personCalled("bob"))));
    assert.equal(await accounts.person("u_bob"), null);
  });

  withAccounts("links for the first account can be beside each other: one is redeemed, and ends all", async (accounts) => {
    for (const name of ["a", "b", "c"]) await accounts.addLink(linkFor(null, name, { isAdministrator: true }), true);
    const tries = ["a", "b", "c"].map((name) =>
      accounts.redeem(redemptionOf(name, personCalled(name), { password: `phc ${name}` })),
    );
    const results = await Promise.allSettled(tries);
    assert.equal(results.filter(({ status }) => status === "fulfilled").length, 1);
    for (const name of ["a", "b", "c"]) assert.equal(await accounts.link(name, now), null);
    assert.equal((await accounts.people({ limit: 9 })).length, 1);
  });

  withAccounts(
    "of fifty concurrent uses of the link for the first account, one succeeds, and its grant is owed",
    async (accounts) => {
      await accounts.addLink(linkFor(null, "first", { isAdministrator: true }));
      const tries = Array.from({ length: 50 }, (_, n) =>
        accounts.redeem(redemptionOf("first", personCalled(`p${n}`), { password: `phc ${n}` })),
      );
      const results = await Promise.allSettled(tries);
      const won = results.filter((result) => result.status === "fulfilled").map(({ value }) => value);
      assert.equal(won.length, 1);
      assert.equal(won[0]?.isAdministrator, true);
      for (const result of results) if (result.status === "rejected") assert.equal(result.reason.code, "not_found");
      const [person, ...others] = await accounts.people({ limit: 100 });
      assert.deepEqual([person, others], [won[0]?.person, []]);
      assert.deepEqual(await accounts.pendingGrants(), [person?.id]);
      await accounts.grantRecorded(person?.id ?? "");
      assert.deepEqual(await accounts.pendingGrants(), []);
    },
  );

  withAccounts("a person's link sets their password and ends their sessions; who they are stays", async (accounts) => {
    const { id } = await withPassword(accounts, "ada");
    await accounts.addSession(sessionOf(id, "a"));
    await accounts.addLink(linkFor(id, "reset"));
    const { person, isAdministrator } = await accounts.redeem(
      redemptionOf("reset", personCalled("mallory"), { password: "new" }),
    );
    assert.deepEqual([person, isAdministrator], [personCalled("ada"), false]);
    assert.equal(await accounts.password(id), "new");
    assert.deepEqual(await accounts.sessionsOf(id), []);
    assert.equal(await accounts.personByLogin("mallory"), null);
    await failsWith("not_found", accounts.redeem(redemptionOf("reset", person, { password: "again" })));
    assert.equal(await accounts.password(id), "new");
  });

  withAccounts(
    "an identity can be brought instead of a password, and a taken one leaves everything as it was",
    async (accounts) => {
      const identity = { issuer: "i", subject: "1" };
      await accounts.addPerson(personCalled("bob"), { identity });
      await accounts.addPerson(personCalled("ada"), { link: linkFor("u_ada", "invitation") });
      const taken = redemptionOf("invitation", personCalled("ada"), { password: null, identity });
      await failsWith("conflict", accounts.redeem(taken));
      assert.notEqual(await accounts.link("invitation", now), null);
      await accounts.redeem({ ...taken, identity: { issuer: "i", subject: "2" } });
      assert.equal(await accounts.password("u_ada"), null);
      assert.equal((await accounts.personByIdentity({ issuer: "i", subject: "2" }))?.id, "u_ada");
    },
  );

  withAccounts(
    "a link that never was, is over or whose person is disabled redeems nothing, in the same words",
    async (accounts) => {
      await accounts.addPerson(personCalled("ada"), { link: linkFor("u_ada", "late", { expiresAt: now }) });
      await accounts.addPerson(personCalled("bob", { disabledAt: now }), { link: linkFor("u_bob", "disabled") });
      const messages = new Set<string>();
      for (const hash of ["never", "late", "disabled", ""]) {
        const error = await accounts.redeem(redemptionOf(hash, personCalled("eve"))).catch((reason: unknown) => reason);
        assert.ok(error instanceof Error && "code" in error);
        assert.equal(error.code, "not_found");
        messages.add(error.message);
      }
      assert.equal(messages.size, 1);
    },
  );

  withAccounts("disabling ends sessions and links immediately, and enabling restores neither", async (accounts) => {
    const { id } = await withPassword(accounts, "ada");
    await accounts.addSession(sessionOf(id, "a"));
    await accounts.addLink(linkFor(id, "l"));
    assert.equal(await accounts.setDisabled(id, 5), true);
    assert.equal((await accounts.person(id))?.disabledAt, 5);
    assert.equal(await accounts.setDisabled(id, null), true);
    assert.equal((await accounts.person(id))?.disabledAt, null);
    assert.deepEqual([await accounts.session("a"), await accounts.link("l", now)], [null, null]);
    assert.equal(await accounts.password(id), "phc");
    assert.equal(await accounts.setDisabled("u_nobody", 5), false);
  });

  withAccounts("erasing deletes all of a person, nothing of others, and keeps the log", async (accounts, store) => {
    const identity = { issuer: "i", subject: "1" };
    const { id } = await withPassword(accounts, "ada");
    const other = await withPassword(accounts, "bob");
    const change = { project: "", kind: "grant", id, schema: 1, value: "{}" } as const;
    await store.commit({ at: 1, actor: id, reason: "", overridden: [], changes: [change], expect: [] });
    await accounts.addIdentity(id, identity);
    await accounts.addSession(sessionOf(id, "a"));
    await accounts.addSession(sessionOf(other.id, "b"));
    await accounts.addLink(linkFor(id, "l"));
    assert.equal(await accounts.erase(id), true);
    assert.deepEqual(
      [
        await accounts.person(id),
        await accounts.personByLogin("ada"),
        await accounts.personByIdentity(identity),
        await accounts.password(id),
        await accounts.session("a"),
        await accounts.link("l", now),
      ],
      [null, null, null, null, null, null],
    );
    assert.equal((await accounts.namesOf([id])).size, 0);
    assert.deepEqual(await accounts.people({ limit: 9 }), [other]);
    assert.equal((await accounts.sessionsOf(other.id)).length, 1);
    assert.equal((await store.history("", { limit: 1 }))[0]?.actor, id);
    assert.equal(await accounts.erase(id), false);
    await accounts.addPerson(personCalled("ada", { id: "u_new" }), { identity });
  });

  withAccounts("a text that no store can keep is refused everywhere", async (accounts) => {
    for (const bad of ["a\0b", "a\ud800"]) {
      const uses = [
        accounts.person(bad),
        accounts.personByLogin(bad),
        accounts.people({ query: bad, limit: 1 }),
        accounts.people({ after: bad, limit: 1 }),
        accounts.namesOf(["u_1", bad]),
        accounts.signInStatuses(["u_1", bad], now, now),
        accounts.addPerson(personCalled("x", { name: bad }), {}),
        accounts.session(bad),
        accounts.link(bad, now),
        accounts.personByIdentity({ issuer: bad, subject: "1" }),
      ];
      await Promise.all(uses.map((use) => failsWith("invalid", use)));
    }
    assert.equal(await accounts.hasPeople(), false);
  });
}

function personCalled(login: string, more: Partial<Person> = {}): Person {
  return { id: `u_${login.toLowerCase()}`, login, name: `Name of ${login}`, createdAt: now, disabledAt: null, ...more };
}

function sessionOf(person: string, hash: string, more: Partial<Session> = {}): Session {
  return { hash, person, createdAt: now, seenAt: now, expiresAt: now + 1_000, ...more };
}

function linkFor(person: string | null, hash: string, more: Partial<AccountLink> = {}): AccountLink {
  return { hash, expiresAt: now + 1_000, person, isAdministrator: false, ...more };
}

function redemptionOf(hash: string, person: Person, more: Partial<Redemption> = {}): Redemption {
  return { hash, now, person, password: "phc", identity: null, ...more };
}

/** A person with the password `phc`. */
async function withPassword(accounts: Accounts, login: string): Promise<Person> {
  const person = personCalled(login);
  await accounts.addPerson(person, { link: linkFor(person.id, `link of ${login}`) });
  await accounts.redeem(redemptionOf(`link of ${login}`, person));
  return person;
}
