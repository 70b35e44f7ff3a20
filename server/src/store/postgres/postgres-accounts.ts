/**
 * Accounts in PostgreSQL. A method that reads before it writes holds a lock, so that it runs alone, as in the embedded store:
 * these are rare, and a rule such as "there is no account yet" holds across all nodes.
 */
import { loginKey, type Person } from "drawbridge-rules/people/person.ts";
import {
  checkPeoplePage,
  checkTexts,
  firstAccountExists,
  identityTaken,
  invalidLink,
  loginTaken,
  personNotFound,
  personSearchText,
  personTexts,
} from "../account-rules.ts";
import {
  type AccountLink,
  type Accounts,
  type Identity,
  maxSessions,
  type PeoplePage,
  type Redeemed,
  type Redemption,
  type RenewedSession,
  type Session,
  type SignInStatus,
} from "../accounts.ts";
import { accounts } from "./postgres-account-statements.ts";
import type { PostgresPool, Statements } from "./postgres-pool.ts";

export class PostgresAccounts implements Accounts {
  readonly #pool: PostgresPool;

  constructor(pool: PostgresPool) {
    this.#pool = pool;
  }

  async hasPeople(): Promise<boolean> {
    return this.#read([], hasPeople);
  }

  async person(id: string): Promise<Person | null> {
    return this.#read([id], (sql) => personOf(sql, id));
  }

  async personByLogin(login: string): Promise<Person | null> {
    return this.#one<Person>([login], accounts.personByLogin, [loginKey(login)]);
  }

  async personByIdentity({ issuer, subject }: Identity): Promise<Person | null> {
    return this.#one<Person>([issuer, subject], accounts.personByIdentity, [issuer, subject]);
  }

  async people(page: PeoplePage): Promise<Person[]> {
    const { query = "", after = "", limit } = page;
    checkPeoplePage(page);
    return this.#all<Person>([query, after], accounts.people, [loginKey(after), loginKey(query), limit]);
  }

  async namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const found = await this.#all<Person>(ids, accounts.namesOf, [ids]);
    return new Map(found.map(({ id, name }) => [id, name]));
  }

  async signInStatuses(ids: readonly string[], now: number, seenFrom: number): Promise<ReadonlyMap<string, SignInStatus>> {
    type Found = SignInStatus & { readonly id: string };
    const found = await this.#all<Found>(ids, accounts.signInStatuses, [now, seenFrom, ids]);
    return new Map(found.map(({ id, ...standing }) => [id, standing]));
  }

  async addPerson(
    person: Person,
    { link, identity }: { readonly link?: AccountLink; readonly identity?: Identity },
  ): Promise<void> {
    await this.#alone([...personTexts(person, identity), link?.hash ?? ""], async (sql) => {
      await addPerson(sql, person);
      if (identity) await putIdentity(sql, identity, person.id);
      if (link) await addLink(sql, link);
    });
  }

  async setDisabled(id: string, disabledAt: number | null): Promise<boolean> {
    return this.#alone([id], async (sql) => {
      if ((await sql.run(accounts.setDisabled, [disabledAt, id])) === 0) return false;
      if (disabledAt !== null) await endWaysIn(sql, id, null);
      return true;
    });
  }

  async erase(id: string): Promise<boolean> {
    // Identities, sessions and links are deleted with their person: `on delete cascade`.
    return this.#alone([id], async (sql) => (await sql.run(accounts.erase, [id])) > 0);
  }

  async password(id: string): Promise<string | null> {
    return this.#read([id], (sql) => passwordOf(sql, id));
  }

  async rehash(id: string, before: string, after: string): Promise<void> {
    await this.#run([id, before, after], accounts.replacePassword, [id, before, after]);
  }

  async changePassword(id: string, before: string, after: string, session: RenewedSession | null): Promise<boolean> {
    const { hash = "", newHash = "" } = session ?? {};
    return this.#alone([id, before, after, hash, newHash], async (sql) => {
      if ((await sql.run(accounts.replacePassword, [id, before, after])) === 0) return false;
      await endWaysIn(sql, id, hash);
      await sql.run(accounts.renewSession, [newHash, id, hash]);
      return true;
    });
  }

  async identities(person: string): Promise<Identity[]> {
    return this.#all<Identity>([person], accounts.identities, [person]);
  }

  async addIdentity(person: string, identity: Identity): Promise<void> {
    await this.#alone([person, identity.issuer, identity.subject], async (sql) => {
      if (!(await personOf(sql, person))) throw personNotFound();
      await putIdentity(sql, identity, person);
    });
  }

  async addSession({ hash, person, createdAt, seenAt, expiresAt }: Session, password?: string): Promise<boolean> {
    return this.#alone([hash, person, password ?? ""], async (sql) => {
      if ((await personOf(sql, person))?.disabledAt !== null) return false;
      if (password !== undefined && (await passwordOf(sql, person)) !== password) return false;
      await sql.run(accounts.endOldest, [person, maxSessions - 1]);
      await sql.run(accounts.addSession, [hash, person, createdAt, seenAt, expiresAt]);
      return true;
    });
  }

  async session(hash: string): Promise<{ session: Session; person: Person } | null> {
    type Found = Session & Person & { readonly personCreatedAt: number };
    const found = await this.#one<Found>([hash], accounts.session, [hash]);
    if (!found) return null;
    const { person, createdAt, seenAt, expiresAt, id, login, name, personCreatedAt, disabledAt } = found;
    return {
      session: { hash, person, createdAt, seenAt, expiresAt },
      person: { id, login, name, createdAt: personCreatedAt, disabledAt },
    };
  }

  async sessionSeen(hash: string, at: number): Promise<void> {
    await this.#run([hash], accounts.sessionSeen, [at, hash]);
  }

  async sessionsOf(person: string): Promise<Session[]> {
    return this.#all<Session>([person], accounts.sessionsOf, [person]);
  }

  async endSession(hash: string): Promise<void> {
    await this.#run([hash], accounts.endSession, [hash]);
  }

  async endSessions(person: string, kept: string | null = null): Promise<number> {
    return this.#run([person, kept ?? ""], accounts.endSessions, [person, kept ?? ""]);
  }

  async addLink(link: AccountLink, isBesideOthers = false): Promise<void> {
    await this.#alone([link.hash, link.person ?? ""], async (sql) => {
      if (link.person === null && (await hasPeople(sql))) throw firstAccountExists();
      if (link.person !== null && !(await personOf(sql, link.person))) throw personNotFound();
      if (!isBesideOthers) await sql.run(accounts.endLinks, [link.person]);
      await addLink(sql, link);
    });
  }

  async link(hash: string, now: number): Promise<AccountLink | null> {
    return this.#one<AccountLink>([hash], accounts.link, [hash, now]);
  }

  async redeem(redemption: Redemption): Promise<Redeemed> {
    const { hash, now, identity, password } = redemption;
    return this.#alone([hash, password ?? "", ...personTexts(redemption.person, identity)], async (sql) => {
      const link = await sql.one<AccountLink>(accounts.link, [hash, now]);
      if (!link) throw invalidLink();
      const person = await redeemerOf(sql, link, redemption);
      await sql.run(accounts.endLinks, [link.person]);
      await sql.run(accounts.endSessions, [person.id, ""]);
      if (password !== null) await sql.run(accounts.setPassword, [password, person.id]);
      if (identity) await putIdentity(sql, identity, person.id);
      if (link.isAdministrator) await sql.run(accounts.setOwedGrant, [true, person.id]);
      return { person, isAdministrator: link.isAdministrator };
    });
  }

  async pendingGrants(): Promise<string[]> {
    return (await this.#all<Person>([], accounts.pendingGrants, [])).map(({ id }) => id);
  }

  async grantRecorded(person: string): Promise<void> {
    await this.#run([person], accounts.setOwedGrant, [false, person]);
  }

  async sweep(now: number, seenBefore: number): Promise<void> {
    await this.#alone([], async (sql) => {
      await sql.run(accounts.sweepLinks, [now]);
      await sql.run(accounts.sweepSessions, [now, seenBefore]);
    });
  }

  #read<T>(texts: readonly string[], work: (sql: Statements) => Promise<T>): Promise<T> {
    checkTexts(texts);
    return this.#pool.snapshot(work);
  }

  #all<T>(texts: readonly string[], text: string, values: readonly unknown[]): Promise<T[]> {
    return this.#read(texts, (sql) => sql.all<T>(text, values));
  }

  async #one<T>(texts: readonly string[], text: string, values: readonly unknown[]): Promise<T | null> {
    return (await this.#read(texts, (sql) => sql.one<T>(text, values))) ?? null;
  }

  async #run(texts: readonly string[], text: string, values: readonly unknown[]): Promise<number> {
    checkTexts(texts);
    return this.#pool.transaction((sql) => sql.run(text, values));
  }

  async #alone<T>(texts: readonly string[], work: (sql: Statements) => Promise<T>): Promise<T> {
    checkTexts(texts);
    return this.#pool.transaction(async (sql) => {
      await sql.run(accounts.alone);
      return work(sql);
    });
  }
}

async function hasPeople(sql: Statements): Promise<boolean> {
  return (await sql.one<{ there: boolean }>(accounts.hasPeople))?.there ?? false;
}

async function personOf(sql: Statements, id: string): Promise<Person | null> {
  return (await sql.one<Person>(accounts.person, [id])) ?? null;
}

async function passwordOf(sql: Statements, id: string): Promise<string | null> {
  return (await sql.one<{ password: string | null }>(accounts.password, [id]))?.password ?? null;
}

async function addPerson(sql: Statements, person: Person): Promise<void> {
  const { id, login, name, createdAt, disabledAt } = person;
  const key = loginKey(login);
  if (await sql.one(accounts.personByLogin, [key])) throw loginTaken();
  await sql.run(accounts.addPerson, [id, login, key, personSearchText(person), name, createdAt, disabledAt]);
}

async function addLink(sql: Statements, { hash, person, isAdministrator, expiresAt }: AccountLink): Promise<void> {
  await sql.run(accounts.addLink, [hash, person, isAdministrator, expiresAt]);
}

async function putIdentity(sql: Statements, { issuer, subject }: Identity, person: string): Promise<void> {
  const held = await sql.one<{ person: string }>(accounts.holderOfIdentity, [issuer, subject]);
  if (held && held.person !== person) throw identityTaken();
  await sql.run(accounts.addIdentity, [issuer, subject, person]);
}

async function redeemerOf(sql: Statements, link: AccountLink, { person }: Redemption): Promise<Person> {
  if (link.person !== null) {
    const held = await personOf(sql, link.person);
    if (!held || held.disabledAt !== null) throw invalidLink();
    return held;
  }
  if (await hasPeople(sql)) throw firstAccountExists();
  await addPerson(sql, person);
  return person;
}

async function endWaysIn(sql: Statements, person: string, keptSession: string | null): Promise<void> {
  await sql.run(accounts.endSessions, [person, keptSession ?? ""]);
  await sql.run(accounts.endLinks, [person]);
}
