-- Who requested the renewals of a restriction, and who approved them: others answer appeals against it.
alter table restriction add column renewers text[] not null default '{}';
