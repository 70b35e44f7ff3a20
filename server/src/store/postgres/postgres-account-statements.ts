/** The SQL of accounts. */

const person = `people.id, login, name, people.created_at as "createdAt", disabled_at as "disabledAt"`;
const session = `hash, person, sessions.created_at as "createdAt", seen_at as "seenAt", expires_at as "expiresAt"`;

export const accounts = {
  // Holds while one method reads and then writes: whether any account exists, whose login it is, who has a link.
  alone: "select pg_advisory_xact_lock(hashtextextended('drawbridge accounts ' || current_schema(), 0))",

  hasPeople: "select exists (select 1 from people) as there",
  person: `select ${person} from people where id = $1`,
  personByLogin: `select ${person} from people where login_key = $1`,
  personByIdentity: `
    select ${person} from identities join people on people.id = identities.person where issuer = $1 and subject = $2`,
  // Ordered by the texts' UTF-8 bytes, like the other stores.
  people: `select ${person} from people where login_key > $1 and strpos(sought, $2) > 0 order by login_key limit $3`,
  namesOf: "select id, name from people where id = any ($1::text[])",
  signInStatuses: `
    select id, password is not null as "hasPassword",
      exists (select 1 from identities where person = people.id) as "hasIdentity", count(hash) as sessions, max(seen_at) as "seenAt"
    from people left join sessions on person = people.id and expires_at > $1 and seen_at >= $2
    where people.id = any ($3::text[]) group by people.id`,
  addPerson: `
    insert into people (id, login, login_key, sought, name, created_at, disabled_at) values ($1, $2, $3, $4, $5, $6, $7)`,
  setDisabled: "update people set disabled_at = $1 where id = $2",
  erase: "delete from people where id = $1",
  password: "select password from people where id = $1",
  setPassword: "update people set password = $1 where id = $2",
  replacePassword: "update people set password = $3 where id = $1 and password = $2",
  pendingGrants: "select id from people where owed_grant order by id",
  setOwedGrant: "update people set owed_grant = $1 where id = $2",

  identities: "select issuer, subject from identities where person = $1 order by issuer, subject",
  holderOfIdentity: "select person from identities where issuer = $1 and subject = $2",
  addIdentity: "insert into identities (issuer, subject, person) values ($1, $2, $3) on conflict do nothing",

  addSession: "insert into sessions (hash, person, created_at, seen_at, expires_at) values ($1, $2, $3, $4, $5)",
  endOldest: `
    delete from sessions where hash in
      (select hash from sessions where person = $1 order by seen_at desc, created_at desc, hash offset $2)`,
  session: `
    select ${session}, people.id, login, name, people.created_at as "personCreatedAt", disabled_at as "disabledAt"
    from sessions join people on people.id = sessions.person where hash = $1`,
  sessionSeen: "update sessions set seen_at = $1 where hash = $2",
  sessionsOf: `select ${session} from sessions where person = $1 order by seen_at desc, created_at desc, hash`,
  renewSession: "update sessions set hash = $1 where person = $2 and hash = $3",
  endSession: "delete from sessions where hash = $1",
  endSessions: "delete from sessions where person = $1 and hash <> $2",
  sweepSessions: "delete from sessions where expires_at <= $1 or seen_at < $2",

  addLink: "insert into account_links (hash, person, administrator, expires_at) values ($1, $2, $3, $4)",
  link: `
    select hash, person, administrator as "isAdministrator", expires_at as "expiresAt" from account_links
    where hash = $1 and expires_at > $2`,
  endLinks: "delete from account_links where person is not distinct from $1::text",
  sweepLinks: "delete from account_links where expires_at <= $1",
};
