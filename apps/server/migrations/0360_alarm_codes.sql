-- The code and parameters of the detail's sentence, which the console writes from its own catalogue.
alter table custody_alarms add column code text not null default '';
alter table custody_alarms add column parameters jsonb not null default '{}';
