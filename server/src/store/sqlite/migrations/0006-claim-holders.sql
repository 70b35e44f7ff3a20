-- The credential that holds a claim: an administrator finds it by this when its project is gone. Null: nobody noted it.
alter table claims add column project text;
alter table claims add column id text;
-- 1: apps carry the text, and it may be given back. A text that was made here as a secret never is.
alter table claims add column imported integer not null default 0;

update claims set project = held.project, id = held.id, imported = held.imported
from (
  -- With a single max(), SQLite takes the other columns from the row that has it (lang_select.html#bareagg).
  select json_extract(value, '$.hash') as text, project, id, coalesce(json_extract(value, '$.imported'), 0) as imported, max(revision)
  from changes where kind = 'read_key' and value is not null group by 1) as held
where claims.text = held.text;

create index claims_of_holder on claims (project, id);
