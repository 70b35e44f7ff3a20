-- Texts are compared by their bytes, as in SQLite: the order of "C" is that of the code points, and no update of the system's
-- collations ever makes an index wrong. Instants are in epoch milliseconds.
create table head (
  one boolean primary key default true check (one),
  epoch text not null,
  revision bigint not null,
  -- History is complete after this revision: every later state can be read, and no earlier one.
  floor bigint not null default 0,
  -- The epoch that the present one replaced because commits were lost; null: none.
  renewed_from text collate "C",
  -- The oldest program that knows this format. Every later migration sets it.
  needs text not null default '0.1.0'
) with (fillfactor = 10);

insert into head (epoch, revision) values (left(replace(gen_random_uuid()::text, '-', ''), 16), 0);

-- The log. `overridden` is a JSON list of guards; `undone` and `restored` are earlier revisions.
create table commits (
  revision bigint primary key,
  at bigint not null,
  actor text collate "C" not null,
  reason text collate "C" not null,
  overridden text collate "C" not null,
  commit_id text collate "C",
  undone bigint,
  restored bigint
);

create index commits_by_time on commits (at, revision);

-- A null value deletes the resource.
create table changes (
  revision bigint not null references commits (revision),
  project text collate "C" not null,
  kind text collate "C" not null,
  id text collate "C" not null,
  schema bigint not null,
  value text collate "C",
  primary key (revision, project, kind, id)
);

create index changes_of_resource on changes (project, kind, id, revision);

create index changes_of_kind on changes (project, kind, revision);

-- The commits of each project and their authors, kept where a compaction has deleted the changes.
create table project_commits (
  project text collate "C" not null,
  revision bigint not null references commits (revision),
  actor text collate "C" not null,
  primary key (project, revision)
);

create index project_commits_of_actor on project_commits (project, actor, revision);

-- The current values, which are the sum of the log.
create table resources (
  project text collate "C" not null,
  kind text collate "C" not null,
  id text collate "C" not null,
  schema bigint not null,
  value text collate "C" not null,
  revision bigint not null,
  primary key (project, kind, id)
);

-- Texts of keys and tokens, each unique in the installation, and their holders.
create table claims (
  text text collate "C" primary key,
  project text collate "C" not null,
  id text collate "C" not null,
  -- True: apps have the text, and it can be imported again after its release. A generated one cannot.
  imported boolean not null
);

create index claims_of_holder on claims (project, id);

create table idempotency (
  key text collate "C" primary key,
  request text collate "C" not null,
  result text collate "C" not null,
  at bigint not null
);

create index idempotency_by_age on idempotency (at);

create table secrets (
  name text collate "C" primary key,
  value text collate "C" not null
);

-- People and how they sign in, outside the log, so that they can be erased.
create table people (
  id text collate "C" primary key,
  login text collate "C" not null,
  -- The normalized login, which is unique, and the text that a search looks in; the program derives both.
  login_key text collate "C" not null unique,
  sought text collate "C" not null,
  name text collate "C" not null,
  created_at bigint not null,
  disabled_at bigint,
  -- PHC text; null: signs in another way, or not yet.
  password text collate "C",
  -- Redeemed the link of an administrator, and the log does not have the grant yet.
  owed_grant boolean not null default false
);

create table identities (
  issuer text collate "C" not null,
  subject text collate "C" not null,
  person text collate "C" not null references people (id) on delete cascade,
  primary key (issuer, subject)
);

create index identities_of_person on identities (person);

create table sessions (
  -- SHA-256, hex; of links too.
  hash text collate "C" primary key,
  person text collate "C" not null references people (id) on delete cascade,
  created_at bigint not null,
  seen_at bigint not null,
  expires_at bigint not null
);

create index sessions_of_person on sessions (person, seen_at);

-- Without a person: the link for the first account.
create table account_links (
  hash text collate "C" primary key,
  person text collate "C" references people (id) on delete cascade,
  administrator boolean not null,
  expires_at bigint not null
);

create index account_links_of_person on account_links (person);

-- Time of the last use of each access token and read key, to about a minute.
create table last_used (
  token text collate "C" primary key,
  at bigint not null
);

-- How often read keys were used, and how often requests were refused, in each hour (whole hours since 1970, UTC).
create table usage (
  project text collate "C" not null,
  key text collate "C" not null,
  outcome text collate "C" not null,
  platform text collate "C" not null,
  version text collate "C" not null,
  hour bigint not null,
  count bigint not null,
  primary key (project, key, outcome, platform, version, hour)
);

create index usage_by_hour on usage (hour);

-- Requests by version of the app; '' is all other versions. `source`: 'server' or 'edge'. `counts` is a JSON list of four
-- numbers for each hour of the day, or for each day of the month: allowed, recommended, forced, maintenance.
-- One row for each hour would be larger: a row costs more than its counts. Rows are updated each minute: pages keep room for that.
create table version_hours (
  -- Days since 1970, UTC.
  day bigint not null,
  project text collate "C" not null,
  platform text collate "C" not null,
  source text collate "C" not null,
  version text collate "C" not null,
  counts text collate "C" not null,
  primary key (day, project, platform, source, version)
) with (fillfactor = 70);

create table version_days (
  -- Months since year 0, UTC.
  month bigint not null,
  project text collate "C" not null,
  platform text collate "C" not null,
  source text collate "C" not null,
  version text collate "C" not null,
  counts text collate "C" not null,
  primary key (month, project, platform, source, version)
) with (fillfactor = 70);

-- The last write of counts of each process: a repeated one adds nothing.
create table usage_writes (
  process text collate "C" primary key,
  number bigint not null,
  -- The day of the write.
  day bigint not null
);

-- Requests with a valid key that got 400, in each hour (whole hours since 1970, UTC), with what the first of them sent.
create table refused_queries (
  project text collate "C" not null,
  key text collate "C" not null,
  code text collate "C" not null,
  hour bigint not null,
  count bigint not null,
  example text collate "C" not null,
  primary key (project, key, code, hour)
);

create index refused_queries_by_hour on refused_queries (hour);

-- The nodes that share this database, by its own clock. A node that was not heard for a day is deleted.
create table nodes (
  id text collate "C" primary key,
  version text collate "C" not null,
  heard_at timestamptz not null
);
