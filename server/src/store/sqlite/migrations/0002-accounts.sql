-- People and how they come in, beside the log: what is here can be erased. Instants are in epoch milliseconds.
create table people (
  id text primary key,
  login text not null,
  -- What two logins that are one have in common, and what a search looks in; the program makes both.
  login_key text not null unique,
  sought text not null,
  name text not null,
  created_at integer not null,
  disabled_at integer,
  -- PHC text; null: comes in another way, or not yet.
  password text,
  -- 1: redeemed the link of an administrator, and the log does not have the grant yet.
  owed_grant integer not null default 0
) strict, without rowid;

create table identities (
  issuer text not null,
  subject text not null,
  person text not null references people (id) on delete cascade,
  primary key (issuer, subject)
) strict, without rowid;

create index identities_of_person on identities (person);

create table sessions (
  -- SHA-256, hex; of links too.
  hash text primary key,
  person text not null references people (id) on delete cascade,
  created_at integer not null,
  seen_at integer not null,
  expires_at integer not null
) strict, without rowid;

create index sessions_of_person on sessions (person, seen_at);

-- Without a person: the one for the first account.
create table account_links (
  hash text primary key,
  person text references people (id) on delete cascade,
  administrator integer not null,
  expires_at integer not null
) strict, without rowid;

create index account_links_of_person on account_links (person);

-- The text of an access token is its own from now on, as that of a read key always was.
insert into claims (text)
select distinct json_extract(value, '$.hash') from changes where kind = 'access_token' and value is not null
on conflict do nothing;
