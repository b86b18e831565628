-- An alarm that does not end automatically is ended by an operator: who, and what they found.
alter table custody_alarms add column ended_by text not null default '';
alter table custody_alarms add column ended_because text not null default '';
