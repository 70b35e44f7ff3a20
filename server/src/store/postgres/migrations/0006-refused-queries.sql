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
