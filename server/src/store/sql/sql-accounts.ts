/** A method that reads before it writes holds a lock: "there is no account yet" holds across all nodes. */
import { loginKey, type Person } from "drawbridge-rules/people/person.ts";
import * as port from "../accounts.ts";
import { checkLimit, checkName } from "../commit-rules.ts";
import type { NewAccount } from "../store.ts";
import { type Database, type Sql, type SqlValue, type TransactionOptions, textsIn } from "./sql.ts";

const personColumns = `people.id, login, name, people.created_at as "createdAt", disabled_at as "disabledAt"`;
const sessionColumns = `hash, person, sessions.created_at as "createdAt", seen_at as "seenAt", expires_at as "expiresAt"`;
const personById = `select ${personColumns} from people where id = $1`;
const personByLogin = `select ${personColumns} from people where login_key = $1`;
const replacePassword = "update people set password = $3 where id = $1 and password = $2";
const endSessions = "delete from sessions where person = $1 and hash <> $2";
const endLinks = "delete from account_links where person is not distinct from cast($1 as text)";
const setOwedGrant = "update people set owed_grant = $1 where id = $2";

export class SqlAccounts implements port.Accounts {
  readonly #database: Database;
  readonly #erased: () => Promise<void>;

  /** @param erased removes what the engine still has elsewhere of an erased person */
  constructor(database: Database, erased: () => Promise<void> = async () => undefined) {
    this.#database = database;
    this.#erased = erased;
  }

  async hasPeople(): Promise<boolean> {
    return this.#database.read(hasPeople);
  }

  async person(id: string): Promise<Person | null> {
    return this.#one(personById, [id]);
  }

  async personByLogin(login: string): Promise<Person | null> {
    return this.#one(personByLogin, [loginKey(login)]);
  }

  async personByIdentity({ issuer, subject }: port.Identity): Promise<Person | null> {
    const joined = "identities join people on people.id = identities.person";
    return this.#one(`select ${personColumns} from ${joined} where issuer = $1 and subject = $2`, [issuer, subject]);
  }

  async people(page: port.PeoplePage): Promise<Person[]> {
    const { query = "", after = "", limit } = page;
    checkLimit(limit, 1001, "people");
    const isFound = `${this.#database.dialect.position}(sought, $2) > 0`;
    // Ordered by the texts' UTF-8 bytes, in every engine.
    const text = `select ${personColumns} from people where login_key > $1 and ${isFound} order by login_key limit $3`;
    return this.#all(text, [loginKey(after), loginKey(query), limit]);
  }

  async namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const found = await this.#all<Person>(`select id, name from people where id in ${textsIn(this.#database.dialect, "$1")}`, [
      ids,
    ]);
    return new Map(found.map(({ id, name }) => [id, name]));
  }

  async signInStatuses(ids: readonly string[], now: number, seenFrom: number): Promise<ReadonlyMap<string, port.SignInStatus>> {
    const text = `
      select id, password is not null as "hasPassword",
        exists (select 1 from identities where person = people.id) as "hasIdentity", count(hash) as sessions, max(seen_at) as "seenAt"
      from people left join sessions on person = people.id and expires_at > $1 and seen_at >= $2
      where people.id in ${textsIn(this.#database.dialect, "$3")} group by people.id`;
    const found = await this.#all<port.SignInStatus & Pick<Person, "id">>(text, [now, seenFrom, ids]);
    return new Map(
      found.map(({ id, hasPassword, hasIdentity, sessions, seenAt }) => [
        id,
        { hasPassword: Boolean(hasPassword), hasIdentity: Boolean(hasIdentity), sessions, seenAt },
      ]),
    );
  }

  async addPerson(
    person: Person,
    { link, identity }: { readonly link?: port.AccountLink; readonly identity?: port.Identity },
  ): Promise<void> {
    await this.#alone([...port.personTexts(person, identity), link?.hash ?? ""], async (sql) => {
      await addPerson(sql, person);
      if (identity) await addIdentity(sql, identity, person.id);
      if (link) await addLink(sql, link);
    });
  }

  async setDisabled(id: string, disabledAt: number | null): Promise<boolean> {
    return this.#alone([id], async (sql) => {
      if ((await sql.run("update people set disabled_at = $1 where id = $2", [disabledAt, id])) === 0) return false;
      if (disabledAt !== null) await revokeSignIns(sql, id);
      return true;
    });
  }

  async erase(id: string): Promise<boolean> {
    // Identities, sessions and links are deleted with their person: `on delete cascade`.
    const isErased = await this.#alone([id], async (sql) => (await sql.run("delete from people where id = $1", [id])) > 0);
    if (isErased) await this.#erased();
    return isErased;
  }

  async password(id: string): Promise<string | null> {
    checkName(id);
    return this.#database.read((sql) => findPassword(sql, id));
  }

  async changePassword(id: string, before: string, after: string, session: port.RenewedSession | null): Promise<boolean> {
    const { hash = "", newHash = "" } = session ?? {};
    return this.#alone([id, before, after, hash, newHash], async (sql) => {
      if ((await sql.run(replacePassword, [id, before, after])) === 0) return false;
      await revokeSignIns(sql, id, hash);
      await sql.run("update sessions set hash = $1 where person = $2 and hash = $3", [newHash, id, hash]);
      return true;
    });
  }

  async identities(person: string): Promise<port.Identity[]> {
    return this.#all("select issuer, subject from identities where person = $1 order by issuer, subject", [person]);
  }

  async addIdentity(person: string, identity: port.Identity): Promise<void> {
    await this.#alone([person, identity.issuer, identity.subject], async (sql) => {
      if (!(await sql.one(personById, [person]))) throw port.personNotFound();
      await addIdentity(sql, identity, person);
    });
  }

  async addSession({ hash, person, createdAt, seenAt, expiresAt }: port.Session, password?: string): Promise<boolean> {
    return this.#alone([hash, person, password ?? ""], async (sql) => {
      if ((await sql.one<Person>(personById, [person]))?.disabledAt !== null) return false;
      if (password !== undefined && (await findPassword(sql, person)) !== password) return false;
      const newest = "select hash from sessions where person = $1 order by seen_at desc, created_at desc, hash limit $2";
      await sql.run(`delete from sessions where person = $1 and hash not in (${newest})`, [person, port.maxSessions - 1]);
      const text = "insert into sessions (hash, person, created_at, seen_at, expires_at) values ($1, $2, $3, $4, $5)";
      await sql.run(text, [hash, person, createdAt, seenAt, expiresAt]);
      return true;
    });
  }

  async session(hash: string): Promise<{ session: port.Session; person: Person } | null> {
    const text = `
      select ${sessionColumns}, people.id, login, name, people.created_at as "personCreatedAt", disabled_at as "disabledAt"
      from sessions join people on people.id = sessions.person where hash = $1`;
    const found = await this.#one<port.Session & Person & { readonly personCreatedAt: number }>(text, [hash]);
    if (!found) return null;
    const { person, createdAt, seenAt, expiresAt, id, login, name, personCreatedAt, disabledAt } = found;
    return {
      session: { hash, person, createdAt, seenAt, expiresAt },
      person: { id, login, name, createdAt: personCreatedAt, disabledAt },
    };
  }

  async sessionSeen(hash: string, at: number): Promise<void> {
    await this.#run("update sessions set seen_at = $1 where hash = $2", [at, hash]);
  }

  async sessionsOf(person: string): Promise<port.Session[]> {
    const text = `select ${sessionColumns} from sessions where person = $1 order by seen_at desc, created_at desc, hash`;
    return this.#all(text, [person]);
  }

  async endSession(hash: string): Promise<void> {
    await this.#run("delete from sessions where hash = $1", [hash]);
  }

  async endSessions(person: string, kept: string | null = null): Promise<number> {
    return this.#run(endSessions, [person, kept ?? ""]);
  }

  async addLink(link: port.AccountLink, isBesideOthers = false): Promise<void> {
    await this.#alone([link.hash, link.person ?? ""], async (sql) => {
      if (link.person === null && (await hasPeople(sql))) throw port.firstAccountExists();
      if (link.person !== null && !(await sql.one(personById, [link.person]))) throw port.personNotFound();
      if (!isBesideOthers) await sql.run(endLinks, [link.person]);
      await addLink(sql, link);
    });
  }

  async link(hash: string, now: number): Promise<port.AccountLink | null> {
    checkName(hash);
    return this.#database.read((sql) => findLink(sql, hash, now));
  }

  async redeem(redemption: port.Redemption): Promise<port.Redeemed> {
    const { hash, now, identity, password } = redemption;
    return this.#alone([hash, password ?? "", ...port.personTexts(redemption.person, identity)], async (sql) => {
      const link = await findLink(sql, hash, now);
      if (!link) throw port.invalidLink();
      const person = await findRedeemer(sql, link, redemption);
      await sql.run(endLinks, [link.person]);
      await sql.run(endSessions, [person.id, ""]);
      if (password !== null) await sql.run("update people set password = $1 where id = $2", [password, person.id]);
      if (identity) await addIdentity(sql, identity, person.id);
      if (link.isAdministrator) await sql.run(setOwedGrant, [true, person.id]);
      return { person, isAdministrator: link.isAdministrator };
    });
  }

  async pendingGrants(): Promise<string[]> {
    return (await this.#all<Person>("select id from people where owed_grant = $1 order by id", [true])).map(({ id }) => id);
  }

  async grantRecorded(person: string): Promise<void> {
    await this.#run(setOwedGrant, [false, person]);
  }

  async sweep(now: number, seenBefore: number): Promise<void> {
    await this.#alone([], async (sql) => {
      await sql.run("delete from account_links where expires_at <= $1", [now]);
      await sql.run("delete from sessions where expires_at <= $1 or seen_at < $2", [now, seenBefore]);
    });
  }

  async #all<T>(text: string, values: readonly SqlValue[]): Promise<T[]> {
    checkTexts(values);
    return this.#database.read((sql) => sql.all<T>(text, values));
  }

  async #one<T>(text: string, values: readonly SqlValue[]): Promise<T | null> {
    checkTexts(values);
    return (await this.#database.read((sql) => sql.one<T>(text, values))) ?? null;
  }

  async #run(text: string, values: readonly SqlValue[]): Promise<number> {
    checkTexts(values);
    return this.#database.transaction((sql) => sql.run(text, values), { isErasing: true });
  }

  async #alone<T>(texts: readonly string[], work: (sql: Sql) => Promise<T>): Promise<T> {
    checkTexts(texts);
    return this.#database.transaction(work, accountsTransaction);
  }
}

export const accountsTransaction: TransactionOptions = { lock: "accounts", isErasing: true };

export async function addAccount(sql: Sql, { person, link }: NewAccount): Promise<void> {
  checkTexts([...port.personTexts(person, null), link.hash]);
  await addPerson(sql, person);
  await addLink(sql, link);
}

/** @throws invalid */
function checkTexts(values: readonly unknown[]): void {
  for (const value of values) {
    if (typeof value === "string") checkName(value);
    else if (Array.isArray(value)) checkTexts(value);
  }
}

async function hasPeople(sql: Sql): Promise<boolean> {
  return (await sql.one("select 1 as found from people limit 1")) !== undefined;
}

async function findPassword(sql: Sql, id: string): Promise<string | null> {
  return (
    (await sql.one<{ readonly password: string | null }>("select password from people where id = $1", [id]))?.password ?? null
  );
}

async function findLink(sql: Sql, hash: string, now: number): Promise<port.AccountLink | null> {
  const columns = `hash, person, administrator as "isAdministrator", expires_at as "expiresAt"`;
  const text = `select ${columns} from account_links where hash = $1 and expires_at > $2`;
  const found = await sql.one<port.AccountLink>(text, [hash, now]);
  return found ? { ...found, isAdministrator: Boolean(found.isAdministrator) } : null;
}

async function addPerson(sql: Sql, person: Person): Promise<void> {
  const { id, login, name, createdAt, disabledAt } = person;
  const key = loginKey(login);
  if (await sql.one(personByLogin, [key])) throw port.loginTaken();
  const columns = "id, login, login_key, sought, name, created_at, disabled_at";
  const text = `insert into people (${columns}) values ($1, $2, $3, $4, $5, $6, $7)`;
  await sql.run(text, [id, login, key, port.personSearchText(person), name, createdAt, disabledAt]);
}

async function addLink(sql: Sql, { hash, person, isAdministrator, expiresAt }: port.AccountLink): Promise<void> {
  const text = "insert into account_links (hash, person, administrator, expires_at) values ($1, $2, $3, $4)";
  await sql.run(text, [hash, person, isAdministrator, expiresAt]);
}

async function addIdentity(sql: Sql, { issuer, subject }: port.Identity, person: string): Promise<void> {
  const owner = "select person from identities where issuer = $1 and subject = $2";
  const known = await sql.one<{ readonly person: string }>(owner, [issuer, subject]);
  if (known && known.person !== person) throw port.identityTaken();
  const text = "insert into identities (issuer, subject, person) values ($1, $2, $3) on conflict do nothing";
  await sql.run(text, [issuer, subject, person]);
}

async function findRedeemer(sql: Sql, link: port.AccountLink, { person }: port.Redemption): Promise<Person> {
  if (link.person !== null) {
    const known = await sql.one<Person>(personById, [link.person]);
    if (!known || known.disabledAt !== null) throw port.invalidLink();
    return known;
  }
  if (await hasPeople(sql)) throw port.firstAccountExists();
  await addPerson(sql, person);
  return person;
}

async function revokeSignIns(sql: Sql, person: string, keptSession = ""): Promise<void> {
  await sql.run(endSessions, [person, keptSession]);
  await sql.run(endLinks, [person]);
}
