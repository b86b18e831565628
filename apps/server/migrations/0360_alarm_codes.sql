-- The code and the parameters from which the console composes the alarm's text in the reader's language.
alter table custody_alarms add column code text not null default '';
alter table custody_alarms add column parameters jsonb not null default '{}';
