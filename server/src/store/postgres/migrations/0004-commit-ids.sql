-- Null, both: of a version that gave commits no ids, and goes on writing without them.
alter table commits add column commit_id text collate "C";
-- The epoch that the present one took the place of since commits were lost.
alter table head add column renewed_from text collate "C";
