/** The SQL of accounts, prepared once. */
import type { DatabaseSync } from "node:sqlite";

export type AccountStatements = ReturnType<typeof prepareAccountStatements>;

export function prepareAccountStatements(db: DatabaseSync) {
  return { ...preparePeople(db), ...prepareIdentities(db), ...prepareSessions(db), ...prepareLinks(db) };
}

const person = "people.id, login, name, people.created_at as createdAt, disabled_at as disabledAt";
const session = "hash, person, sessions.created_at as createdAt, seen_at as seenAt, expires_at as expiresAt";

function preparePeople(db: DatabaseSync) {
  return {
    hasPeople: db.prepare("select exists (select 1 from people) as there"),
    person: db.prepare(`select ${person} from people where id = ?`),
    personByLogin: db.prepare(`select ${person} from people where login_key = ?`),
    personByIdentity: db.prepare(`
      select ${person} from identities join people on people.id = identities.person where issuer = ? and subject = ?`),
    // Ordered by the texts' UTF-8 bytes, like PostgreSQL's collation "C".
    people: db.prepare(`
      select ${person} from people where login_key > ? and instr(sought, ?) > 0 order by login_key limit ?`),
    namesOf: db.prepare("select id, name from people where id in (select value from json_each(?))"),
    signInStatuses: db.prepare(`
      select id, password is not null as hasPassword,
        exists (select 1 from identities where person = people.id) as hasIdentity, count(hash) as sessions, max(seen_at) as seenAt
      from people left join sessions on person = people.id and expires_at > ? and seen_at >= ?
      where people.id in (select value from json_each(?)) group by people.id`),
    addPerson: db.prepare(`
      insert into people (id, login, login_key, sought, name, created_at, disabled_at) values (?, ?, ?, ?, ?, ?, ?)`),
    setDisabled: db.prepare("update people set disabled_at = ? where id = ?"),
    erase: db.prepare("delete from people where id = ?"),
    password: db.prepare("select password from people where id = ?"),
    setPassword: db.prepare("update people set password = ? where id = ?"),
    replacePassword: db.prepare("update people set password = ?3 where id = ?1 and password = ?2"),
    pendingGrants: db.prepare("select id from people where owed_grant = 1 order by id"),
    setOwedGrant: db.prepare("update people set owed_grant = ? where id = ?"),
  };
}

function prepareIdentities(db: DatabaseSync) {
  return {
    identities: db.prepare("select issuer, subject from identities where person = ? order by issuer, subject"),
    holderOfIdentity: db.prepare("select person from identities where issuer = ? and subject = ?"),
    addIdentity: db.prepare("insert into identities (issuer, subject, person) values (?, ?, ?) on conflict do nothing"),
  };
}

function prepareSessions(db: DatabaseSync) {
  return {
    addSession: db.prepare("insert into sessions (hash, person, created_at, seen_at, expires_at) values (?, ?, ?, ?, ?)"),
    endOldest: db.prepare(`
      delete from sessions where hash in
        (select hash from sessions where person = ? order by seen_at desc, created_at desc, hash limit -1 offset ?)`),
    session: db.prepare(`
      select ${session}, people.id, login, name, people.created_at as personCreatedAt, disabled_at as disabledAt
      from sessions join people on people.id = sessions.person where hash = ?`),
    sessionSeen: db.prepare("update sessions set seen_at = ? where hash = ?"),
    sessionsOf: db.prepare(`select ${session} from sessions where person = ? order by seen_at desc, created_at desc, hash`),
    renewSession: db.prepare("update sessions set hash = ? where person = ? and hash = ?"),
    endSession: db.prepare("delete from sessions where hash = ?"),
    endSessions: db.prepare("delete from sessions where person = ? and hash <> ?"),
    sweepSessions: db.prepare("delete from sessions where expires_at <= ? or seen_at < ?"),
  };
}

function prepareLinks(db: DatabaseSync) {
  return {
    addLink: db.prepare("insert into account_links (hash, person, administrator, expires_at) values (?, ?, ?, ?)"),
    link: db.prepare(`
      select hash, person, administrator, expires_at as expiresAt from account_links where hash = ? and expires_at > ?`),
    endLinks: db.prepare("delete from account_links where person is ?"),
    sweepLinks: db.prepare("delete from account_links where expires_at <= ?"),
  };
}
