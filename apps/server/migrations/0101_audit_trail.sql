-- All actions of operators and all views of protected data. Each row's hash covers the row and the previous row's hash.
create table audit_trail (
  id bigint primary key,
  at_ms bigint not null,
  staff_id text not null,
  staff_email text not null,
  ip text not null,
  action text not null,
  phase text not null,
  subject text not null,
  -- JSON as text, because the hash covers these exact bytes.
  details text not null,
  hash text not null
);
create index audit_trail_subject on audit_trail (subject, id desc) where subject <> '';
create index audit_trail_staff on audit_trail (staff_id, id desc);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit trail is append-only';
end $$;
create trigger audit_trail_append_only before update or delete on audit_trail
  for each row execute function refuse_audit_change();
create trigger audit_trail_no_truncate before truncate on audit_trail
  for each statement execute function refuse_audit_change();
