/** Accounts without a disk. Nothing is awaited between the checks of a method and what it writes, so each is a transaction. */
import { loginKey, type Person } from "drawbridge-rules/people/person.ts";
import { compareTexts } from "drawbridge-rules/values/text-order.ts";
import {
  checkPeoplePage,
  checkTexts,
  identityTaken,
  loginTaken,
  noLink,
  noPerson,
  notTheFirst,
  soughtText,
  textsOf,
} from "../account-rules.ts";
import {
  type AccountLink,
  type Accounts,
  type Identity,
  mostSessions,
  type PeoplePage,
  type Redeemed,
  type Redemption,
  type RenewedSession,
  type Session,
  type Standing,
} from "../accounts.ts";

export class MemoryAccounts implements Accounts {
  readonly #mustBeOpen: () => void;
  readonly #people = new Map<string, Person>();
  readonly #passwords = new Map<string, string>();
  /** By `issuer NUL subject`. */
  readonly #identities = new Map<string, { readonly identity: Identity; readonly person: string }>();
  readonly #sessions = new Map<string, Session>();
  readonly #links = new Map<string, AccountLink>();
  readonly #owed = new Set<string>();

  /** @param mustBeOpen throws where the store is closed */
  constructor(mustBeOpen: () => void) {
    this.#mustBeOpen = mustBeOpen;
  }

  async hasPeople(): Promise<boolean> {
    this.#begin();
    return this.#people.size > 0;
  }

  async person(id: string): Promise<Person | null> {
    this.#begin(id);
    return this.#people.get(id) ?? null;
  }

  async personByLogin(login: string): Promise<Person | null> {
    this.#begin(login);
    return this.#holderOf(login);
  }

  async personByIdentity({ issuer, subject }: Identity): Promise<Person | null> {
    this.#begin(issuer, subject);
    return this.#people.get(this.#identities.get(`${issuer}\0${subject}`)?.person ?? "") ?? null;
  }

  async people(page: PeoplePage): Promise<Person[]> {
    const { query = "", after, limit } = page;
    this.#begin(query, after ?? "");
    checkPeoplePage(page);
    const found = [...this.#people.values()]
      .filter((person) => soughtText(person).includes(loginKey(query)))
      .filter(({ login }) => after === undefined || compareTexts(loginKey(login), loginKey(after)) > 0);
    return found.sort((a, b) => compareTexts(loginKey(a.login), loginKey(b.login))).slice(0, limit);
  }

  async namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    this.#begin(...ids);
    const people = ids.map((id) => this.#people.get(id)).filter((person) => person !== undefined);
    return new Map(people.map(({ id, name }) => [id, name]));
  }

  async standingsOf(ids: readonly string[], now: number, seenFrom: number): Promise<ReadonlyMap<string, Standing>> {
    this.#begin(...ids);
    const known = ids.filter((id) => this.#people.has(id));
    return new Map(known.map((id) => [id, this.#standingOf(id, now, seenFrom)]));
  }

  #standingOf(id: string, now: number, seenFrom: number): Standing {
    const isOpen = ({ person, expiresAt, seenAt }: Session) => person === id && expiresAt > now && seenAt >= seenFrom;
    const seen = [...this.#sessions.values()].filter(isOpen).map(({ seenAt }) => seenAt);
    return {
      hasPassword: this.#passwords.has(id),
      hasIdentity: [...this.#identities.values()].some(({ person }) => person === id),
      sessions: seen.length,
      seenAt: seen.length === 0 ? null : Math.max(...seen),
    };
  }

  async addPerson(
    person: Person,
    { link, identity }: { readonly link?: AccountLink; readonly identity?: Identity },
  ): Promise<void> {
    this.#begin(...textsOf(person, identity), link?.hash ?? "");
    if (this.#holderOf(person.login)) throw loginTaken();
    if (identity) this.#checkIdentity(identity, person.id);
    this.#people.set(person.id, { ...person });
    if (identity) this.#putIdentity(identity, person.id);
    if (link) this.#links.set(link.hash, { ...link });
  }

  async setDisabled(id: string, disabledAt: number | null): Promise<boolean> {
    this.#begin(id);
    const person = this.#people.get(id);
    if (!person) return false;
    this.#people.set(id, { ...person, disabledAt });
    if (disabledAt !== null) this.#endWaysIn(id);
    return true;
  }

  async erase(id: string): Promise<boolean> {
    this.#begin(id);
    this.#endWaysIn(id);
    for (const [key, { person }] of this.#identities) if (person === id) this.#identities.delete(key);
    this.#passwords.delete(id);
    this.#owed.delete(id);
    return this.#people.delete(id);
  }

  async password(id: string): Promise<string | null> {
    this.#begin(id);
    return this.#passwords.get(id) ?? null;
  }

  async rehash(id: string, before: string, after: string): Promise<void> {
    this.#begin(id, before, after);
    if (this.#passwords.get(id) === before) this.#passwords.set(id, after);
  }

  async changePassword(id: string, before: string, after: string, session: RenewedSession | null): Promise<boolean> {
    const { hash = "", newHash = "" } = session ?? {};
    this.#begin(id, before, after, hash, newHash);
    if (this.#passwords.get(id) !== before) return false;
    this.#passwords.set(id, after);
    const kept = this.#sessions.get(hash);
    this.#endWaysIn(id);
    if (kept?.person === id) this.#sessions.set(newHash, { ...kept, hash: newHash });
    return true;
  }

  async identities(person: string): Promise<Identity[]> {
    this.#begin(person);
    const own = [...this.#identities.values()].filter((held) => held.person === person).map(({ identity }) => identity);
    return own.sort((a, b) => compareTexts(a.issuer, b.issuer) || compareTexts(a.subject, b.subject));
  }

  async addIdentity(person: string, identity: Identity): Promise<void> {
    this.#begin(person, identity.issuer, identity.subject);
    if (!this.#people.has(person)) throw noPerson();
    this.#checkIdentity(identity, person);
    this.#putIdentity(identity, person);
  }

  async addSession(session: Session, password?: string): Promise<boolean> {
    this.#begin(session.hash, session.person, password ?? "");
    if (this.#people.get(session.person)?.disabledAt !== null) return false;
    if (password !== undefined && this.#passwords.get(session.person) !== password) return false;
    const others = this.#sessionsOf(session.person);
    for (const { hash } of others.slice(mostSessions - 1)) this.#sessions.delete(hash);
    this.#sessions.set(session.hash, { ...session });
    return true;
  }

  async session(hash: string): Promise<{ session: Session; person: Person } | null> {
    this.#begin(hash);
    const session = this.#sessions.get(hash);
    const person = this.#people.get(session?.person ?? "");
    return session && person ? { session, person } : null;
  }

  async sessionSeen(hash: string, seenAt: number): Promise<void> {
    this.#begin(hash);
    const session = this.#sessions.get(hash);
    if (session) this.#sessions.set(hash, { ...session, seenAt });
  }

  async sessionsOf(person: string): Promise<Session[]> {
    this.#begin(person);
    return this.#sessionsOf(person);
  }

  async endSession(hash: string): Promise<void> {
    this.#begin(hash);
    this.#sessions.delete(hash);
  }

  async endSessions(person: string, kept: string | null = null): Promise<number> {
    this.#begin(person, kept ?? "");
    return this.#endSessions(person, kept);
  }

  async addLink(link: AccountLink, isBesideOthers = false): Promise<void> {
    this.#begin(link.hash, link.person ?? "");
    if (link.person === null && this.#people.size > 0) throw notTheFirst();
    if (link.person !== null && !this.#people.has(link.person)) throw noPerson();
    if (!isBesideOthers) this.#endLinks(link.person);
    this.#links.set(link.hash, { ...link });
  }

  async link(hash: string, now: number): Promise<AccountLink | null> {
    this.#begin(hash);
    const link = this.#links.get(hash);
    return link && now < link.expiresAt ? link : null;
  }

  async redeem(redemption: Redemption): Promise<Redeemed> {
    const { hash, now, identity, password } = redemption;
    this.#begin(hash, password ?? "", ...textsOf(redemption.person, identity));
    const link = this.#links.get(hash);
    if (!link || now >= link.expiresAt) throw noLink();
    const person = this.#redeemer(link, redemption);
    if (identity) this.#checkIdentity(identity, person.id);
    this.#people.set(person.id, { ...person });
    this.#endLinks(link.person);
    this.#endSessions(person.id, null);
    if (password !== null) this.#passwords.set(person.id, password);
    if (identity) this.#putIdentity(identity, person.id);
    if (link.isAdministrator) this.#owed.add(person.id);
    return { person, isAdministrator: link.isAdministrator };
  }

  async owedGrants(): Promise<string[]> {
    this.#begin();
    return [...this.#owed].sort(compareTexts);
  }

  async grantMade(person: string): Promise<void> {
    this.#begin(person);
    this.#owed.delete(person);
  }

  async sweep(now: number, seenBefore: number): Promise<void> {
    this.#begin();
    for (const [hash, link] of this.#links) if (now >= link.expiresAt) this.#links.delete(hash);
    for (const [hash, session] of this.#sessions) {
      if (now >= session.expiresAt || session.seenAt < seenBefore) this.#sessions.delete(hash);
    }
  }

  #begin(...texts: readonly string[]): void {
    this.#mustBeOpen();
    checkTexts(texts);
  }

  #holderOf(login: string): Person | null {
    const key = loginKey(login);
    return this.#people.values().find((person) => loginKey(person.login) === key) ?? null;
  }

  #redeemer(link: AccountLink, { person }: Redemption): Person {
    if (link.person !== null) {
      const held = this.#people.get(link.person);
      if (!held || held.disabledAt !== null) throw noLink();
      return held;
    }
    if (this.#people.size > 0) throw notTheFirst();
    return person;
  }

  #checkIdentity({ issuer, subject }: Identity, person: string): void {
    const held = this.#identities.get(`${issuer}\0${subject}`);
    if (held && held.person !== person) throw identityTaken();
  }

  #putIdentity({ issuer, subject }: Identity, person: string): void {
    this.#identities.set(`${issuer}\0${subject}`, { identity: { issuer, subject }, person });
  }

  #sessionsOf(person: string): Session[] {
    const own = [...this.#sessions.values()].filter((session) => session.person === person);
    return own.sort((a, b) => b.seenAt - a.seenAt || b.createdAt - a.createdAt || compareTexts(a.hash, b.hash));
  }

  #endSessions(person: string, kept: string | null): number {
    const ended = this.#sessionsOf(person).filter(({ hash }) => hash !== kept);
    for (const { hash } of ended) this.#sessions.delete(hash);
    return ended.length;
  }

  #endLinks(person: string | null): void {
    for (const [hash, link] of this.#links) if (link.person === person) this.#links.delete(hash);
  }

  #endWaysIn(person: string): void {
    this.#endSessions(person, null);
    this.#endLinks(person);
  }
}
