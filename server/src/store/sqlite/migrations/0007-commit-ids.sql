-- Null: of a version that gave commits no ids.
alter table commits add column commit_id text;
-- The epoch that the present one took the place of since commits were lost; null: none.
alter table head add column renewed_from text;
