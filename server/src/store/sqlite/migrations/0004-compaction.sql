-- Which commits touched a project, and whose they are. It says so too where compaction has dropped what they changed.
create table project_commits (
  project text not null,
  revision integer not null references commits (revision),
  actor text not null,
  primary key (project, revision)
) strict, without rowid;

insert into project_commits
select distinct changes.project, commits.revision, commits.actor from changes join commits using (revision);

create index project_commits_of_actor on project_commits (project, actor, revision);
create index changes_of_kind on changes (project, kind, revision);
create index commits_by_time on commits (at);
drop index changes_of_project;

-- History is whole after this revision. At it, and after it, everything can be read as it was; before it nothing.
alter table head add column floor integer not null default 0;
