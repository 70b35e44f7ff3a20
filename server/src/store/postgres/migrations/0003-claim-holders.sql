-- The credential that holds a claim: an administrator finds it by this when its project is gone. Null: nobody noted it, or a node
-- of an older version claimed it.
alter table claims add column project text collate "C";
alter table claims add column id text collate "C";
-- True: apps carry the text, and it may be given back. A text that was made here as a secret never is.
alter table claims add column imported boolean not null default false;

update claims set project = held.project, id = held.id, imported = held.imported
from (
  select distinct on (value::json ->> 'hash') value::json ->> 'hash' as text, project, id,
    coalesce((value::json ->> 'imported')::boolean, false) as imported
  from changes where kind = 'read_key' and value is not null order by value::json ->> 'hash', revision desc) as held
where claims.text = held.text;

create index claims_of_holder on claims (project, id);
