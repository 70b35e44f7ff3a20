/** People and their ways to sign in, beside the log: content can be erased, and no rollback restores it. */
import { loginKey, type Person } from "drawbridge-rules/people/person.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";

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

export interface PeoplePage {
  readonly query?: string;
  readonly after?: string;
  /** 1 to 1001. */
  readonly limit: number;
}

export interface SignInStatus {
  readonly hasPassword: boolean;
  readonly hasIdentity: boolean;
  readonly sessions: number;
  /** Epoch ms of their last use. */
  readonly seenAt: number | null;
}

/** One session more ends the least recently used one. */
export const maxSessions = 50;

/** Every method is one transaction. All throw `unavailable`, and `invalid` for texts that no store can have. */
export interface Accounts {
  hasPeople(): Promise<boolean>;
  person(id: string): Promise<Person | null>;
  /** Ignores case. */
  personByLogin(login: string): Promise<Person | null>;
  personByIdentity(identity: Identity): Promise<Person | null>;
  people(page: PeoplePage): Promise<Person[]>;
  namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Sessions count as open if they end after `now` and were last used at `seenFrom` or later. */
  signInStatuses(ids: readonly string[], now: number, seenFrom: number): Promise<ReadonlyMap<string, SignInStatus>>;

  /** @throws conflict: the login or the identity is taken */
  addPerson(person: Person, more: { readonly link?: AccountLink; readonly identity?: Identity }): Promise<void>;
  /** Disabling ends sessions and links. False means no such person. */
  setDisabled(id: string, disabledAt: number | null): Promise<boolean>;
  erase(id: string): Promise<boolean>;

  password(id: string): Promise<string | null>;
  /** Ends links and other sessions; this one gets its new hash. False means `before` is no longer stored. */
  changePassword(id: string, before: string, after: string, session: RenewedSession | null): Promise<boolean>;

  identities(person: string): Promise<Identity[]>;
  /** Does nothing if the identity is theirs. @throws conflict: it belongs to another person; not_found: no such person */
  addIdentity(person: string, identity: Identity): Promise<void>;

  /** False means no such person, a disabled one, or another password by now. */
  addSession(session: Session, password?: string): Promise<boolean>;
  /** The caller checks the expiry. */
  session(hash: string): Promise<{ readonly session: Session; readonly person: Person } | null>;
  sessionSeen(hash: string, at: number): Promise<void>;
  /** Most recently used first. */
  sessionsOf(person: string): Promise<Session[]>;
  endSession(hash: string): Promise<void>;
  endSessions(person: string, kept?: string | null): Promise<number>;

  /**
   * Replaces earlier links of the same person, or those for the first account, unless `isBesideOthers`.
   * @throws not_found: no such person; conflict: the link is for the first account, and an account exists
   */
  addLink(link: AccountLink, isBesideOthers?: boolean): Promise<void>;
  /** Does not use it up. Null means there is none, or it has expired at `now`. */
  link(hash: string, now: number): Promise<AccountLink | null>;
  /**
   * Uses a link and the person's others up, and creates the person or sets the password, ending sessions: all or nothing.
   * @throws not_found (no such link, expired, or its person is disabled), conflict (the login or the identity is taken; the link
   * is for the first account, and an account exists)
   */
  redeem(redemption: Redemption): Promise<Redeemed>;
  /** People who redeemed an administrator's link and whose grant was not recorded. */
  pendingGrants(): Promise<string[]>;
  grantRecorded(person: string): Promise<void>;

  /** Deletes what has expired at `now`, and sessions last used before `seenBefore`. */
  sweep(now: number, seenBefore: number): Promise<void>;
}

/** No part contains a line break, so no query matches across both. */
export function personSearchText({ login, name }: Pick<Person, "login" | "name">): string {
  return `${loginKey(login)}\n${loginKey(name)}`;
}

export function personTexts({ id, login, name }: Person, identity: Identity | null | undefined): string[] {
  return [id, login, name, ...(identity ? [identity.issuer, identity.subject] : [])];
}

export function loginTaken(): DrawbridgeError {
  return new DrawbridgeError("conflict", "This login is already in use. Choose another one.");
}

export function identityTaken(): DrawbridgeError {
  return new DrawbridgeError("conflict", "This identity already belongs to another account.");
}

export function personNotFound(): DrawbridgeError {
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

export function firstAccountExists(): DrawbridgeError {
  return new DrawbridgeError("conflict", "This link creates the first account, which already exists. Sign in instead.");
}
