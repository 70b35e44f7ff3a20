-- Marks the file as Drawbridge's: "Drbr". Instants are in epoch milliseconds.
pragma application_id = 1148346994;

create table head (
  only integer primary key check (only = 1),
  epoch text not null,
  revision integer not null,
  -- History is complete after this revision: every later state can be read, and no earlier one.
  floor integer not null default 0,
  -- The epoch that the present one replaced because commits were lost; null: none.
  renewed_from text,
  -- The oldest program that knows this format. Every later migration sets it.
  needs text not null default '0.1.0'
) strict;

insert into head (only, epoch, revision) values (1, lower(hex(randomblob(8))), 0);

-- The log. `overridden` is a JSON list of guards; `undone` and `restored` are earlier revisions.
create table commits (
  revision integer primary key,
  at integer not null,
  actor text not null,
  reason text not null,
  overridden text not null,
  commit_id text,
  undone integer,
  restored integer
) strict;

create index commits_by_time on commits (at);

-- A null value deletes the resource.
create table changes (
  revision integer not null references commits (revision),
  project text not null,
  kind text not null,
  id text not null,
  schema integer not null,
  value text,
  -- CRC-32 of the other columns.
  checksum integer not null,
  primary key (revision, project, kind, id)
) strict;

create index changes_of_resource on changes (project, kind, id, revision);
create index changes_of_kind on changes (project, kind, revision);

-- The commits of each project and their authors, kept where a compaction has deleted the changes.
create table project_commits (
  project text not null,
  revision integer not null references commits (revision),
  actor text not null,
  primary key (project, revision)
) strict, without rowid;

create index project_commits_of_actor on project_commits (project, actor, revision);

-- The current values, which are the sum of the log. Without rowid: a start reads all of it in this order.
create table resources (
  project text not null,
  kind text not null,
  id text not null,
  schema integer not null,
  value text not null,
  revision integer not null,
  primary key (project, kind, id)
) strict, without rowid;

-- Texts of keys and tokens, each unique in the installation, and their holders.
create table claims (
  text text primary key,
  project text not null,
  id text not null,
  -- 1: apps have the text, and it can be imported again after its release. A generated one cannot.
  imported integer not null
) strict, without rowid;

create index claims_of_holder on claims (project, id);

create table idempotency (
  key text primary key,
  request text not null,
  result text not null,
  at integer not null
) strict;

create index idempotency_by_age on idempotency (at);

create table secrets (
  name text primary key,
  value text not null
) strict, without rowid;

-- People and how they sign in, outside the log, so that they can be erased.
create table people (
  id text primary key,
  login text not null,
  -- The normalized login, which is unique, and the text that a search looks in; the program derives both.
  login_key text not null unique,
  sought text not null,
  name text not null,
  created_at integer not null,
  disabled_at integer,
  -- PHC text; null: signs in another way, or not yet.
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

-- Without a person: the link for the first account.
create table account_links (
  hash text primary key,
  person text references people (id) on delete cascade,
  administrator integer not null,
  expires_at integer not null
) strict, without rowid;

create index account_links_of_person on account_links (person);

-- Time of the last use of each access token and read key, to about a minute.
create table last_used (
  token text primary key,
  at integer not null
) strict, without rowid;

-- How often read keys were used, and how often requests were refused, in each hour (whole hours since 1970, UTC).
create table usage (
  project text not null,
  key text not null,
  outcome text not null,
  platform text not null,
  version text not null,
  hour integer not null,
  count integer not null,
  primary key (project, key, outcome, platform, version, hour)
) strict, without rowid;

create index usage_by_hour on usage (hour);

-- Requests by version of the app; '' is all other versions. `source`: 'server' or 'edge'. `counts` is a JSON list of four
-- numbers for each hour of the day, or for each day of the month: allowed, recommended, forced, maintenance.
-- The time comes first: rows are added at the end and deleted at the beginning.
create table version_hours (
  -- Days since 1970, UTC.
  day integer not null,
  project text not null,
  platform text not null,
  source text not null,
  version text not null,
  counts text not null,
  primary key (day, project, platform, source, version)
) strict, without rowid;

create table version_days (
  -- Months since year 0, UTC.
  month integer not null,
  project text not null,
  platform text not null,
  source text not null,
  version text not null,
  counts text not null,
  primary key (month, project, platform, source, version)
) strict, without rowid;

-- The last write of counts of each process: a repeated one adds nothing.
create table usage_writes (
  process text primary key,
  number integer not null,
  -- The day of the write.
  day integer not null
) strict, without rowid;

-- Requests with a valid key that got 400, in each hour (whole hours since 1970, UTC), with what the first of them sent.
create table refused_queries (
  project text not null,
  key text not null,
  code text not null,
  hour integer not null,
  count integer not null,
  example text not null,
  primary key (project, key, code, hour)
) strict, without rowid;

create index refused_queries_by_hour on refused_queries (hour);
