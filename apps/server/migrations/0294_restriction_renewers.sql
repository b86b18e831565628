-- Who has asked for the renewals of a restriction, and who has approved them: others answer the objections to it.
alter table restriction add column renewers text[] not null default '{}';
