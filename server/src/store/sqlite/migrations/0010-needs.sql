-- The oldest program that knows this format. Every later migration sets it.
alter table head add column needs text not null default '0.1.0';
