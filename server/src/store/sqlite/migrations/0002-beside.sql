-- Counts the changes of people, identities, claims and secrets, which are beside the log: a copy that follows the log reads them
-- again when the number differs.
alter table head add column beside integer not null default 0;
update head set needs = '0.2.0';

create trigger claims_added after insert on claims begin update head set beside = beside + 1; end;
create trigger claims_changed after update on claims begin update head set beside = beside + 1; end;
create trigger claims_deleted after delete on claims begin update head set beside = beside + 1; end;
create trigger secrets_added after insert on secrets begin update head set beside = beside + 1; end;
create trigger secrets_changed after update on secrets begin update head set beside = beside + 1; end;
create trigger secrets_deleted after delete on secrets begin update head set beside = beside + 1; end;
create trigger people_added after insert on people begin update head set beside = beside + 1; end;
create trigger people_changed after update on people begin update head set beside = beside + 1; end;
create trigger people_deleted after delete on people begin update head set beside = beside + 1; end;
create trigger identities_added after insert on identities begin update head set beside = beside + 1; end;
create trigger identities_changed after update on identities begin update head set beside = beside + 1; end;
create trigger identities_deleted after delete on identities begin update head set beside = beside + 1; end;
