/** People and their ways to sign in, beside the log: content can be erased, and no rollback restores it. */
import { loginKey, type Person } from "drawbridge-rules/people/person.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { checkLimit, checkName } from "../input-rules.ts";
import { type Database, type Sql, type SqlValue, type TransactionOptions, textsIn } from "./sql.ts";

export interface Identity {
  readonly issuer: string;
  readonly subject: string;
}

export interface Session {
  /** SHA-256 of the id, hex. */
  readonly hash: string;
  readonly person: string;
  readonly createdAt: number;
  readonly seenAt: number;
  readonly expiresAt: number;
}

/** A session that continues under a new id; the old id gives no access. Both SHA-256, hex. */
export interface RenewedSession {
  readonly hash: string;
  readonly newHash: string;
}

/** A text, shown once, with which its bearer creates an account or sets a password. */
export interface AccountLink {
  /** SHA-256 of the text, hex. */
  readonly hash: string;
  readonly expiresAt: number;
  /** Null means the link for the first account. */
  readonly person: string | null;
  readonly isAdministrator: boolean;
}

export interface NewAccount {
  readonly person: Person;
  readonly link: AccountLink;
}

export interface Redemption {
  readonly hash: string;
  readonly now: number;
  /** The person to create if the link has none; otherwise ignored. */
  readonly person: Person;
  /** PHC text; null means the person signs in with an identity. */
  readonly password: string | null;
  readonly identity: Identity | null;
}

export interface Redeemed {
  readonly person: Person;
  /** True means commit the administrator's grant now, then call `grantRecorded`. */
  readonly isAdministrator: boolean;
}

interface PeoplePage {
  readonly query?: string;
  readonly after?: string;
  /** 1 to 1001. */
  readonly limit: number;
}

interface SignInStatus {
  readonly hasPassword: boolean;
  readonly hasIdentity: boolean;
  readonly sessions: number;
  /** Epoch ms of their last use. */
  readonly seenAt: number | null;
}

/** One session more ends the least recently used one. */
export const maxSessions = 50;

const personColumns = `people.id, login, name, people.created_at as "createdAt", disabled_at as "disabledAt"`;
const sessionColumns = `hash, person, sessions.created_at as "createdAt", seen_at as "seenAt", expires_at as "expiresAt"`;
const personById = `select ${personColumns} from people where id = $1`;
const personByLogin = `select ${personColumns} from people where login_key = $1`;
const replacePassword = "update people set password = $3 where id = $1 and password = $2";
const endSessions = "delete from sessions where person = $1 and hash <> $2";
const endLinks = "delete from account_links where person is not distinct from cast($1 as text)";
const setOwedGrant = "update people set owed_grant = $1 where id = $2";

/**
 * Every method is one transaction. One that reads before it writes holds a lock: "there is no account yet" holds across all nodes.
 * All throw `unavailable`, and `invalid` for texts that no store can have.
 */
export class Accounts {
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

  /** Ignores case. */
  async personByLogin(login: string): Promise<Person | null> {
    return this.#one(personByLogin, [loginKey(login)]);
  }

  async personByIdentity({ issuer, subject }: Identity): Promise<Person | null> {
    const joined = "identities join people on people.id = identities.person";
    return this.#one(`select ${personColumns} from ${joined} where issuer = $1 and subject = $2`, [issuer, subject]);
  }

  async people(page: PeoplePage): Promise<Person[]> {
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

  /** Sessions count as open if they end after `now` and were last used at `seenFrom` or later. */
  async signInStatuses(ids: readonly string[], now: number, seenFrom: number): Promise<ReadonlyMap<string, SignInStatus>> {
    const text = `
      select id, password is not null as "hasPassword",
        exists (select 1 from identities where person = people.id) as "hasIdentity", count(hash) as sessions, max(seen_at) as "seenAt"
      from people left join sessions on person = people.id and expires_at > $1 and seen_at >= $2
      where people.id in ${textsIn(this.#database.dialect, "$3")} group by people.id`;
    const found = await this.#all<SignInStatus & Pick<Person, "id">>(text, [now, seenFrom, ids]);
    return new Map(
      found.map(({ id, hasPassword, hasIdentity, sessions, seenAt }) => [
        id,
        { hasPassword: Boolean(hasPassword), hasIdentity: Boolean(hasIdentity), sessions, seenAt },
      ]),
    );
  }

  /** @throws conflict: the login or the identity is taken */
  async addPerson(
    person: Person,
    { link, identity }: { readonly link?: AccountLink; readonly identity?: Identity },
  ): Promise<void> {
    await this.#alone([...personTexts(person, identity), link?.hash ?? ""], async (sql) => {
      await addPerson(sql, person);
      if (identity) await addIdentity(sql, identity, person.id);
      if (link) await addLink(sql, link);
    });
  }

  /** Disabling ends sessions and links. False means no such person. */
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

  /** Ends links and other sessions; this one gets its new hash. False means `before` is no longer stored. */
  async changePassword(id: string, before: string, after: string, session: RenewedSession | null): Promise<boolean> {
    const { hash = "", newHash = "" } = session ?? {};
    return this.#alone([id, before, after, hash, newHash], async (sql) => {
      if ((await sql.run(replacePassword, [id, before, after])) === 0) return false;
      await revokeSignIns(sql, id, hash);
      await sql.run("update sessions set hash = $1 where person = $2 and hash = $3", [newHash, id, hash]);
      return true;
    });
  }

  async identities(person: string): Promise<Identity[]> {
    return this.#all("select issuer, subject from identities where person = $1 order by issuer, subject", [person]);
  }

  /** Does nothing if the identity is theirs. @throws conflict: it belongs to another person; not_found: no such person */
  async addIdentity(person: string, identity: Identity): Promise<void> {
    await this.#alone([person, identity.issuer, identity.subject], async (sql) => {
      if (!(await sql.one(personById, [person]))) throw personNotFound();
      await addIdentity(sql, identity, person);
    });
  }

  /** False means no such person, a disabled one, or another password by now: a change ends what the earlier one opened. */
  async addSession({ hash, person, createdAt, seenAt, expiresAt }: Session, password?: string): Promise<boolean> {
    return this.#alone([hash, person, password ?? ""], async (sql) => {
      if ((await sql.one<Person>(personById, [person]))?.disabledAt !== null) return false;
      if (password !== undefined && (await findPassword(sql, person)) !== password) return false;
      const newest = "select hash from sessions where person = $1 order by seen_at desc, created_at desc, hash limit $2";
      await sql.run(`delete from sessions where person = $1 and hash not in (${newest})`, [person, maxSessions - 1]);
      const text = "insert into sessions (hash, person, created_at, seen_at, expires_at) values ($1, $2, $3, $4, $5)";
      await sql.run(text, [hash, person, createdAt, seenAt, expiresAt]);
      return true;
    });
  }

  /** The caller checks the expiry. */
  async session(hash: string): Promise<{ session: Session; person: Person } | null> {
    const text = `
      select ${sessionColumns}, people.id, login, name, people.created_at as "personCreatedAt", disabled_at as "disabledAt"
      from sessions join people on people.id = sessions.person where hash = $1`;
    const found = await this.#one<Session & Person & { readonly personCreatedAt: number }>(text, [hash]);
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

  /** Most recently used first. */
  async sessionsOf(person: string): Promise<Session[]> {
    const text = `select ${sessionColumns} from sessions where person = $1 order by seen_at desc, created_at desc, hash`;
    return this.#all(text, [person]);
  }

  async endSession(hash: string): Promise<void> {
    await this.#run("delete from sessions where hash = $1", [hash]);
  }

  async endSessions(person: string, kept: string | null = null): Promise<number> {
    return this.#run(endSessions, [person, kept ?? ""]);
  }

  /**
   * Replaces earlier links of the same person, or those for the first account, unless `isBesideOthers`.
   * @throws not_found: no such person; conflict: the link is for the first account, and an account exists
   */
  async addLink(link: AccountLink, isBesideOthers = false): Promise<void> {
    await this.#alone([link.hash, link.person ?? ""], async (sql) => {
      if (link.person === null && (await hasPeople(sql))) throw firstAccountExists();
      if (link.person !== null && !(await sql.one(personById, [link.person]))) throw personNotFound();
      if (!isBesideOthers) await sql.run(endLinks, [link.person]);
      await addLink(sql, link);
    });
  }

  /** Does not use it up. Null means there is none, or it has expired at `now`. */
  async link(hash: string, now: number): Promise<AccountLink | null> {
    checkName(hash);
    return this.#database.read((sql) => findLink(sql, hash, now));
  }

  /**
   * Uses a link and the person's others up, and creates the person or sets the password, ending sessions: all or nothing.
   * @throws not_found (no such link, expired, or its person is disabled), conflict (the login or the identity is taken; the link
   * is for the first account, and an account exists)
   */
  async redeem(redemption: Redemption): Promise<Redeemed> {
    const { hash, now, identity, password } = redemption;
    return this.#alone([hash, password ?? "", ...personTexts(redemption.person, identity)], async (sql) => {
      const link = await findLink(sql, hash, now);
      if (!link) throw invalidLink();
      const person = await findRedeemer(sql, link, redemption);
      await sql.run(endLinks, [link.person]);
      await sql.run(endSessions, [person.id, ""]);
      if (password !== null) await sql.run("update people set password = $1 where id = $2", [password, person.id]);
      if (identity) await addIdentity(sql, identity, person.id);
      if (link.isAdministrator) await sql.run(setOwedGrant, [true, person.id]);
      return { person, isAdministrator: link.isAdministrator };
    });
  }

  /** People who redeemed an administrator's link and whose grant was not recorded. */
  async pendingGrants(): Promise<string[]> {
    return (await this.#all<Person>("select id from people where owed_grant = $1 order by id", [true])).map(({ id }) => id);
  }

  async grantRecorded(person: string): Promise<void> {
    await this.#run(setOwedGrant, [false, person]);
  }

  /** Deletes what has expired at `now`, and sessions last used before `seenBefore`. */
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
  checkTexts([...personTexts(person, null), link.hash]);
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

async function findLink(sql: Sql, hash: string, now: number): Promise<AccountLink | null> {
  const columns = `hash, person, administrator as "isAdministrator", expires_at as "expiresAt"`;
  const text = `select ${columns} from account_links where hash = $1 and expires_at > $2`;
  const found = await sql.one<AccountLink>(text, [hash, now]);
  return found ? { ...found, isAdministrator: Boolean(found.isAdministrator) } : null;
}

async function addPerson(sql: Sql, person: Person): Promise<void> {
  const { id, login, name, createdAt, disabledAt } = person;
  const key = loginKey(login);
  if (await sql.one(personByLogin, [key]))
    throw new DrawbridgeError("conflict", "This login is already in use. Choose another one.");
  const columns = "id, login, login_key, sought, name, created_at, disabled_at";
  const text = `insert into people (${columns}) values ($1, $2, $3, $4, $5, $6, $7)`;
  await sql.run(text, [id, login, key, personSearchText(person), name, createdAt, disabledAt]);
}

async function addLink(sql: Sql, { hash, person, isAdministrator, expiresAt }: AccountLink): Promise<void> {
  const text = "insert into account_links (hash, person, administrator, expires_at) values ($1, $2, $3, $4)";
  await sql.run(text, [hash, person, isAdministrator, expiresAt]);
}

async function addIdentity(sql: Sql, { issuer, subject }: Identity, person: string): Promise<void> {
  const owner = "select person from identities where issuer = $1 and subject = $2";
  const known = await sql.one<{ readonly person: string }>(owner, [issuer, subject]);
  if (known && known.person !== person)
    throw new DrawbridgeError("conflict", "This identity already belongs to another account.");
  const text = "insert into identities (issuer, subject, person) values ($1, $2, $3) on conflict do nothing";
  await sql.run(text, [issuer, subject, person]);
}

async function findRedeemer(sql: Sql, link: AccountLink, { person }: Redemption): Promise<Person> {
  if (link.person !== null) {
    const known = await sql.one<Person>(personById, [link.person]);
    if (!known || known.disabledAt !== null) throw invalidLink();
    return known;
  }
  if (await hasPeople(sql)) throw firstAccountExists();
  await addPerson(sql, person);
  return person;
}

async function revokeSignIns(sql: Sql, person: string, keptSession = ""): Promise<void> {
  await sql.run(endSessions, [person, keptSession]);
  await sql.run(endLinks, [person]);
}

/** No part contains a line break, so no query matches across both. */
export function personSearchText({ login, name }: Pick<Person, "login" | "name">): string {
  return `${loginKey(login)}\n${loginKey(name)}`;
}

function personTexts({ id, login, name }: Person, identity: Identity | null | undefined): string[] {
  return [id, login, name, ...(identity ? [identity.issuer, identity.subject] : [])];
}

function personNotFound(): DrawbridgeError {
  return new DrawbridgeError("not_found", "No person has this id.");
}

/** Unknown, used, expired and replaced links get the same message. */
export function invalidLink(): DrawbridgeError {
  return new DrawbridgeError(
    "not_found",
    "This link is invalid, has expired or was already used. An administrator creates another: drawbridge user link LOGIN, or " +
      "drawbridge user add LOGIN --administrator for the first account.",
  );
}

function firstAccountExists(): DrawbridgeError {
  return new DrawbridgeError("conflict", "This link creates the first account, which already exists. Sign in instead.");
}
