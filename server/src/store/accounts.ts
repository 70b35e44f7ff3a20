/**
 * People and how they come in. A part of the storage port, in tables of its own beside the log: what is here can be erased,
 * and no rollback brings it back. Texts that open something are here as SHA-256 (hex) alone.
 */
import type { Person } from "drawbridge-rules/people/person.ts";

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
  /** Epoch ms, as the others. */
  readonly createdAt: number;
  readonly seenAt: number;
  readonly expiresAt: number;
}

/** A new id for a session that continues; the old id gives no access. Both SHA-256, hex. */
export interface RenewedSession {
  readonly hash: string;
  readonly newHash: string;
}

/** A text that may be shown once, to make an account or to set the password of one. */
export interface AccountLink {
  /** SHA-256 of its text, hex. */
  readonly hash: string;
  /** Epoch ms. */
  readonly expiresAt: number;
  /** Null: the one for the first account. */
  readonly person: string | null;
  /** Whether who redeems it is to become an administrator. */
  readonly isAdministrator: boolean;
}

/** What the one who redeems a link brings. */
export interface Redemption {
  /** Of the link. */
  readonly hash: string;
  /** Epoch ms. */
  readonly now: number;
  /** The person to make where the link has none; else it is not looked at. */
  readonly person: Person;
  /** PHC text, or null: comes in by an identity. */
  readonly password: string | null;
  readonly identity: Identity | null;
}

export interface Redeemed {
  readonly person: Person;
  /** Whether the grant of an administrator is to be committed now; `grantMade` is to be told. */
  readonly isAdministrator: boolean;
}

export interface PeoplePage {
  /** Only those whose login or name holds this text, in whatever case. */
  readonly query?: string;
  /** Only those whose login comes after this one. */
  readonly after?: string;
  /** 1 to 1001. */
  readonly limit: number;
}

/** How somebody comes in, and whether they are in. */
export interface Standing {
  readonly hasPassword: boolean;
  readonly hasIdentity: boolean;
  /** How many are open. */
  readonly sessions: number;
  /** Epoch ms, of those; null: there is none. */
  readonly seenAt: number | null;
}

/** Sessions that a person has at once; one more ends the one that was seen longest ago. */
export const mostSessions = 50;

/** Every method is one transaction, durable when it resolves. All throw `unavailable`, and `invalid` of text that is none. */
export interface Accounts {
  /** Whether there is any account. */
  hasPeople(): Promise<boolean>;
  person(id: string): Promise<Person | null>;
  /** In whatever case it is written. */
  personByLogin(login: string): Promise<Person | null>;
  personByIdentity(identity: Identity): Promise<Person | null>;
  /** In order of their logins. */
  people(page: PeoplePage): Promise<Person[]>;
  /** Id → name, of those ids that belong to somebody. */
  namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Of those ids that belong to somebody. Sessions are open that end after `now` and were last seen at `seenFrom` or later. */
  standingsOf(ids: readonly string[], now: number, seenFrom: number): Promise<ReadonlyMap<string, Standing>>;

  /** @throws conflict: the login or the identity is somebody's */
  addPerson(person: Person, more: { readonly link?: AccountLink; readonly identity?: Identity }): Promise<void>;
  /** Disabling ends their sessions and links. Null: enabled. False: nobody has this id. */
  setDisabled(id: string, disabledAt: number | null): Promise<boolean>;
  /** Everything that is here of them goes. False: nobody has this id. */
  erase(id: string): Promise<boolean>;

  /** PHC text; null: none was set, or nobody has this id. */
  password(id: string): Promise<string | null>;
  /** The same password, hashed anew; nothing happens if another was set meanwhile. */
  rehash(id: string, before: string, after: string): Promise<void>;
  /**
   * Ends the person's links and all sessions except that one, which gets its new hash. False, and no change: its hash is no
   * longer `before`.
   */
  changePassword(id: string, before: string, after: string, session: RenewedSession | null): Promise<boolean>;

  identities(person: string): Promise<Identity[]>;
  /** Nothing happens where it is theirs already. @throws conflict: it is somebody else's; not_found: nobody has this id */
  addIdentity(person: string, identity: Identity): Promise<void>;

  /**
   * Nobody's, or that of somebody disabled, is not kept: false. Nor is it when `password` is given and is not theirs any more:
   * whoever changes a password ends what the one before has opened.
   */
  addSession(session: Session, password?: string): Promise<boolean>;
  /** With whose it is. Whether it is over, the caller says. */
  session(hash: string): Promise<{ readonly session: Session; readonly person: Person } | null>;
  sessionSeen(hash: string, at: number): Promise<void>;
  /** Last seen first. */
  sessionsOf(person: string): Promise<Session[]>;
  endSession(hash: string): Promise<void>;
  /** All of a person's but that one. How many there were. */
  endSessions(person: string, kept?: string | null): Promise<number>;

  /**
   * Ends the earlier links of the same person, or those for the first account, unless it is to be beside them; the first that is
   * redeemed ends the others. @throws not_found: nobody has this id; conflict: for the first account, and there is one */
  addLink(link: AccountLink, isBesideOthers?: boolean): Promise<void>;
  /** Null: there is none, or it is over at `now`. Does not use it up. */
  link(hash: string, now: number): Promise<AccountLink | null>;
  /**
   * Uses a link up, and makes the person or sets the password of the one it has, ending their sessions: all of it or nothing,
   * once. @throws not_found (there is no such link, it is over, or its person is disabled), conflict (the login or the
   * identity is somebody's; the link is for the first account, and there is one)
   */
  redeem(redemption: Redemption): Promise<Redeemed>;
  /** Ids of people who redeemed an administrator's link and whose grant nobody has told of: the process ended in between. */
  owedGrants(): Promise<string[]>;
  grantMade(person: string): Promise<void>;

  /** Drops links that are over at `now`, and sessions that are, or that were last seen before `seenBefore`. */
  sweep(now: number, seenBefore: number): Promise<void>;
}
