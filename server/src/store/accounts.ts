/**
 * People and their ways to sign in. A part of the storage port, in tables beside the log: their content can be erased, and no
 * rollback restores it. Secrets are stored only as SHA-256 (hex).
 */
import { loginKey, type Person } from "drawbridge-rules/people/person.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";

/** An account at an identity provider. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
}

export interface Session {
  /** SHA-256 of its id, hex. */
  readonly hash: string;
  /** Id of the person. */
  readonly person: string;
  /** Epoch ms, like the others. */
  readonly createdAt: number;
  readonly seenAt: number;
  readonly expiresAt: number;
}

/** A new id for a session that continues; the old id gives no access. Both SHA-256, hex. */
export interface RenewedSession {
  readonly hash: string;
  readonly newHash: string;
}

/** A text, shown once, that allows its bearer to create an account or set a password. */
export interface AccountLink {
  /** SHA-256 of its text, hex. */
  readonly hash: string;
  /** Epoch ms. */
  readonly expiresAt: number;
  /** Null means the link for the first account. */
  readonly person: string | null;
  /** True if the person who redeems it becomes an administrator. */
  readonly isAdministrator: boolean;
}

/** A redeemed link, with the new person's data. */
export interface Redemption {
  /** Hash of the link. */
  readonly hash: string;
  /** Epoch ms. */
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
  /** Only people whose login or name contains this text, in any case. */
  readonly query?: string;
  /** Only people whose login sorts after this one. */
  readonly after?: string;
  /** 1 to 1001. */
  readonly limit: number;
}

/** The sign-in methods and open sessions of a person. */
export interface SignInStatus {
  readonly hasPassword: boolean;
  readonly hasIdentity: boolean;
  /** Number of open sessions. */
  readonly sessions: number;
  /** Epoch ms of their last use; null means no open session. */
  readonly seenAt: number | null;
}

/** Maximum sessions of a person; one more ends the least recently used. */
export const maxSessions = 50;

/**
 * Every method is one transaction, durable when it resolves. All throw `unavailable`, and `invalid` for texts that cannot be
 * stored.
 */
export interface Accounts {
  /** Returns whether there is any account. */
  hasPeople(): Promise<boolean>;
  person(id: string): Promise<Person | null>;
  /** Ignores case. */
  personByLogin(login: string): Promise<Person | null>;
  personByIdentity(identity: Identity): Promise<Person | null>;
  /** In order of their logins. */
  people(page: PeoplePage): Promise<Person[]>;
  /** Id → name, for ids that belong to a person. */
  namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /**
   * For ids that belong to a person. Sessions count as open if they end after `now` and were last used at `seenFrom` or later.
   */
  signInStatuses(ids: readonly string[], now: number, seenFrom: number): Promise<ReadonlyMap<string, SignInStatus>>;

  /** @throws conflict: the login or the identity is taken */
  addPerson(person: Person, more: { readonly link?: AccountLink; readonly identity?: Identity }): Promise<void>;
  /** Disabling ends their sessions and links. Null means enabled. False means no such person. */
  setDisabled(id: string, disabledAt: number | null): Promise<boolean>;
  /** Deletes everything stored about the person. False means no such person. */
  erase(id: string): Promise<boolean>;

  /** PHC text; null means no password, or no such person. */
  password(id: string): Promise<string | null>;
  /**
   * Ends the person's links and all sessions except this one, which gets its new hash. False, and no change: the stored hash is
   * no longer `before`.
   */
  changePassword(id: string, before: string, after: string, session: RenewedSession | null): Promise<boolean>;

  identities(person: string): Promise<Identity[]>;
  /**
   * Has no effect if the identity is already theirs.
   * @throws conflict: it belongs to another person; not_found: no such person
   */
  addIdentity(person: string, identity: Identity): Promise<void>;

  /**
   * Returns false, and stores nothing, if the person does not exist or is disabled, or if `password` is given and no longer
   * theirs: changing a password ends what the earlier one opened.
   */
  addSession(session: Session, password?: string): Promise<boolean>;
  /** The session and its person. The caller checks its expiry. */
  session(hash: string): Promise<{ readonly session: Session; readonly person: Person } | null>;
  sessionSeen(hash: string, at: number): Promise<void>;
  /** Most recently used first. */
  sessionsOf(person: string): Promise<Session[]>;
  endSession(hash: string): Promise<void>;
  /** Ends all of a person's sessions except this one. Returns their number. */
  endSessions(person: string, kept?: string | null): Promise<number>;

  /**
   * Replaces earlier links of the same person, or those for the first account, unless `isBesideOthers`; redeeming one ends the
   * others.
   * @throws not_found: no such person; conflict: the link is for the first account, and an account exists
   */
  addLink(link: AccountLink, isBesideOthers?: boolean): Promise<void>;
  /** Null means there is none, or it has expired at `now`. Does not use it up. */
  link(hash: string, now: number): Promise<AccountLink | null>;
  /**
   * Uses a link up, and creates the person or sets the password of the link's person, ending their sessions: all or nothing,
   * once.
   * @throws not_found (no such link, expired, or its person is disabled), conflict (the login or the identity is taken; the link
   * is for the first account, and an account exists)
   */
  redeem(redemption: Redemption): Promise<Redeemed>;
  /** Ids of people who redeemed an administrator's link and whose grant was not recorded: the process ended in between. */
  pendingGrants(): Promise<string[]>;
  grantRecorded(person: string): Promise<void>;

  /** Deletes links and sessions that have expired at `now`, and sessions last used before `seenBefore`. */
  sweep(now: number, seenBefore: number): Promise<void>;
}

/** Text that the search for people matches. Neither part contains a line break, so no query matches across both. */
export function personSearchText({ login, name }: Pick<Person, "login" | "name">): string {
  return `${loginKey(login)}\n${loginKey(name)}`;
}

/** Texts that are stored for a person. */
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

/** The same message whether the link never existed, was used, has expired or was replaced. */
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

/** Refuses a page too large for memory. @throws invalid */
export function checkPeoplePage({ limit }: { readonly limit: number }): void {
  if (Number.isInteger(limit) && limit >= 1 && limit <= 1001) return;
  throw new DrawbridgeError("invalid", "A page has 1 to 1001 people.");
}
