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
