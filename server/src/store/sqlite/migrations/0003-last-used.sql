-- When each access token was last shown, in epoch milliseconds, to about a minute.
create table last_used (
  token text primary key,
  at integer not null
) strict, without rowid;
