-- Requests by version of the app; '' is all other versions. `source`: 'server' or 'edge'. `counts` has four numbers for each hour
-- of the day, or for each day of the month, separated by commas: allowed, recommended, forced, maintenance. An empty one is 0.
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
