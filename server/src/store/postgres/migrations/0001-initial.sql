-- Texts are compared by their bytes, as in SQLite: the order of "C" is that of the code points, and no update of the system's
-- collations ever makes an index wrong. Instants are in epoch milliseconds.
create table head (
  one boolean primary key default true check (one),
  epoch text not null,
  revision bigint not null,
  -- History is whole after this revision. At it, and after it, everything can be read as it was; before it nothing.
  floor bigint not null default 0
) with (fillfactor = 10);

insert into head (epoch, revision) values (left(replace(gen_random_uuid()::text, '-', ''), 16), 0);

-- The log. `overridden` is a JSON list of guards.
create table commits (
  revision bigint primary key,
  at bigint not null,
  actor text collate "C" not null,
  reason text collate "C" not null,
  overridden text collate "C" not null
);

create index commits_by_time on commits (at, revision);

-- A null value: the resource ended to exist.
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

-- Which commits touched a project, and whose they are. It says so too where compaction has dropped what they changed.
create table project_commits (
  project text collate "C" not null,
  revision bigint not null references commits (revision),
  actor text collate "C" not null,
  primary key (project, revision)
);

create index project_commits_of_actor on project_commits (project, actor, revision);

-- The current values, which is what the log adds up to.
create table resources (
  project text collate "C" not null,
  kind text collate "C" not null,
  id text collate "C" not null,
  schema bigint not null,
  value text collate "C" not null,
  revision bigint not null,
  primary key (project, kind, id)
);

create table claims (
  text text collate "C" primary key
);

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

-- People and how they come in, beside the log: what is here can be erased.
create table people (
  id text collate "C" primary key,
  login text collate "C" not null,
  -- What two logins that are one have in common, and what a search looks in; the program makes both.
  login_key text collate "C" not null unique,
  sought text collate "C" not null,
  name text collate "C" not null,
  created_at bigint not null,
  disabled_at bigint,
  -- PHC text; null: comes in another way, or not yet.
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

-- Without a person: the one for the first account.
create table account_links (
  hash text collate "C" primary key,
  person text collate "C" references people (id) on delete cascade,
  administrator boolean not null,
  expires_at bigint not null
);

create index account_links_of_person on account_links (person);

-- When each access token and read key was last shown, to about a minute.
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
