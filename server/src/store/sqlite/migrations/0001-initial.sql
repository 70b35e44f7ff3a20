-- Says that the file is Drawbridge's: "Drbr".
pragma application_id = 1148346994;

create table head (
  only integer primary key check (only = 1),
  epoch text not null,
  revision integer not null
) strict;

insert into head values (1, lower(hex(randomblob(8))), 0);

-- The log. `at` is in epoch milliseconds, `overridden` a JSON list of guards.
create table commits (
  revision integer primary key,
  at integer not null,
  actor text not null,
  reason text not null,
  overridden text not null
) strict;

-- A null value: the resource ended to exist.
create table changes (
  revision integer not null references commits (revision),
  project text not null,
  kind text not null,
  id text not null,
  schema integer not null,
  value text,
  primary key (revision, project, kind, id)
) strict;

create index changes_of_resource on changes (project, kind, id, revision);
create index changes_of_project on changes (project, revision);

-- The current values, which is what the log adds up to. Without rowid: a start reads all of it in this order.
create table resources (
  project text not null,
  kind text not null,
  id text not null,
  schema integer not null,
  value text not null,
  revision integer not null,
  primary key (project, kind, id)
) strict, without rowid;

create table claims (
  text text primary key
) strict, without rowid;

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
