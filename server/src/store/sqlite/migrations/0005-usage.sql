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
