-- Counts the changes of people, identities, claims and secrets, which are beside the log: a copy that follows the log reads them
-- again when the number differs. In the same row as the revision, so that it becomes visible with the change.
alter table head add column beside bigint not null default 0;
update head set needs = '0.2.0';

create function count_beside() returns trigger language plpgsql as $$
begin
  update head set beside = beside + 1;
  return null;
end $$;

create trigger claims_beside after insert or update or delete on claims for each statement execute function count_beside();
create trigger secrets_beside after insert or update or delete on secrets for each statement execute function count_beside();
create trigger people_beside after insert or update or delete on people for each statement execute function count_beside();
create trigger identities_beside after insert or update or delete on identities for each statement execute function count_beside();
