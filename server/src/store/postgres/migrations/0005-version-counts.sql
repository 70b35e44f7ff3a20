-- Requests by version of the app; '' is all other versions. `source`: 'server' or 'edge'. `counts` has four numbers for each hour
-- of the day, or for each day of the month, separated by commas: allowed, recommended, forced, maintenance. An empty one is 0.
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
