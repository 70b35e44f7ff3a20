-- Who shares this database now, by its own clock. What was not heard for a day is gone.
create table nodes (
  id text collate "C" primary key,
  version text collate "C" not null,
  schema bigint not null,
  heard_at timestamptz not null
);
