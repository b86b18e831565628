-- Which sentence the detail is, and what fills it: the console writes it from its own catalogue.
alter table custody_alarms add column code text not null default '';
alter table custody_alarms add column parameters jsonb not null default '{}';
