/** Accounts in SQLite. Deleted and overwritten content is removed from the file too, not only from the tables. */
import type { DatabaseSync } from "node:sqlite";
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
import { type AccountStatements, prepareAccountStatements } from "./sqlite-account-statements.ts";
import type { SqliteConnection } from "./sqlite-connection.ts";

/** The store's own access to its database: it explains errors, and throws unavailable when closed. */
export type Access = Pick<SqliteConnection, "use" | "transaction">;

export class SqliteAccounts implements Accounts {
  readonly #db: DatabaseSync;
  readonly #access: Access;
  readonly #sql: AccountStatements;

  constructor(db: DatabaseSync, access: Access) {
    this.#db = db;
    this.#access = access;
    this.#sql = prepareAccountStatements(db);
  }

  async hasPeople(): Promise<boolean> {
    return this.#read([], () => this.#hasPeople());
  }

  async person(id: string): Promise<Person | null> {
    return this.#read([id], () => this.#person(id));
  }

  async personByLogin(login: string): Promise<Person | null> {
    return this.#read([login], () => one<Person>(this.#sql.personByLogin.get(loginKey(login))));
  }

  async personByIdentity({ issuer, subject }: Identity): Promise<Person | null> {
    return this.#read([issuer, subject], () => one<Person>(this.#sql.personByIdentity.get(issuer, subject)));
  }

  async people(page: PeoplePage): Promise<Person[]> {
    const { query = "", after = "", limit } = page;
    checkPeoplePage(page);
    return this.#read([query, after], () => all<Person>(this.#sql.people.all(loginKey(after), loginKey(query), limit)));
  }

  async namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const found = await this.#read(ids, () => all<Person>(this.#sql.namesOf.all(JSON.stringify(ids))));
    return new Map(found.map(({ id, name }) => [id, name]));
  }

  async signInStatuses(ids: readonly string[], now: number, seenFrom: number): Promise<ReadonlyMap<string, SignInStatus>> {
    type Row = Readonly<Record<"hasPassword" | "hasIdentity" | "sessions", number>> & {
      readonly id: string;
      readonly seenAt: number | null;
    };
    const found = await this.#read(ids, () => all<Row>(this.#sql.signInStatuses.all(now, seenFrom, JSON.stringify(ids))));
    return new Map(
      found.map(({ id, hasPassword, hasIdentity, sessions, seenAt }) => [
        id,
        { hasPassword: hasPassword === 1, hasIdentity: hasIdentity === 1, sessions, seenAt },
      ]),
    );
  }

  async addPerson(
    person: Person,
    { link, identity }: { readonly link?: AccountLink; readonly identity?: Identity },
  ): Promise<void> {
    await this.#write([...personTexts(person, identity), link?.hash ?? ""], () => {
      this.#addPerson(person);
      if (identity) this.#putIdentity(identity, person.id);
      if (link) this.#addLink(link);
    });
  }

  async setDisabled(id: string, disabledAt: number | null): Promise<boolean> {
    return this.#write([id], () => {
      if (this.#sql.setDisabled.run(disabledAt, id).changes === 0) return false;
      if (disabledAt !== null) this.#endWaysIn(id, null);
      return true;
    });
  }

  async erase(id: string): Promise<boolean> {
    // Identities, sessions and links are deleted with their person: `on delete cascade`.
    const isErased = await this.#write([id], () => this.#sql.erase.run(id).changes > 0);
    // Removes the person from the write-ahead log as well.
    if (isErased) await this.#access.use(() => this.#db.exec("pragma wal_checkpoint(truncate)"));
    return isErased;
  }

  async password(id: string): Promise<string | null> {
    return this.#read([id], () => this.#password(id));
  }

  async rehash(id: string, before: string, after: string): Promise<void> {
    await this.#write([id, before, after], () => this.#sql.replacePassword.run(id, before, after));
  }

  async changePassword(id: string, before: string, after: string, session: RenewedSession | null): Promise<boolean> {
    const { hash = "", newHash = "" } = session ?? {};
    return this.#write([id, before, after, hash, newHash], () => {
      if (this.#sql.replacePassword.run(id, before, after).changes === 0) return false;
      this.#endWaysIn(id, hash);
      this.#sql.renewSession.run(newHash, id, hash);
      return true;
    });
  }

  async identities(person: string): Promise<Identity[]> {
    return this.#read([person], () => all<Identity>(this.#sql.identities.all(person)));
  }

  async addIdentity(person: string, identity: Identity): Promise<void> {
    await this.#write([person, identity.issuer, identity.subject], () => {
      if (!this.#person(person)) throw personNotFound();
      this.#putIdentity(identity, person);
    });
  }

  async addSession({ hash, person, createdAt, seenAt, expiresAt }: Session, password?: string): Promise<boolean> {
    return this.#write([hash, person, password ?? ""], () => {
      if (this.#person(person)?.disabledAt !== null) return false;
      if (password !== undefined && this.#password(person) !== password) return false;
      this.#sql.endOldest.run(person, maxSessions - 1);
      this.#sql.addSession.run(hash, person, createdAt, seenAt, expiresAt);
      return true;
    });
  }

  async session(hash: string): Promise<{ session: Session; person: Person } | null> {
    const found = await this.#read([hash], () =>
      one<Session & Person & { readonly personCreatedAt: number }>(this.#sql.session.get(hash)),
    );
    if (!found) return null;
    const { person, createdAt, seenAt, expiresAt, id, login, name, personCreatedAt, disabledAt } = found;
    return {
      session: { hash, person, createdAt, seenAt, expiresAt },
      person: { id, login, name, createdAt: personCreatedAt, disabledAt },
    };
  }

  async sessionSeen(hash: string, at: number): Promise<void> {
    await this.#write([hash], () => this.#sql.sessionSeen.run(at, hash));
  }

  async sessionsOf(person: string): Promise<Session[]> {
    return this.#read([person], () => all<Session>(this.#sql.sessionsOf.all(person)));
  }

  async endSession(hash: string): Promise<void> {
    await this.#write([hash], () => this.#sql.endSession.run(hash));
  }

  async endSessions(person: string, kept: string | null = null): Promise<number> {
    return this.#write([person, kept ?? ""], () => Number(this.#sql.endSessions.run(person, kept ?? "").changes));
  }

  async addLink(link: AccountLink, isBesideOthers = false): Promise<void> {
    await this.#write([link.hash, link.person ?? ""], () => {
      if (link.person === null && this.#hasPeople()) throw firstAccountExists();
      if (link.person !== null && !this.#person(link.person)) throw personNotFound();
      if (!isBesideOthers) this.#sql.endLinks.run(link.person);
      this.#addLink(link);
    });
  }

  async link(hash: string, now: number): Promise<AccountLink | null> {
    return this.#read([hash], () => this.#link(hash, now));
  }

  async redeem(redemption: Redemption): Promise<Redeemed> {
    const { hash, now, identity, password } = redemption;
    return this.#write([hash, password ?? "", ...personTexts(redemption.person, identity)], () => {
      const link = this.#link(hash, now);
      if (!link) throw invalidLink();
      const person = this.#redeemer(link, redemption);
      this.#sql.endLinks.run(link.person);
      this.#sql.endSessions.run(person.id, "");
      if (password !== null) this.#sql.setPassword.run(password, person.id);
      if (identity) this.#putIdentity(identity, person.id);
      if (link.isAdministrator) this.#sql.setOwedGrant.run(1, person.id);
      return { person, isAdministrator: link.isAdministrator };
    });
  }

  async pendingGrants(): Promise<string[]> {
    return this.#read([], () => all<Person>(this.#sql.pendingGrants.all()).map(({ id }) => id));
  }

  async grantRecorded(person: string): Promise<void> {
    await this.#write([person], () => this.#sql.setOwedGrant.run(0, person));
  }

  async sweep(now: number, seenBefore: number): Promise<void> {
    await this.#write([], () => {
      this.#sql.sweepLinks.run(now);
      this.#sql.sweepSessions.run(now, seenBefore);
    });
  }

  #read<T>(texts: readonly string[], work: () => T): Promise<T> {
    return this.#access.use(() => {
      checkTexts(texts);
      return work();
    });
  }

  #write<T>(texts: readonly string[], work: () => T): Promise<T> {
    return this.#read(texts, () => {
      // Overwrites deleted content with zeros: otherwise it stays in the file until the space is reused.
      this.#db.exec("pragma secure_delete = on");
      try {
        return this.#access.transaction(work);
      } finally {
        this.#db.exec("pragma secure_delete = off");
      }
    });
  }

  #hasPeople(): boolean {
    return this.#sql.hasPeople.get()?.there === 1;
  }

  #person(id: string): Person | null {
    return one<Person>(this.#sql.person.get(id));
  }

  #password(id: string): string | null {
    return one<{ readonly password: string | null }>(this.#sql.password.get(id))?.password ?? null;
  }

  #link(hash: string, now: number): AccountLink | null {
    const found = one<Omit<AccountLink, "isAdministrator"> & { readonly administrator: number }>(this.#sql.link.get(hash, now));
    if (!found) return null;
    const { person, expiresAt, administrator } = found;
    return { hash, expiresAt, person, isAdministrator: administrator === 1 };
  }

  #addPerson(person: Person): void {
    const { id, login, name, createdAt, disabledAt } = person;
    const key = loginKey(login);
    if (this.#sql.personByLogin.get(key)) throw loginTaken();
    this.#sql.addPerson.run(id, login, key, personSearchText(person), name, createdAt, disabledAt);
  }

  #addLink({ hash, person, isAdministrator, expiresAt }: AccountLink): void {
    this.#sql.addLink.run(hash, person, isAdministrator ? 1 : 0, expiresAt);
  }

  #putIdentity({ issuer, subject }: Identity, person: string): void {
    const held = this.#sql.holderOfIdentity.get(issuer, subject);
    if (held && held.person !== person) throw identityTaken();
    this.#sql.addIdentity.run(issuer, subject, person);
  }

  #redeemer(link: AccountLink, { person }: Redemption): Person {
    if (link.person !== null) {
      const held = this.#person(link.person);
      if (!held || held.disabledAt !== null) throw invalidLink();
      return held;
    }
    if (this.#hasPeople()) throw firstAccountExists();
    this.#addPerson(person);
    return person;
  }

  #endWaysIn(person: string, keptSession: string | null): void {
    this.#sql.endSessions.run(person, keptSession ?? "");
    this.#sql.endLinks.run(person);
  }
}

function one<T>(row: Record<string, unknown> | undefined): T | null {
  return row ? ({ ...row } as T) : null;
}

function all<T>(rows: readonly Record<string, unknown>[]): T[] {
  return rows.map((row) => ({ ...row }) as T);
}
